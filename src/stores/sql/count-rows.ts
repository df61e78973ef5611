import { Prisma } from '../generated/client.ts';
import { planningOf } from './filter-sql.ts';
import { type TenantScope, where } from './tenant-scope.ts';

/** The number of the tenant's rows that meet the conditions. `pool` is `reports` if the statement may take long. */
export async function countRows(
  scope: TenantScope,
  pool: 'statements' | 'reports',
  table: string,
  conditions: readonly Prisma.Sql[],
): Promise<number> {
  const [row] = await scope[pool].rows<{ count: number }>(
    Prisma.sql`SELECT count(*)::int AS count FROM ${Prisma.raw(table)} ${where(scope, conditions)}`,
    planningOf(conditions),
  );
  return row?.count ?? 0;
}
