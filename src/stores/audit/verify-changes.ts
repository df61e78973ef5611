import type { TrailCheck } from '../../ports/stores/audit-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { type HashedChanges, hashChanges, noSeal, readSeals, type Seal } from './sealed-changes.ts';

/** Recalculates every seal from the changes that are there now. */
export async function verifyChanges(scope: TenantScope): Promise<TrailCheck> {
  const seals = await readSeals(scope);
  const faults: string[] = [];
  let sealed = 0;
  let erased = 0;
  let last = noSeal;
  for (const seal of seals) {
    const units = {
      fromXid: last.below_xid,
      belowXid: seal.below_xid,
      xidOffset: seal.xid_offset,
      isInTextOrder: seal.is_in_text_order,
    };
    const found = await hashChanges(scope, units, last.hash);
    faults.push(...faultsOf(seal, last, found));
    sealed += found.changes;
    erased += found.erased;
    last = seal;
  }
  const [rest] = await scope.reports.rows<{ count: number }>(Prisma.sql`
    SELECT count(*)::int AS count FROM changes ${where(scope, [Prisma.sql`xid >= ${last.below_xid}::bigint`])}`);
  return { seals: seals.length, sealed, unsealed: rest?.count ?? 0, erased, lastHash: last.hash, faults };
}

function faultsOf(seal: Seal, last: Seal, found: HashedChanges): string[] {
  const faults = found.altered.map((id) => `The members of change ${id} were altered.`);
  if (seal.number !== last.number + 1) faults.push(`Seal ${last.number + 1} is missing.`);
  if (found.changes !== seal.changes) {
    faults.push(`Seal ${seal.number} covers ${seal.changes} changes, but ${found.changes} are there.`);
  } else if (found.hash !== seal.hash) {
    faults.push(`The changes that seal ${seal.number} covers, or the seal before it, were altered.`);
  }
  return faults;
}
