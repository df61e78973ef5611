import { z } from 'zod';
import { invalidInput } from '../../domain/base/errors.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';
import {
  encodeOrderedCursor,
  newestFirstCursor,
  type OrderField,
  orderedCursor,
  type Position,
} from '../../domain/lists/cursor.ts';
import {
  type ListOrder,
  mostOrderKeys,
  type OrderedPosition,
  type OrderKey,
  positionIn,
} from '../../domain/lists/list-order.ts';
import type { OrderedPage, PageRequest } from '../../ports/stores/page-request.ts';
import { type List, type Listed, listReply, orderedListReply } from './list.ts';
import type { FormatQuery } from './list-format.ts';
import { inParameter } from './problem.ts';
import { addQueryIssue, limitParameter } from './query.ts';
import type { Reply, RouteCall } from './route.ts';

/** The requested page and order of a list. */
export function sortedPageParameters<Field extends OrderField>({ orders }: Ordered<Field>) {
  const fields = new Map(Object.entries<Sort>(orders).map(([field, { sort }]) => [sort, field as Field]));
  const names = [...fields.keys()];
  const sort = z.string().transform((text, ctx): ListOrder<Field> => {
    const keys = text.split(',').map((one) => keyIn(fields, one.trim()));
    const [first, ...thenBy] = keys.filter((key) => key !== null);
    if (first && thenBy.length === keys.length - 1 && keys.length <= mostOrderKeys) return { ...first, thenBy };
    const message = `sort accepts up to ${mostOrderKeys} of ${names.join(', ')}, separated by commas; a leading - means descending.`;
    return addQueryIssue(ctx, 'UNKNOWN_VALUE', message);
  });
  return {
    limit: limitParameter,
    cursor: z.string().optional().meta({
      description: 'Opaque cursor from the Link header of the previous page. Keep filters and sort the same.',
    }),
    sort: sort.optional().meta({
      description: `Order of the list: up to ${mostOrderKeys} of ${names.join(', ')}, separated by commas. A leading - means descending, such as -${names[0]}. Default: newest first.`,
      examples: [`-${names[0]}`],
    }),
  };
}

type Sort = { readonly sort: string };
type Ordered<Field extends OrderField> = { readonly orders: Readonly<Record<Field, Sort>> };

function keyIn<Field extends string>(fields: ReadonlyMap<string, Field>, text: string): OrderKey<Field> | null {
  const field = fields.get(text.replace(/^-/, ''));
  return field === undefined ? null : { field, direction: text.startsWith('-') ? 'DESC' : 'ASC' };
}

type SortedQuery<Field extends OrderField> = {
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: ListOrder<Field>;
} & Partial<FormatQuery>;

/** A list in the requested order. Default: by creation time, newest first. */
type SortedList<Row, Field extends OrderField> = Omit<List<Row>, 'read'> & {
  sortValue(row: Row, field: Field): string;
  read(page: PageRequest | OrderedPage<Field>): ReturnType<List<Row>['read']>;
};

export function sortedListReply<Row extends Listed, Field extends OrderField>(
  call: RouteCall,
  { cursor, sort, ...query }: SortedQuery<Field>,
  list: SortedList<Row, Field>,
): Promise<Reply> {
  const { name, sortValue, read } = list;
  if (sort === undefined) {
    return listReply<Row>(call, { ...query, cursor: readCursor<Position>(newestFirstCursor(name), cursor) }, list);
  }
  const after = readCursor<OrderedPosition>(orderedCursor(name, sort), cursor);
  return orderedListReply<Row, OrderedPosition>(
    call,
    { ...query, cursor: after },
    {
      ...list,
      read: ({ limit, after: position }) => read({ limit, order: sort, after: position }),
      positionOf: (row) => positionIn(row, sort, sortValue),
      cursorOf: (position) => encodeOrderedCursor(name, sort, position),
    },
  );
}

function readCursor<Place>(schema: z.ZodType<Place>, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const parsed = z.object({ cursor: schema }).safeParse({ cursor });
  if (parsed.success) return parsed.data.cursor;
  throw invalidInput(issuesOf(parsed.error).map(inParameter('query')));
}
