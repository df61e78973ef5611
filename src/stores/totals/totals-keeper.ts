import { type BackgroundWork, createBackgroundWork } from '../database/background-work.ts';
import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { createTenantScope } from '../sql/tenant-scope.ts';
import { backFill } from './back-fill.ts';
import { changesPerFold, foldChanges } from './fold-changes.ts';

const everyMs = 5_000;

/**
 * Keeps the totals of all tenants up in the background, on every replica: it works out those of older documents, and folds
 * changes into sums. Reports are exact without it, but read more.
 */
export function createTotalsKeeper(database: Database, onError: (error: unknown) => void): BackgroundWork {
  return createBackgroundWork({ everyMs, onError, run: (isStopped) => keepUp(database, isStopped) });
}

async function keepUp(database: Database, isStopped: () => boolean): Promise<void> {
  async function inParts(tenantId: string, part: typeof backFill, isDone: (done: number) => boolean): Promise<void> {
    const scope = createTenantScope(database, tenantId);
    while (!isStopped() && !isDone(await part(scope)));
  }

  for (const tenantId of await tenantsIn(database, Prisma.sql`transactions`, Prisma.sql`totals IS NULL`)) {
    await inParts(tenantId, backFill, (done) => done === 0);
  }
  for (const tenantId of await tenantsIn(database, Prisma.sql`total_changes`, Prisma.sql`TRUE`)) {
    await inParts(tenantId, foldChanges, (done) => done < changesPerFold);
  }
}

/** One step of the index for each tenant, however many rows it has. */
async function tenantsIn({ reports }: Database, table: Prisma.Sql, condition: Prisma.Sql): Promise<string[]> {
  const first = Prisma.sql`SELECT tenant_id FROM ${table} WHERE ${condition}`;
  const rows = await reports.rows<{ tenant_id: string }>(Prisma.sql`
    WITH RECURSIVE found AS (
      (${first} ORDER BY tenant_id LIMIT 1)
      UNION ALL
      SELECT (${first} AND ${table}.tenant_id > found.tenant_id ORDER BY tenant_id LIMIT 1) FROM found
      WHERE found.tenant_id IS NOT NULL
    )
    SELECT tenant_id FROM found WHERE tenant_id IS NOT NULL`);
  return rows.map(({ tenant_id }) => tenant_id);
}
