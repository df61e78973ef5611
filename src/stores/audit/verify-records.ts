import { Prisma } from '../generated/client.ts';
import { filingDigest } from '../returns/filing-digest.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

const mostNamed = 100;

/** Members may be missing only if the personal data of the record or its customer was erased. */
export async function findWronglyErased(scope: TenantScope): Promise<string[]> {
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
  return rows.map(({ change_id }) => `Change ${change_id} has lost its members, and no change ERASED says why.`);
}

/** The trail contains the digest of the filed figures. */
export async function findAlteredFilings(scope: TenantScope): Promise<string[]> {
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
