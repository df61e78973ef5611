import type { Statements } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';
import type { TenantScope } from './tenant-scope.ts';

/** Changes with lower numbers are complete for every statement that begins after the response. */
export type ChangeHorizon = string;

/** Read where the tenant's records are, because each node numbers its own units of work. */
export async function readHorizon(
  { isOwned }: Pick<TenantScope, 'isOwned'>,
  statements: Statements,
): Promise<ChangeHorizon> {
  const [row] = await statements.rows<{ horizon: string }>(Prisma.sql`
    SELECT change_horizon()::text AS horizon, count(*) FROM tenants WHERE ${isOwned}`);
  return row!.horizon;
}

/**
 * The same after every unit of work that has ended. A change may have the number that PostgreSQL assigns next. On a
 * quiet server, it would stay unread until another write, so the number is taken here.
 */
export async function readHorizonNow(scope: TenantScope, statements: Statements): Promise<ChangeHorizon> {
  await scope.statements.rows(Prisma.sql`
    SELECT pg_current_xact_id()::text AS taken, count(*) FROM tenants WHERE ${scope.isOwned}`);
  return readHorizon(scope, statements);
}
