import type { ClientBase } from 'pg';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { alikeColumns } from '../transactions/count-alike.ts';
import { lockOfSums } from './fold-changes.ts';

const alike = Prisma.raw(alikeColumns);

export const changesPerCount = 200;

/** Moves some of the changes into the counts, in one unit of work; see `foldChanges`. */
export async function foldCounts(scope: TenantScope): Promise<number> {
  let folded = 0;
  await inUnitOfWork(scope, async (rows) => {
    const [lock] = await rows<{ locked: string }>(lockOfSums(scope, Prisma.sql`pg_try_advisory_xact_lock`));
    if (lock?.locked !== 'true') return false;
    const found = await rows<{ number: string }>(Prisma.sql`
      SELECT number::text FROM document_count_changes ${where(scope, [])} ORDER BY number LIMIT ${changesPerCount}`);
    if (found.length === 0) return false;
    const taken = where(scope, [Prisma.sql`number = ANY(${found.map(({ number }) => number)}::bigint[])`]);
    await rows(addToCounts(Prisma.sql`SELECT tenant_id, ${alike}, documents FROM document_count_changes ${taken}`));
    await rows(Prisma.sql`DELETE FROM document_count_changes ${taken} RETURNING number`);
    folded = found.length;
    return true;
  });
  return folded;
}

/** The number of counts that differ from the documents. */
export async function recountAlike(scope: TenantScope): Promise<number> {
  const [row] = await scope.reports.rows<{ count: number }>(
    Prisma.sql`SELECT count(*)::int AS count FROM (${differences(scope)}) AS differing`,
  );
  return row?.count ?? 0;
}

/**
 * Adds the difference between documents and counts, both as of the same instant, so concurrent writes and folding do no
 * harm.
 */
export async function repairAlike(scope: TenantScope): Promise<void> {
  await inUnitOfWork(scope, async (rows) => {
    await rows(lockOfSums(scope, Prisma.sql`pg_advisory_xact_lock`));
    await rows(addToCounts(differences(scope)));
    return true;
  });
}

function addToCounts(numbers: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO document_counts AS counts (tenant_id, digest, ${alike}, documents)
    SELECT tenant_id, md5(jsonb_build_array(${alike})::text)::uuid, ${alike}, sum(documents)
    FROM (${numbers}) AS numbers GROUP BY tenant_id, ${alike}
    ON CONFLICT (tenant_id, digest) DO UPDATE SET documents = counts.documents + excluded.documents
    RETURNING 1 AS added`;
}

function differences(scope: TenantScope): Prisma.Sql {
  const own = where(scope, []);
  return Prisma.sql`
    SELECT tenant_id, ${alike}, sum(documents) AS documents FROM (
      SELECT tenant_id, ${alike}, count(*) AS documents FROM transactions ${own} GROUP BY tenant_id, ${alike}
      UNION ALL
      SELECT tenant_id, ${alike}, -documents FROM document_counts ${own}
      UNION ALL
      SELECT tenant_id, ${alike}, -documents FROM document_count_changes ${own}
    ) AS both_sides
    GROUP BY tenant_id, ${alike} HAVING sum(documents) <> 0`;
}

/** Counts the documents stored by an import, for one tenant or for all tenants. */
export async function countImported(connection: ClientBase, tenantId: string | null): Promise<void> {
  await connection.query(`
    INSERT INTO document_count_changes (tenant_id, ${alikeColumns}, documents)
    SELECT tenant_id, ${alikeColumns}, count(*) FROM transactions ${tenantId === null ? '' : `WHERE tenant_id = '${tenantId}'::uuid`}
    GROUP BY tenant_id, ${alikeColumns}`);
}
