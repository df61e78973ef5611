import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';

/** The tenants with such rows in a table: one step of its index for each, however many rows it has. */
export async function tenantsIn(
  { reports }: Pick<Database, 'reports'>,
  table: Prisma.Sql,
  condition: Prisma.Sql,
): Promise<string[]> {
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
