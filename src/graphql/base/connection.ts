import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { ListOrder } from '../../domain/lists/list-order.ts';
import { decodeOrderedCursor, encodeOrderedCursor, type OrderField } from '../../domain/lists/ordered-cursor.ts';
import type { OrderedPage } from '../../ports/stores/page-request.ts';
import type { Builder, SchemaShapes } from './builder.ts';

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

type ListedName = 'Customer' | 'Exemption' | 'TaxNumberCheck' | 'Transaction';
export type PageArguments = { readonly first?: number | null; readonly after?: string | null };

export type Connections = ReturnType<typeof addConnections>;

/** Relay's connections, forward only. */
export function addConnections(builder: Builder) {
  const pageInfo = addPageInfo(builder);
  const add = <Name extends ListedName>(name: Name) => {
    type Row = SchemaShapes['Objects'][Name];
    const edge = builder.objectRef<Edge<Row>>(`${name}Edge`).implement({
      description: 'A record in its list.',
      fields: (t) => ({
        cursor: t.string({ description: cursorWords, resolve: ({ row, cursorOf }) => cursorOf(row) }),
        node: t.field({ type: name, description: 'What stands there.', resolve: ({ row }) => row as never }),
      }),
    });
    return builder.objectRef<Connection<Row>>(`${name}Connection`).implement({
      description: 'A page of a list.',
      fields: (t) => ({
        nodes: t.field({
          type: [name],
          description: nodesWords,
          resolve: (connection) => connection.page().then(({ nodes }) => nodes) as never,
        }),
        edges: t.field({
          type: [edge],
          description: edgesWords,
          resolve: async (connection) => edgesOf(await connection.page()),
        }),
        pageInfo: t.field({
          type: pageInfo,
          description: pageInfoWords,
          resolve: async (connection) => pageInfoOf(await connection.page()),
        }),
        totalCount: t.int({ description: countWords, resolve: (connection) => connection.count() }),
      }),
    });
  };
  return {
    pageInfo,
    customers: add('Customer'),
    exemptions: add('Exemption'),
    taxNumberChecks: add('TaxNumberCheck'),
    transactions: add('Transaction'),
  };
}

export const cursorWords = 'Where it stands in the list, for `after`.';
export const nodesWords = 'The records of the page, in the order of the list.';
export const edgesWords = 'The same records, each with its cursor.';
export const pageInfoWords = 'Where the page stands, and whether more follow.';
export const countWords =
  'How many records the filter leaves in the whole list. Counted only when asked for; asked for alone, no record is read.';

export type Edge<Row> = { readonly row: Row; cursorOf(row: Row): string };

export function edgesOf<Row>({ nodes, cursorOf }: Page<Row>): Edge<Row>[] {
  return nodes.map((row) => ({ row, cursorOf }));
}

/** Where a page stands in its list; the cursors are null on an empty page. */
export type PageInfo = {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
};

function addPageInfo(builder: Builder) {
  return builder.objectRef<PageInfo>('PageInfo').implement({
    description: 'Where a page stands in its list.',
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more records follow.' }),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether the page began after a cursor.' }),
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
}

export function pageInfoOf<Row>({ nodes, hasNextPage, hasPreviousPage, cursorOf }: Page<Row>): PageInfo {
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
export function pageArguments(builder: Builder) {
  return builder.args((t) => ({
    first: t.int({
      defaultValue: defaultPageSize,
      description: `How many records, from 1 to ${largestPageSize}.`,
    }),
    after: t.string({ description: 'Begin after the record with this cursor, taken from a page of the same order.' }),
  }));
}

type ListReader<Row extends Listed, Field extends OrderField> = {
  readonly order: ListOrder<Field>;
  /** What a record has of the order's field. */
  sortValue(row: Row, field: Field): string;
  read(page: OrderedPage<Field>): Promise<readonly Row[]>;
  count(): Promise<number>;
};

/** The arguments are checked at once; a page reads one record more than asked for, which tells whether there is a next. */
export function connect<Row extends Listed, Field extends OrderField>(
  { first, after }: PageArguments,
  { order, sortValue, read, count }: ListReader<Row, Field>,
): Connection<Row> {
  const size = pageSize(first);
  const position = after == null ? null : decodeOrderedCursor(after, order, 'after');
  const cursorOf = (row: Row) =>
    encodeOrderedCursor(order, { value: sortValue(row, order.field), serviceId: row.serviceId });
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

export function pageSize(first: number | null | undefined): number {
  const size = first ?? defaultPageSize;
  if (size >= 1 && size <= largestPageSize) return size;
  const message = `first must be from 1 to ${largestPageSize}.`;
  throw new AppError('INVALID_INPUT', message, { issues: [{ path: ['first'], code: 'OUT_OF_RANGE', message }] });
}
