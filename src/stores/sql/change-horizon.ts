import type { Statements } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';
import type { TenantScope } from './tenant-scope.ts';

/** A statement that begins after this number was read sees all changes with lower numbers. */
export type ChangeHorizon = string;

/** Reads the horizon on the node of the tenant's records, because each node numbers its own units of work. */
export async function readHorizon(
  { isOwned }: Pick<TenantScope, 'isOwned'>,
  statements: Statements,
): Promise<ChangeHorizon> {
  const [row] = await statements.rows<{ horizon: string }>(Prisma.sql`
    SELECT change_horizon()::text AS horizon, count(*) FROM tenants WHERE ${isOwned}`);
  return row!.horizon;
}

/**
 * Reads a horizon above every unit of work that has ended. On a quiet server, the last change could remain unread until
 * another write, because its number is the next one PostgreSQL would assign. Taking a number here prevents this.
 */
export async function readHorizonNow(scope: TenantScope, statements: Statements): Promise<ChangeHorizon> {
  await scope.statements.rows(Prisma.sql`
    SELECT pg_current_xact_id()::text AS taken, count(*) FROM tenants WHERE ${scope.isOwned}`);
  return readHorizon(scope, statements);
}
