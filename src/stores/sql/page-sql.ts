import { keysOfOrder, newestFirst } from '../../domain/lists/list-order.ts';
import type { OrderedPage, PageRequest } from '../../ports/stores/page-request.ts';
import { Prisma } from '../generated/client.ts';
import type { Column } from './filter-columns.ts';
import { limitTo } from './tenant-scope.ts';

/** A page of a list in any order: the rows after its cursor, and their order. */
export type PageSql = {
  /** The sort field of the list; null if there are several. */
  readonly field: string | null;
  readonly isAfter: Prisma.Sql | null;
  readonly order: Prisma.Sql;
  readonly limit: Prisma.Sql;
};

type Columns<Field extends string> = { readonly [Name in Field | 'createdAt']: Column };
type Key = { readonly by: Prisma.Sql; readonly isDescending: boolean; readonly value: Prisma.Sql | null };

/** The id breaks ties, in the direction of the last sort key. */
export function pageSql<Field extends string>(
  columns: Columns<Field>,
  page: PageRequest | OrderedPage<Field>,
): PageSql {
  const { order, after, limit } = ordered(page);
  const fields = keysOfOrder<Field | 'createdAt'>(order).map(({ field, direction }, index): Key => {
    const { sql, type, order: by = sql } = columns[field];
    return { by, isDescending: direction === 'DESC', value: after && Prisma.sql`${after.values[index]}::${type}` };
  });
  const { isDescending } = fields.at(-1)!;
  const keys = [
    ...fields,
    { by: Prisma.sql`service_id`, isDescending, value: after && Prisma.sql`${after.serviceId}::uuid` },
  ];
  const directed = keys.map((key) => Prisma.sql`${key.by} ${key.isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`}`);
  return {
    field: fields.length === 1 ? order.field : null,
    isAfter: after && isAfter(keys),
    order: Prisma.sql`ORDER BY ${Prisma.join(directed)}`,
    limit: limitTo(limit),
  };
}

/**
 * In a single direction, the cursor is compared as a row, so that an index in this order can be used. In several
 * directions, each key decides if all previous keys are equal; only the first key limits the rows to read.
 */
function isAfter(keys: readonly Key[]): Prisma.Sql {
  const [first] = keys as readonly [Key];
  const isOneWay = keys.every(({ isDescending }) => isDescending === first.isDescending);
  if (isOneWay) {
    const names = Prisma.join(keys.map(({ by }) => by));
    const position = Prisma.join(keys.map(({ value }) => value!));
    return Prisma.sql`(${names}) ${first.isDescending ? Prisma.sql`<` : Prisma.sql`>`} (${position})`;
  }
  const cases = keys.map(({ by, isDescending, value }, index) => {
    const equal = keys.slice(0, index).map((key) => Prisma.sql`${key.by} = ${key.value}`);
    const beyond = Prisma.sql`${by} ${isDescending ? Prisma.sql`<` : Prisma.sql`>`} ${value}`;
    return Prisma.sql`(${Prisma.join([...equal, beyond], ' AND ')})`;
  });
  const bound = Prisma.sql`${first.by} ${first.isDescending ? Prisma.sql`<=` : Prisma.sql`>=`} ${first.value}`;
  return Prisma.sql`(${bound} AND (${Prisma.join(cases, ' OR ')}))`;
}

function ordered<Field extends string>(
  page: PageRequest | OrderedPage<Field>,
): OrderedPage<Field> | OrderedPage<'createdAt'> {
  if ('order' in page) return page;
  const { limit, after, direction = newestFirst.direction } = page;
  const position = after && { values: [after.createdAt.toISOString()], serviceId: after.serviceId };
  return { limit, order: { ...newestFirst, direction }, after: position };
}
