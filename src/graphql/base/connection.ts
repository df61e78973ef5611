import type { ObjectRef } from '@pothos/core';
import { encodeOrderedCursor, type OrderField, orderedCursor } from '../../domain/lists/cursor.ts';
import { type ListOrder, type OrderKey, positionIn } from '../../domain/lists/list-order.ts';
import type { OrderedPage, PageRequest } from '../../ports/stores/page-request.ts';
import { builder, type Types } from './builder.ts';
import { type AskedPage, type PageArguments, readingDirection, readPage } from './page-arguments.ts';

type Listed = { readonly serviceId: string };

/** A page of a list, and its total count. Each part is read only on request. */
export type Connection<Row> = {
  page(): Promise<Page<Row>>;
  count(): Promise<number>;
};

type Page<Row> = {
  readonly nodes: readonly Row[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  cursorOf(row: Row): string;
};

/** The position of a page in its list; the cursors are null on an empty page. */
type PageInfo = {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
};

const PageInfoRef = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'The position of a page in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description: 'Whether more records follow. With `before`, this includes the record with that cursor.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'Whether there are earlier records. With `after`, this includes the record with that cursor.',
    }),
    startCursor: t.exposeString('startCursor', {
      nullable: true,
      description: 'The cursor of the first record, for `before`; null on an empty page.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'The cursor of the last record, for `after`; null on an empty page.',
    }),
  }),
});

type Edge<Row> = { readonly row: Row; cursorOf(row: Row): string };

/** The Relay connection type of these records. */
export function connectionOf<Row extends object>(record: ObjectRef<Types, Row>) {
  const edge = builder.objectRef<Edge<Row>>(`${record.name}Edge`).implement({
    description: 'A record with its position in the list.',
    fields: (t) => ({
      cursor: t.string({
        description: 'The position of the record in the list, for `after` and `before`.',
        resolve: ({ row, cursorOf }) => cursorOf(row),
      }),
      node: t.field({ type: record, description: 'The record.', resolve: ({ row }) => row as never }),
    }),
  });
  return builder.objectRef<Connection<Row>>(`${record.name}Connection`).implement({
    description: 'A page of a list.',
    fields: (t) => ({
      nodes: t.field({
        type: [record],
        description: 'The records on the page, in the order of the list.',
        resolve: (connection) => connection.page().then(({ nodes }) => nodes) as never,
      }),
      edges: t.field({
        type: [edge],
        description: 'The same records, each with its cursor.',
        resolve: async (connection) => edgesOf(await connection.page()),
      }),
      pageInfo: t.field({
        type: PageInfoRef,
        description: 'The position of the page, and whether more records follow.',
        resolve: async (connection) => pageInfoOf(await connection.page()),
      }),
      totalCount: t.int({
        description:
          'The number of records in the whole list that match the filter. Counted only on request; no record is read if nothing else is selected.',
        resolve: (connection) => connection.count(),
      }),
    }),
  });
}

function edgesOf<Row>({ nodes, cursorOf }: Page<Row>): Edge<Row>[] {
  return nodes.map((row) => ({ row, cursorOf }));
}

function pageInfoOf<Row>({ nodes, hasNextPage, hasPreviousPage, cursorOf }: Page<Row>): PageInfo {
  const first = nodes[0];
  const last = nodes.at(-1);
  return {
    hasNextPage,
    hasPreviousPage,
    startCursor: first === undefined ? null : cursorOf(first),
    endCursor: last === undefined ? null : cursorOf(last),
  };
}

type ListReader<Row extends Listed, Field extends OrderField> = {
  readonly list: string;
  readonly order: ListOrder<Field>;
  /** The value that orders the record in the list. */
  sortValue(row: Row, field: Field): string;
  read(page: OrderedPage<Field>): Promise<readonly Row[]>;
  count(): Promise<number>;
};

/** Arguments are checked immediately. A page before a cursor is read in reverse order. */
export function connect<Row extends Listed, Field extends OrderField>(
  args: PageArguments,
  { list, order, sortValue, read, count }: ListReader<Row, Field>,
): Connection<Row> {
  const asked = readPage(args, orderedCursor(list, order));
  const reversed = ({ field, direction }: OrderKey<Field>) => ({
    field,
    direction: readingDirection(direction, asked),
  });
  const reading = { ...reversed(order), thenBy: order.thenBy?.map(reversed) };
  const cursorOf = (row: Row) => encodeOrderedCursor(list, order, positionIn(row, order, sortValue));
  return connectPages(asked, { read: (limit, after) => read({ limit, order: reading, after }), count, cursorOf });
}

/** The page request for a list that is ordered only by creation time. */
export function pageByCreation({ limit, order: { direction }, after }: OrderedPage<'createdAt'>): PageRequest {
  return { limit, direction, after: after && { createdAt: new Date(after.values[0]!), serviceId: after.serviceId } };
}

type PageReader<Row, Position> = {
  /** The rows after the position, in the requested direction. */
  read(limit: number, position: Position | null): Promise<readonly Row[]>;
  count(): Promise<number>;
  cursorOf(row: Row): string;
};

/** Reads one extra record to detect a next page. */
export function connectPages<Row, Position>(
  asked: AskedPage<Position>,
  { read, count, cursorOf }: PageReader<Row, Position>,
): Connection<Row> {
  const { size, position, isBackward } = asked;
  const readRows = async (): Promise<Page<Row>> => {
    const found = await read(size + 1, position);
    const hasMore = found.length > size;
    const nodes = hasMore ? found.slice(0, size) : found;
    if (!isBackward) return { nodes, hasNextPage: hasMore, hasPreviousPage: position !== null, cursorOf };
    return { nodes: nodes.toReversed(), hasNextPage: position !== null, hasPreviousPage: hasMore, cursorOf };
  };
  return { page: once(readRows), count };
}

/** Reads a page only once, because `nodes`, `edges` and `pageInfo` show the same page. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | null = null;
  return () => {
    reading ??= read();
    return reading;
  };
}
