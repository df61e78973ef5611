import { formatCount } from '../../domain/base/words.ts';
import type { TrailCheck } from '../../ports/stores/audit-store.ts';
import { Prisma } from '../generated/client.ts';
import { filingDigest } from '../returns/filing-digest.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { type HashedChanges, hashChanges, noSeal, readSeals, type Seal } from './sealed-changes.ts';
import { type HeadAndSeal, isSigned, readHead } from './trail-head.ts';

/** Recalculates every seal from the current changes. */
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
    // Computed from the current changes, not read from the seals.
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
  if (!head) return ['The head of the trail was removed; every tenant must have a trail head.'];
  const last = head.last_number ?? 0;
  const faults: string[] = [];
  if (head.seals !== last) faults.push(`The head lists ${head.seals} seals, but the last seal is ${last}.`);
  else if (head.hash !== (head.last_hash ?? '')) faults.push(`Seal ${last} does not match the head.`);
  if (key === null && head.signature !== null) {
    faults.push('The head is signed but cannot be checked. Set KEY_ENCRYPTION_KEY.');
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
    faults.push(
      `Seal ${seal.number} covers ${formatCount(seal.changes, 'change')}, but ${formatCount(found.changes, 'exists', 'exist')}.`,
    );
  } else if (!hashesOf(found).includes(seal.hash)) {
    faults.push(`The changes covered by seal ${seal.number}, or the previous seal, were altered.`);
  }
  return faults;
}

const mostNamed = 100;

/** Finds changes that have lost their members although neither the record nor its customer was erased. */
async function findWronglyErased(scope: TenantScope): Promise<string[]> {
  const rows = await scope.reports.rows<{ change_id: string }>(Prisma.sql`
    SELECT change_id::text FROM changes AS emptied
    WHERE emptied.tenant_id = ${scope.tenantId} AND members IS NULL AND digest <> sha256('')
      AND NOT EXISTS (
        SELECT FROM changes AS erasure
        WHERE erasure.tenant_id = ${scope.tenantId} AND erasure.members ? 'erasedBecause' AND erasure.xid >= emptied.xid
          AND (erasure.record_id = emptied.record_id OR erasure.record_id IN (
            SELECT customer_id::text FROM transactions
            WHERE transactions.tenant_id = ${scope.tenantId} AND transactions.service_id::text = emptied.record_id)))
    ORDER BY at LIMIT ${mostNamed}`);
  return rows.map(
    ({ change_id }) => `The members of change ${change_id} are missing, but no ERASED change explains this.`,
  );
}

/** The trail contains the digest of the filed figures. */
async function findAlteredFilings(scope: TenantScope): Promise<string[]> {
  const rows = await scope.reports.rows<{ record_id: string; number: string; fault: string }>(Prisma.sql`
    WITH noted AS (
      SELECT record_id, members -> 'filingCount' ->> 1 AS number, members -> 'figuresDigest' ->> 1 AS digest
      FROM changes ${where(scope, [Prisma.sql`record_type = 'TAX_RETURN' AND members ? 'filingCount'`])}
    ), stored AS (
      SELECT return_id::text AS record_id, number::text AS number, ${filingDigest} AS digest
      FROM return_filings ${where(scope, [])}
    )
    SELECT record_id, number, CASE WHEN stored.digest IS NULL THEN 'was removed'
      WHEN noted.record_id IS NULL THEN 'is in no change' ELSE 'was altered' END AS fault
    FROM noted FULL JOIN stored USING (record_id, number)
    WHERE stored.digest IS NULL OR noted.digest IS DISTINCT FROM stored.digest
    ORDER BY record_id, number LIMIT ${mostNamed}`);
  return rows.map(({ record_id, number, fault }) => `Filing ${number} of return ${record_id} ${fault}.`);
}
