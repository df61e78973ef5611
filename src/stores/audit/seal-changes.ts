import { Prisma } from '../generated/client.ts';
import { readHorizonNow } from '../sql/change-horizon.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { hashChanges, readLastSeal } from './sealed-changes.ts';
import { mayFollow, readHead, signatureOf } from './trail-head.ts';

/**
 * Seals the changes of all units of work below the horizon that are not sealed yet. Units of work that are still
 * writing changes, of any tenant, have numbers at or above the horizon and are covered by a later seal.
 */
export async function sealChanges(scope: TenantScope, at: Date): Promise<number> {
  const head = await readHead(scope);
  const last = await readLastSeal(scope);
  if (!mayFollow(head, scope.trailKey) || head.seals !== last.number) return 0;
  const units = { fromXid: last.below_xid, belowXid: await readHorizonNow(scope, scope.reports), xidOffset: '0' };
  const { changes, hash } = await hashChanges(scope, units, last.hash);
  if (changes === 0) return 0;
  const next = { tenant_id: head.tenant_id, seals: last.number + 1, hash };
  // An unsigned head remains unsigned: the operator must confirm everything older than the key.
  const signature = scope.trailKey && head.signature !== null ? signatureOf(next, scope.trailKey) : null;
  // If another replica was faster, its seal is kept.
  const isSealed = await inUnitOfWork(scope, async (rows) => {
    const added = await rows(Prisma.sql`
      INSERT INTO change_seals (tenant_id, number, sealed_at, below_xid, changes, hash)
      VALUES (${scope.tenantId}, ${next.seals}, ${at.toISOString()}::timestamptz, ${units.belowXid}::bigint, ${changes},
        decode(${hash}, 'hex'))
      ON CONFLICT DO NOTHING RETURNING number`);
    if (added.length === 0) return false;
    await rows(Prisma.sql`
      UPDATE trail_heads SET seals = ${next.seals}, hash = decode(${hash}, 'hex'), signature = decode(${signature}, 'hex')
      ${where(scope, [])} RETURNING seals`);
    return true;
  });
  return isSealed ? changes : 0;
}
