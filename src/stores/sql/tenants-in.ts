import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { type IsAsked, onEachNode } from './each-node.ts';

/** The tenants with matching rows in a table. Takes one index lookup per tenant, regardless of its number of rows. */
export async function tenantsIn(
  database: Pick<Database, 'reports'>,
  table: Prisma.Sql,
  condition: (isAsked: IsAsked) => Prisma.Sql = () => Prisma.sql`TRUE`,
): Promise<string[]> {
  const rows = await onEachNode(database, (isAsked) =>
    database.reports.rows<{ tenant_id: string }>(Prisma.sql`
      SELECT tenant_id FROM tenants WHERE ${isAsked(Prisma.sql`tenants.tenant_id`)} AND EXISTS (
        SELECT FROM ${table} WHERE ${table}.tenant_id = tenants.tenant_id AND ${isAsked(Prisma.sql`${table}.tenant_id`)}
          AND ${condition(isAsked)})`),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/**
 * Processes the tenants one at a time. A failure, for example of a tenant's node, does not delay other tenants; the
 * first failure is thrown at the end.
 */
export async function forEachTenant(
  tenantIds: readonly string[],
  isStopped: () => boolean,
  work: (tenantId: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const tenantId of tenantIds) {
    if (isStopped()) break;
    await work(tenantId).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
