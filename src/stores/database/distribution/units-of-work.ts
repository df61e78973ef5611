/**
 * Numbers of units of work mean nothing in another store, or on another node, where those of a tenant's changes must
 * sort before all of that store's. So each one moves by the same distance, which makes them negative and keeps their
 * order. Seals remember the distance, since the original numbers were hashed. Numbers that have moved already stay.
 * Returns the distance of each tenant with changes; `isOwned` is a condition on the tenants.
 */
export const movedUnits = (isOwned: string): string => `
  SELECT tenant_id, greatest(max(above), 0) AS distance FROM (
    SELECT tenant_id, xid + 1 AS above FROM changes WHERE ${isOwned}
    UNION ALL SELECT tenant_id, below_xid FROM change_seals WHERE ${isOwned}) AS numbers
  GROUP BY tenant_id`;
