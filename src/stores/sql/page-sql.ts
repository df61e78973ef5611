import { newestFirst } from '../../domain/lists/list-order.ts';
import type { OrderedPage, PageRequest } from '../../ports/stores/page-request.ts';
import { Prisma } from '../generated/client.ts';
import type { Column } from './filter-columns.ts';

/** A page of a list in any order: the rows after its cursor, and their order. */
export type PageSql = {
  /** The field that the list is ordered by. */
  readonly field: string;
  readonly isAfter: Prisma.Sql | null;
  readonly order: Prisma.Sql;
  readonly limit: Prisma.Sql;
};

/**
 * Ties in the order's field are broken by the id, in the same direction. The cursor is compared as a row, which lets the
 * order's index serve it.
 */
export function pageSql<Field extends string>(
  columns: { readonly [Name in Field | 'createdAt']: Column },
  page: PageRequest | OrderedPage<Field>,
): PageSql {
  const { order, after, limit } = ordered(page);
  const { sql, type, order: by = sql } = columns[order.field];
  const isDescending = order.direction === 'DESC';
  const direction = isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const position = after && Prisma.sql`(${after.value}::${type}, ${after.serviceId}::uuid)`;
  return {
    field: order.field,
    isAfter: position && Prisma.sql`(${by}, service_id) ${isDescending ? Prisma.sql`<` : Prisma.sql`>`} ${position}`,
    order: Prisma.sql`ORDER BY ${by} ${direction}, service_id ${direction}`,
    limit: Prisma.sql`LIMIT ${limit}`,
  };
}

function ordered<Field extends string>(
  page: PageRequest | OrderedPage<Field>,
): OrderedPage<Field> | OrderedPage<'createdAt'> {
  if ('order' in page) return page;
  const { limit, after, direction = newestFirst.direction } = page;
  const position = after && { value: after.createdAt.toISOString(), serviceId: after.serviceId };
  return { limit, order: { ...newestFirst, direction }, after: position };
}
