import { type BackgroundWork, createBackgroundWork } from '../background/background-work.ts';
import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { readHorizonNow } from '../sql/change-horizon.ts';
import { createTenantScope, type TenantScope, where } from '../sql/tenant-scope.ts';
import { forEachTenant, tenantsIn } from '../sql/tenants-in.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { hashChanges, lowestXid, readLastSeal } from './sealed-changes.ts';
import { mayFollow, readHead, signatureOf } from './trail-head.ts';

const everyMs = 60_000;

type Sealing = { now(): Date; onError(error: unknown): void };

/** Seals the new changes of all tenants about once a minute. Every replica tries; the first one succeeds. */
export function createChangeSealer(database: Database, { now, onError }: Sealing): BackgroundWork {
  return createBackgroundWork({
    everyMs,
    onError,
    async run(isStopped) {
      await forEachTenant(await tenantsWithNewChanges(database), isStopped, async (tenantId) => {
        await sealChanges(createTenantScope(database, tenantId), now());
      });
    },
  });
}

/** Two index lookups per tenant, regardless of its number of changes. */
function tenantsWithNewChanges(database: Database): Promise<string[]> {
  return tenantsIn(
    database,
    Prisma.sql`changes`,
    (isAsked) => Prisma.sql`xid >= coalesce((
      SELECT max(below_xid) FROM change_seals WHERE change_seals.tenant_id = tenants.tenant_id
        AND ${isAsked(Prisma.sql`change_seals.tenant_id`)}), ${lowestXid}::bigint)`,
  );
}

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
