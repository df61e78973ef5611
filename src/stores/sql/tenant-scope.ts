import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';

/** Whose records a statement reads or writes. Every statement of the tenants' stores is built from one. */
export type TenantScope = {
  readonly prisma: PrismaDatabase;
  readonly tenantId: Prisma.Sql;
  /** The condition that all reading and changing begins with. */
  readonly isOwned: Prisma.Sql;
};

export function createTenantScope(prisma: PrismaDatabase, tenantId: string): TenantScope {
  const value = Prisma.sql`${tenantId}::uuid`;
  return { prisma, tenantId: value, isOwned: Prisma.sql`tenant_id = ${value}` };
}

/** `WHERE` with these conditions and the scope's own; absent ones are left out. */
export function where(scope: TenantScope, conditions: readonly (Prisma.Sql | null)[]): Prisma.Sql {
  const present = conditions.filter((condition) => condition !== null);
  return Prisma.sql`WHERE ${Prisma.join([scope.isOwned, ...present], ' AND ')}`;
}

/** Where a page begins; a comparison of rows, which the index of the list serves. */
export function isAfter({ after }: PageRequest): Prisma.Sql | null {
  if (!after) return null;
  return Prisma.sql`(created_at, service_id) < (${after.createdAt.toISOString()}::timestamptz, ${after.serviceId}::uuid)`;
}

export function newestFirst({ limit }: PageRequest): Prisma.Sql {
  return Prisma.sql`ORDER BY created_at DESC, service_id DESC LIMIT ${limit}`;
}

/** `column = value`, where a value was given. */
export function equals(column: Prisma.Sql, value: string | undefined): Prisma.Sql | null {
  return value === undefined ? null : Prisma.sql`${column} = ${value}`;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ids come from outside, and PostgreSQL refuses to compare a uuid with anything else: no other text is an id of ours. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
