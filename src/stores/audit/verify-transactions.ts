import type { RecordCheck } from '../../ports/stores/audit-store.ts';
import { Prisma } from '../generated/client.ts';
import { digestInTrail, documentDigest } from '../sql/document-digest.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

const rowsPerPart = 500;
const mostNamed = 100;

type Compared = { readonly id: string; readonly key: string; readonly is_same: boolean | null };

/**
 * Compares each document with the digest in its last change that contains a digest. If both are forged, the seals
 * detect it.
 */
export async function verifyTransactions(scope: TenantScope): Promise<RecordCheck> {
  const faults: string[] = [];
  let checked = 0;
  let withoutDigest = 0;
  for (let after: string | null = null; ; ) {
    const rows: Compared[] = await compareAfter(scope, after);
    for (const { key, is_same } of rows) {
      if (is_same === null) withoutDigest += 1;
      else if (!is_same) faults.push(`The document ${key} differs from the trail.`);
    }
    checked += rows.length;
    after = rows.at(-1)?.id ?? null;
    if (rows.length < rowsPerPart) break;
  }
  faults.push(...(await findRemoved(scope)));
  return { checked, withoutDigest, faults: faults.slice(0, mostNamed) };
}

function compareAfter(scope: TenantScope, after: string | null): Promise<Compared[]> {
  const isNext = after === null ? null : Prisma.sql`service_id > ${after}::uuid`;
  return scope.reports.rows<Compared>(Prisma.sql`
    SELECT service_id::text AS id, source || '/' || external_id AS key, ${documentDigest} = ${digestInTrail(scope)} AS is_same
    FROM transactions ${where(scope, [isNext])} ORDER BY service_id LIMIT ${rowsPerPart}`);
}

/** A trigger records each new digest in the trail. */
export async function addDigests(scope: TenantScope, onPart: (documents: number) => void): Promise<void> {
  for (let after: string | null = null; ; ) {
    const isNext = after === null ? null : Prisma.sql`service_id > ${after}::uuid`;
    // Computed in a subquery, because a distributed database would refuse the computation among the new values.
    const rows: { id: string }[] = await scope.reports.rows(Prisma.sql`
      UPDATE transactions SET record_digest = lacking.digest FROM (
        SELECT service_id AS id, ${documentDigest} AS digest FROM transactions
        ${where(scope, [Prisma.sql`record_digest IS NULL`, isNext])} ORDER BY service_id LIMIT ${rowsPerPart}
      ) AS lacking ${where(scope, [Prisma.sql`service_id = lacking.id AND record_digest IS NULL`])}
      RETURNING lacking.id::text AS id`);
    if (rows.length === 0) return;
    onPart(rows.length);
    after = rows.reduce((last, { id }) => (id > last ? id : last), '');
  }
}

/** Finds documents that were removed: documents may be cancelled, but never removed. */
async function findRemoved(scope: TenantScope): Promise<string[]> {
  const rows = await scope.reports.rows<{ record_key: string }>(Prisma.sql`
    SELECT DISTINCT record_key FROM changes ${where(scope, [
      Prisma.sql`record_type = 'TRANSACTION' AND NOT EXISTS (
        SELECT FROM transactions WHERE transactions.tenant_id = ${scope.tenantId}
          AND service_id::text = changes.record_id)`,
    ])} LIMIT ${mostNamed}`);
  return rows.map(({ record_key }) => `The document ${record_key} was removed.`);
}
