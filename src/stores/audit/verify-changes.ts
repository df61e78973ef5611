import type { TrailCheck } from '../../ports/stores/audit-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { type HashedChanges, hashChanges, noSeal, readSeals, type Seal } from './sealed-changes.ts';
import { type HeadAndSeal, isSigned, readHead } from './trail-head.ts';
import { findAlteredFilings, findWronglyErased } from './verify-records.ts';

/** Recalculates every seal from the present changes. */
export async function verifyChanges(scope: TenantScope, expected: readonly string[] = []): Promise<TrailCheck> {
  const head = await readHead(scope);
  const seals = await readSeals(scope);
  const faults = headFaults(head, scope.trailKey);
  const known: string[] = [];
  let sealed = 0;
  let erased = 0;
  let last = noSeal;
  for (const seal of seals) {
    const units = { fromXid: last.below_xid, belowXid: seal.below_xid, xidOffset: seal.xid_offset };
    const found = await hashChanges(scope, units, last.hash);
    faults.push(...faultsOf(seal, last, found));
    sealed += found.changes;
    erased += found.erased;
    // Computed from the present changes, independent of the seals.
    known.push(...hashesOf(found).filter((hash) => expected.includes(hash)));
    last = seal;
  }
  faults.push(...(await findWronglyErased(scope)), ...(await findAlteredFilings(scope)));
  const [rest] = await scope.reports.rows<{ count: number }>(Prisma.sql`
    SELECT count(*)::int AS count FROM changes ${where(scope, [Prisma.sql`xid >= ${last.below_xid}::bigint`])}`);
  return {
    seals: seals.length,
    sealed,
    unsealed: rest?.count ?? 0,
    erased,
    lastHash: last.hash,
    known,
    isSigned: !!head?.signature,
    faults,
  };
}

function headFaults(head: HeadAndSeal | null, key: Uint8Array | null): string[] {
  if (!head) return ['The head of the trail, which every tenant has, was removed.'];
  const last = head.last_number ?? 0;
  const faults: string[] = [];
  if (head.seals !== last) faults.push(`The head names ${head.seals} seals, but the last one is ${last}.`);
  else if (head.hash !== (head.last_hash ?? '')) faults.push(`Seal ${last} is not the one that the head names.`);
  if (key === null && head.signature !== null) {
    faults.push('The head is signed, and cannot be checked: set KEY_ENCRYPTION_KEY.');
  } else if (key !== null && head.signature === null) {
    faults.push(
      'The head is not signed. If it is older than KEY_ENCRYPTION_KEY, compare its hash and use "audit sign".',
    );
  } else if (key !== null && !isSigned(head, key)) {
    faults.push('The signature of the head is wrong: it was altered, or signed with another KEY_ENCRYPTION_KEY.');
  }
  return faults;
}

const hashesOf = ({ hash, hashWithoutRecords }: HashedChanges) => [...new Set([hash, hashWithoutRecords])];

function faultsOf(seal: Seal, last: Seal, found: HashedChanges): string[] {
  const faults = found.altered.map((id) => `The members of change ${id} were altered.`);
  if (seal.number !== last.number + 1) faults.push(`Seal ${last.number + 1} is missing.`);
  if (found.changes !== seal.changes) {
    faults.push(`Seal ${seal.number} covers ${seal.changes} changes, but ${found.changes} are there.`);
  } else if (!hashesOf(found).includes(seal.hash)) {
    faults.push(`The changes that seal ${seal.number} covers, or the seal before it, were altered.`);
  }
  return faults;
}
