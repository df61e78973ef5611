import type { Actor, WriterClaim } from '../../domain/audit/change.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { Database, PrismaDatabase } from '../database/database.ts';
import type { Statements } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';

/**
 * The tenant whose records a statement reads or writes. The statements of a tenant's stores are built from its scope.
 */
export type TenantScope = {
  readonly prisma: PrismaDatabase;
  readonly statements: Statements;
  /** Statements for long-running work, such as reports and backfills. */
  readonly reports: Statements;
  readonly tenantId: Prisma.Sql;
  /** The author of a change, written into the record. The audit trail copies the author from there. */
  readonly changedBy: Prisma.Sql;
  /** The idempotency key under which a write stores its outcome; null if the request has no key. */
  readonly claim: (WriterClaim & { readonly clientId: string }) | null;
  /** The first condition of every read and change. */
  readonly isOwned: Prisma.Sql;
  /** Key for signing the heads of audit trails; null if no key is configured. */
  readonly trailKey: Uint8Array | null;
};

export function createTenantScope(
  { prisma, statements, reports, trailKey = null }: Pick<Database, 'prisma' | 'statements' | 'reports' | 'trailKey'>,
  tenantId: string,
  actor?: Actor,
): TenantScope {
  const value = Prisma.sql`${tenantId}::uuid`;
  const changedBy = Prisma.sql`${actor ? JSON.stringify(actor) : null}::jsonb`;
  return {
    prisma,
    statements,
    reports,
    tenantId: value,
    changedBy,
    claim: actor?.claim ? { ...actor.claim, clientId: actor.clientId } : null,
    isOwned: Prisma.sql`tenant_id = ${value}`,
    trailKey,
  };
}

/** `WHERE` with the scope's own condition and the given conditions; nulls are skipped. */
export function where(scope: TenantScope, conditions: readonly (Prisma.Sql | null)[]): Prisma.Sql {
  const present = conditions.filter((condition) => condition !== null);
  return Prisma.sql`WHERE ${Prisma.join([scope.isOwned, ...present], ' AND ')}`;
}

/** Locks the tenant's row, so that units of work that check a limit before they write run one at a time. */
export function lockTenant(scope: TenantScope): Prisma.Sql {
  return Prisma.sql`SELECT tenant_id FROM tenants ${where(scope, [])} FOR UPDATE`;
}

/** The rows after a page's cursor, compared as rows so that the list's index can be used. */
export function isAfter({ after, direction }: PageRequest): Prisma.Sql | null {
  if (!after) return null;
  const isBehind = direction === 'ASC' ? Prisma.sql`>` : Prisma.sql`<`;
  return Prisma.sql`(created_at, service_id) ${isBehind} (${after.createdAt.toISOString()}::timestamptz, ${after.serviceId}::uuid)`;
}

export function orderByCreation({ limit, direction }: PageRequest): Prisma.Sql {
  const by = direction === 'ASC' ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  return Prisma.sql`ORDER BY created_at ${by}, service_id ${by} ${limitTo(limit)}`;
}

/** Whether the limit is a common page size: a multiple of five, optionally plus the row after the page. */
const isUsual = (limit: number) => limit <= 101 && limit % 5 <= 1;

/**
 * Common sizes are part of the text: PostgreSQL expects an unknown limit to return a tenth of the rows, and replans the
 * statement for every use. Other sizes are parameters, because each text uses one of the names for prepared statements.
 */
export function limitTo(limit: number): Prisma.Sql {
  return isUsual(limit) ? Prisma.raw(`LIMIT ${limit}`) : Prisma.sql`LIMIT ${limit}`;
}

/**
 * Joins the rows sent with a statement to the tenant, as the source of an insert. A distributed database then inserts
 * them on the tenant's node. Otherwise, the database would move the rows through the coordinator, in two phases that
 * need every node. The table `tenants` may have columns with the same names.
 */
export function besideTenant({ tenantId }: TenantScope, sent: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`FROM tenants CROSS JOIN ${sent} WHERE tenants.tenant_id = ${tenantId}`;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Must be checked before external text is compared with a uuid column: PostgreSQL refuses any other text. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
