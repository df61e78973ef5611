import { Prisma } from '../generated/client.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';
import { hashChanges, readLastSeal } from './sealed-changes.ts';

/**
 * Covers all units of work that ended since the last seal. One that still runs, of whichever tenant, has a number that is
 * not below the horizon, and is covered by a later seal. The horizon is asked for where the tenant's records are, so it is
 * that of their node.
 */
export async function sealChanges(scope: TenantScope, at: Date): Promise<number> {
  const last = await readLastSeal(scope);
  const [horizon] = await scope.reports.rows<{ xid: string }>(Prisma.sql`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid, count(*) FROM tenants WHERE ${scope.isOwned}`);
  const units = { fromXid: last.below_xid, belowXid: horizon!.xid, xidOffset: '0', isInTextOrder: false };
  const { changes, hash } = await hashChanges(scope, units, last.hash);
  if (changes === 0) return 0;
  // Another replica may have been quicker: its seal holds then.
  const sealed = await scope.reports.rows(Prisma.sql`
    INSERT INTO change_seals (tenant_id, number, sealed_at, below_xid, changes, hash)
    VALUES (${scope.tenantId}, ${last.number + 1}, ${at.toISOString()}::timestamptz, ${units.belowXid}::bigint, ${changes},
      decode(${hash}, 'hex'))
    ON CONFLICT DO NOTHING RETURNING number`);
  return sealed.length === 0 ? 0 : changes;
}
