import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';

/** The tenants with matching rows in a table. Takes one index look-up for each tenant, however many rows it has. */
export async function tenantsIn(
  { reports }: Pick<Database, 'reports'>,
  table: Prisma.Sql,
  condition: Prisma.Sql,
): Promise<string[]> {
  const rows = await reports.rows<{ tenant_id: string }>(Prisma.sql`
    SELECT tenant_id FROM tenants WHERE EXISTS (
      SELECT FROM ${table} WHERE ${table}.tenant_id = tenants.tenant_id AND ${condition})`);
  return rows.map(({ tenant_id }) => tenant_id);
}
