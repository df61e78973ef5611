import { decodeCursor, encodeCursor, type Position } from '../domain/cursor.ts';
import { AppError } from '../domain/errors.ts';
import { gatewayLimits } from '../domain/limits.ts';
import type { InternalTimestamps } from '../domain/timestamps.ts';
import type { PageRequest } from '../stores/stores.ts';
import type { Builder, SchemaShapes } from './builder.ts';

const defaultPageSize = 25;
export const largestPageSize = gatewayLimits.pageSize.graphql;

type Listed = { readonly serviceId: string; readonly internalTimestamps: InternalTimestamps };

/** A page of a list, and the way to count the whole of it. */
export type Connection<Row extends Listed> = {
  readonly nodes: readonly Row[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  count(): Promise<number>;
};

type ListedName = 'Customer' | 'Exemption' | 'TaxNumberCheck' | 'Transaction';
type PageArguments = { readonly first?: number | null; readonly after?: string | null };

export type Connections = ReturnType<typeof addConnections>;

/** Relay's connections, forward only: the lists run from the newest record to the oldest. */
export function addConnections(builder: Builder) {
  const pageInfo = addPageInfo(builder);
  const add = <Name extends ListedName>(name: Name) => {
    type Row = SchemaShapes['Objects'][Name];
    const edge = builder.objectRef<Row>(`${name}Edge`).implement({
      description: 'A record in its list.',
      fields: (t) => ({
        cursor: t.string({ description: 'Its place, for `after`.', resolve: cursorOf }),
        node: t.field({ type: name, description: 'The record.', resolve: (row) => row as never }),
      }),
    });
    return builder.objectRef<Connection<Row>>(`${name}Connection`).implement({
      description: 'A page of a list, newest first.',
      fields: (t) => ({
        nodes: t.field({
          type: [name],
          description: 'The records of the page.',
          resolve: ({ nodes }) => nodes as never,
        }),
        edges: t.field({ type: [edge], description: 'The records with their cursors.', resolve: ({ nodes }) => nodes }),
        pageInfo: t.field({ type: pageInfo, description: 'Where the page stands.', resolve: pageInfoOf }),
        totalCount: t.int({
          description: 'How many records the filter leaves in the whole list. Counted only when asked for.',
          resolve: (page) => page.count(),
        }),
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

function pageInfoOf({ nodes, hasNextPage, hasPreviousPage }: Connection<Listed>): PageInfo {
  const [first] = nodes;
  const last = nodes.at(-1);
  return {
    hasNextPage,
    hasPreviousPage,
    startCursor: first ? cursorOf(first) : null,
    endCursor: last ? cursorOf(last) : null,
  };
}

/** The arguments of every list. */
export function pageArguments(builder: Builder) {
  return builder.args((t) => ({
    first: t.int({
      defaultValue: defaultPageSize,
      description: `How many records, from 1 to ${largestPageSize}.`,
    }),
    after: t.string({ description: 'Begin after the record with this cursor.' }),
  }));
}

type ListReader<Row extends Listed> = {
  read(page: PageRequest): Promise<Row[]>;
  count(): Promise<number>;
};

/** Reads one record more than asked for, which tells whether there is a next page. */
export async function readConnection<Row extends Listed>(
  { first, after }: PageArguments,
  { read, count }: ListReader<Row>,
): Promise<Connection<Row>> {
  const limit = pageSize(first ?? defaultPageSize);
  const position = after == null ? null : decodeCursor(after, 'after');
  const found = await read({ limit: limit + 1, after: position });
  const hasNextPage = found.length > limit;
  return { nodes: hasNextPage ? found.slice(0, limit) : found, hasNextPage, hasPreviousPage: position !== null, count };
}

export function pageSize(first: number): number {
  if (first >= 1 && first <= largestPageSize) return first;
  const message = `first must be from 1 to ${largestPageSize}.`;
  throw new AppError('INVALID_INPUT', message, { issues: [{ path: ['first'], code: 'OUT_OF_RANGE', message }] });
}

function cursorOf({ serviceId, internalTimestamps }: Listed): string {
  const position: Position = { createdAt: internalTimestamps.createdDate, serviceId };
  return encodeCursor(position);
}
