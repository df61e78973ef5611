/**
 * The numbers of units of work have no meaning in another store or on another node. There, the numbers of a moved
 * tenant must be lower than all local numbers, so the same distance is subtracted from each number: the results are
 * negative and keep their order. Seals store the distance, because they hash the original numbers. If all numbers of a
 * tenant are already negative, the distance is zero. Returns the distance of each tenant with changes; `isOwned` is a
 * condition on the tenants.
 */
export const movedUnits = (isOwned: string): string => `
  SELECT tenant_id, greatest(max(above), 0) AS distance FROM (
    SELECT tenant_id, xid + 1 AS above FROM changes WHERE ${isOwned}
    UNION ALL SELECT tenant_id, below_xid FROM change_seals WHERE ${isOwned}) AS numbers
  GROUP BY tenant_id`;
