import type { Statements } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';
import type { TenantScope } from './tenant-scope.ts';

/** Changes with smaller numbers are complete, for every statement that begins after the answer. */
export type ChangeHorizon = string;

/** Read where the tenant's records are, as each node numbers its own units of work. */
export async function readHorizon(
  { isOwned }: Pick<TenantScope, 'isOwned'>,
  statements: Statements,
): Promise<ChangeHorizon> {
  const [row] = await statements.rows<{ horizon: string }>(Prisma.sql`
    SELECT change_horizon()::text AS horizon, count(*) FROM tenants WHERE ${isOwned}`);
  return row!.horizon;
}
