import type { ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import type { ListName } from '../../domain/lists/cursor.ts';
import type { ListOrder } from '../../domain/lists/list-order.ts';
import { encodeOrderedCursor, type OrderField, orderedCursor } from '../../domain/lists/ordered-cursor.ts';
import type { OrderedPage } from '../../ports/stores/page-request.ts';
import { builder, type Types } from './builder.ts';

const defaultPageSize = 25;
const largestPageSize = gatewayLimits.pageSize.graphql;

type Listed = { readonly serviceId: string };

/** A page of a list and the way to count the whole of it: each is read only when it is asked for. */
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

export type PageArguments = { readonly first?: number | null; readonly after?: string | null };

/** Where a page stands in its list; the cursors are null on an empty page. */
type PageInfo = {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
};

const PageInfoRef = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'The position of a page in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more records follow.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether the page starts after a cursor.' }),
    startCursor: t.exposeString('startCursor', {
      nullable: true,
      description: 'The cursor of the first record; null on an empty page.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'The cursor of the last record, for `after`; null on an empty page.',
    }),
  }),
});

type Edge<Row> = { readonly row: Row; cursorOf(row: Row): string };

/** The type of a list of these records, as Relay knows it, forward only. */
export function connectionOf<Row extends object>(record: ObjectRef<Types, Row>, name = record.name) {
  const edge = builder.objectRef<Edge<Row>>(`${name}Edge`).implement({
    description: 'A record in its list.',
    fields: (t) => ({
      cursor: t.string({
        description: 'The position of the record in the list, for `after`.',
        resolve: ({ row, cursorOf }) => cursorOf(row),
      }),
      node: t.field({ type: record, description: 'The record.', resolve: ({ row }) => row as never }),
    }),
  });
  return builder.objectRef<Connection<Row>>(`${name}Connection`).implement({
    description: 'A page of a list.',
    fields: (t) => ({
      nodes: t.field({
        type: [record],
        description: 'The records of the page, in the order of the list.',
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
          'The number of records in the whole list that match the filter. Counted only on request; requested alone, no record is read.',
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

/** The arguments of every list. */
export function pageArguments() {
  return builder.args((t) => ({
    first: t.int({
      defaultValue: defaultPageSize,
      description: `The number of records, from 1 to ${largestPageSize}.`,
    }),
    after: t.string({ description: 'Start after the record with this cursor, taken from a page in the same order.' }),
  }));
}

type ListReader<Row extends Listed, Field extends OrderField> = {
  readonly list: ListName;
  readonly order: ListOrder<Field>;
  /** What a record has of the order's field. */
  sortValue(row: Row, field: Field): string;
  read(page: OrderedPage<Field>): Promise<readonly Row[]>;
  count(): Promise<number>;
};

/** The arguments are checked at once; a page reads one record more than asked for, which tells whether there is a next. */
export function connect<Row extends Listed, Field extends OrderField>(
  { first, after }: PageArguments,
  { list, order, sortValue, read, count }: ListReader<Row, Field>,
): Connection<Row> {
  const size = pageSize(first);
  const position = after == null ? null : readCursor(orderedCursor(list, order), after);
  const cursorOf = (row: Row) =>
    encodeOrderedCursor(list, order, { value: sortValue(row, order.field), serviceId: row.serviceId });
  const readPage = async () =>
    pageOf({ found: await read({ limit: size + 1, order, after: position }), size, isFirst: !position, cursorOf });
  return { page: once(readPage), count };
}

type Found<Row> = {
  readonly found: readonly Row[];
  readonly size: number;
  readonly isFirst: boolean;
  cursorOf(row: Row): string;
};

export function pageOf<Row>({ found, size, isFirst, cursorOf }: Found<Row>): Page<Row> {
  const hasNextPage = found.length > size;
  return { nodes: hasNextPage ? found.slice(0, size) : found, hasNextPage, hasPreviousPage: !isFirst, cursorOf };
}

/** `nodes`, `edges` and `pageInfo` show the same page. */
export function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | null = null;
  return () => {
    reading ??= read();
    return reading;
  };
}

/** Reads the argument `after`. */
export function readCursor<Position>(cursor: z.ZodType<Position>, after: string): Position {
  return parseInput(z.object({ after: cursor }), { after }).after;
}

export function pageSize(first: number | null | undefined): number {
  const size = first ?? defaultPageSize;
  if (size >= 1 && size <= largestPageSize) return size;
  const message = `first must be from 1 to ${largestPageSize}.`;
  throw invalidField(['first'], 'OUT_OF_RANGE', message);
}
