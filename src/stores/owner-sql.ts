import { Prisma } from './generated/client.ts';
import type { PageSql } from './page-sql.ts';
import { readRows } from './rows.ts';
import type { NaturalKey, TransactionOwners } from './stores.ts';
import { isUuid, type TenantScope, where } from './tenant-scope.ts';

/** Records that have a list of others each: a table of them with their places, and which rows are a record's own. */
export type Owners = { readonly count: number; readonly table: Prisma.Sql; readonly isTheirs: Prisma.Sql };

/** Ids that are none stand for customers without anything. */
export function customerOwners(customerIds: readonly string[]): Owners {
  const ids = customerIds.map((id) => (isUuid(id) ? id : null));
  return {
    count: ids.length,
    table: Prisma.sql`unnest(${ids}::uuid[]) WITH ORDINALITY AS owner(owner_id, place)`,
    isTheirs: Prisma.sql`customer_id = owner.owner_id`,
  };
}

export function ownersOf(owners: TransactionOwners): Owners {
  return owners.kind === 'customers' ? customerOwners(owners.customerIds) : documentOwners(owners.keys);
}

/** Documents of the same source that name these in `createdFrom`. */
function documentOwners(keys: readonly NaturalKey[]): Owners {
  const sources = keys.map(({ source }) => source);
  const externalIds = keys.map(({ externalId }) => externalId);
  return {
    count: keys.length,
    table: Prisma.sql`unnest(${sources}::text[], ${externalIds}::text[])
      WITH ORDINALITY AS owner(owner_source, owner_key, place)`,
    isTheirs: Prisma.sql`source = owner.owner_source AND created_from = owner.owner_key`,
  };
}

type Lists = { readonly owners: Owners; readonly conditions: readonly Prisma.Sql[] };

/** The same page of every owner's list, in one statement: each list is cut off by itself, along its index. */
export async function pagesByOwner<Row>(
  scope: TenantScope,
  { owners, from, conditions }: Lists & { readonly from: Prisma.Sql },
  { isAfter, order, limit }: PageSql,
): Promise<Row[][]> {
  const pages: Row[][] = Array.from({ length: owners.count }, () => []);
  if (owners.count === 0) return pages;
  const own = Prisma.sql`${from} ${where(scope, [owners.isTheirs, ...conditions, isAfter])} ${order} ${limit}`;
  const select = Prisma.sql`SELECT owner.place, row_number() OVER () AS rank, page.*
    FROM ${owners.table} CROSS JOIN LATERAL (${own}) AS page`;
  const rows = await readRows<Row & { place: number; rank: number }>(scope.prisma, select);
  for (const row of rows.sort((one, other) => one.rank - other.rank)) pages[row.place - 1]?.push(row);
  return pages;
}

/** How long every owner's list is, in one statement. */
export async function countsByOwner(
  { prisma, ...scope }: TenantScope,
  { owners, table, conditions }: Lists & { readonly table: Prisma.Sql },
): Promise<number[]> {
  const counts: number[] = Array.from({ length: owners.count }, () => 0);
  if (owners.count === 0) return counts;
  const rows = await prisma.$queryRaw<{ place: number; count: number }[]>`
    SELECT owner.place::int AS place, count(*)::int AS count FROM ${owners.table} JOIN ${table} ON ${owners.isTheirs}
    ${where({ prisma, ...scope }, conditions)} GROUP BY owner.place`;
  for (const { place, count } of rows) counts[place - 1] = count;
  return counts;
}
