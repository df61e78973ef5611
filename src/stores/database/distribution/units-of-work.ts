/**
 * The numbers of units of work mean nothing in another store, or on another node. There, those of a tenant's changes shall
 * lie before all of that store: so each moves by the same distance, which makes them negative and keeps their order. Seals
 * remember the distance, since the numbers as they were are hashed. Numbers that have moved already stay as they are.
 * Gives the distance of each tenant with changes; `isOwned` is a condition for the tenants.
 */
export const movedUnits = (isOwned: string): string => `
  SELECT tenant_id, greatest(max(above), 0) AS distance FROM (
    SELECT tenant_id, xid + 1 AS above FROM changes WHERE ${isOwned}
    UNION ALL SELECT tenant_id, below_xid FROM change_seals WHERE ${isOwned}) AS numbers
  GROUP BY tenant_id`;
