import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { TransactionOwners } from '../../ports/stores/transaction-store.ts';
import { Prisma } from '../generated/client.ts';
import { planningOf } from './filter-sql.ts';
import type { PageSql } from './page-sql.ts';
import { isUuid, type TenantScope, where } from './tenant-scope.ts';

/**
 * Records that each own a list: a table of the records with their positions, and the condition that selects the rows of
 * a record.
 */
type Owners = {
  readonly count: number;
  readonly table: Prisma.Sql;
  readonly isTheirs: Prisma.Sql;
  /** The order in which an index returns the rows of one owner. */
  readonly indexed?: string;
};

/** A customer with an invalid id has an empty list. */
export function customerOwners(customerIds: readonly string[], indexed?: string): Owners {
  const ids = customerIds.map((id) => (isUuid(id) ? id : null));
  return {
    count: ids.length,
    table: Prisma.sql`unnest(${ids}::uuid[]) WITH ORDINALITY AS owner(owner_id, position)`,
    isTheirs: Prisma.sql`customer_id = owner.owner_id`,
    indexed,
  };
}

export function ownersOf(owners: TransactionOwners): Owners {
  return owners.kind === 'customers' ? customerOwners(owners.customerIds, 'createdAt') : documentOwners(owners.keys);
}

/** Owners of the documents that refer to them in `createdFrom`, within the same source. */
function documentOwners(keys: readonly NaturalKey[]): Owners {
  const sources = keys.map(({ source }) => source);
  const externalIds = keys.map(({ externalId }) => externalId);
  return {
    count: keys.length,
    table: Prisma.sql`unnest(${sources}::text[], ${externalIds}::text[])
      WITH ORDINALITY AS owner(owner_source, owner_key, position)`,
    isTheirs: Prisma.sql`source = owner.owner_source AND created_from = owner.owner_key`,
  };
}

type Lists = { readonly owners: Owners; readonly table: Prisma.Sql; readonly conditions: readonly Prisma.Sql[] };

/**
 * The same page of every owner's list, in one statement that limits each list separately. If no index returns an
 * owner's rows in the requested order, the rows are found first and then sorted; otherwise the planner would scan the
 * order's index, with everyone's rows, once per owner.
 */
export async function pagesByOwner<Row>(
  scope: TenantScope,
  { owners, columns, table, conditions }: Lists & { readonly columns: Prisma.Sql },
  { field, isAfter, order, limit }: PageSql,
): Promise<Row[][]> {
  const pages: Row[][] = Array.from({ length: owners.count }, () => []);
  if (owners.count === 0) return pages;
  const isTheirs = where(scope, [owners.isTheirs]);
  const own =
    owners.indexed === field
      ? Prisma.sql`${table} ${where(scope, [owners.isTheirs, ...conditions, isAfter])}`
      : Prisma.sql`(SELECT * FROM ${table} ${isTheirs} OFFSET 0) AS own ${where(scope, [...conditions, isAfter])}`;
  const select = Prisma.sql`SELECT owner.position, row_number() OVER () AS rank, page.*
    FROM ${owners.table} CROSS JOIN LATERAL (SELECT ${columns} FROM ${own} ${order} ${limit}) AS page`;
  const rows = await scope.statements.rows<Row & { position: number; rank: number }>(select, planningOf(conditions));
  for (const row of rows.sort((one, other) => one.rank - other.rank)) pages[row.position - 1]?.push(row);
  return pages;
}

/** The length of every owner's list, in one statement. */
export async function countsByOwner(scope: TenantScope, { owners, table, conditions }: Lists): Promise<number[]> {
  const counts: number[] = Array.from({ length: owners.count }, () => 0);
  if (owners.count === 0) return counts;
  const counting = Prisma.sql`
    SELECT owner.position::int AS position, count(*)::int AS count FROM ${owners.table} JOIN ${table} ON ${owners.isTheirs}
    ${where(scope, conditions)} GROUP BY owner.position`;
  const rows = await scope.statements.rows<{ position: number; count: number }>(counting, planningOf(conditions));
  for (const { position, count } of rows) counts[position - 1] = count;
  return counts;
}
