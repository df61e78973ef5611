import { AppError } from '../../domain/base/errors.ts';
import type { EarlierCalculation, Transaction } from '../../domain/transactions/transaction.ts';
import type { Builder } from '../base/builder.ts';
import {
  type Connection,
  type Connections,
  countWords,
  cursorWords,
  type Edge,
  edgesOf,
  edgesWords,
  nodesWords,
  once,
  type PageArguments,
  pageArguments,
  pageInfoOf,
  pageInfoWords,
  pageOf,
  pageSize,
} from '../base/connection.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import type { CalculatedDocumentRef } from './calculated-document.ts';
import type { CalculatedDocument } from './snapshot.ts';

type Parts = { readonly calculatedDocument: CalculatedDocumentRef; readonly connections: Connections };

export type Calculations = ReturnType<typeof addCalculations>;

/** The calculations of a document: the one in force, and those that later ones replaced. */
export function addCalculations(builder: Builder, { calculatedDocument, connections }: Parts) {
  const calculation = builder.objectRef<CalculatedDocument>('Calculation').implement({
    description:
      'One calculation of a document’s tax, with the document as it stood then. It has no `id`: the document has.',
    interfaces: [calculatedDocument],
    fields: (t) => ({
      replacedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When a later calculation took its place; null for the one in force.',
        resolve: ({ replacedAt }) => replacedAt ?? null,
      }),
    }),
  });
  const edge = builder.objectRef<Edge<CalculatedDocument>>('CalculationEdge').implement({
    description: 'A calculation in its list.',
    fields: (t) => ({
      cursor: t.string({ description: cursorWords, resolve: ({ row, cursorOf }) => cursorOf(row) }),
      node: t.field({ type: calculation, description: 'What stands there.', resolve: ({ row }) => row }),
    }),
  });
  const connection = builder.objectRef<Connection<CalculatedDocument>>('CalculationConnection').implement({
    description: 'A page of the calculations of a document, newest first.',
    fields: (t) => ({
      nodes: t.field({
        type: [calculation],
        description: nodesWords,
        resolve: async (list) => [...(await list.page()).nodes],
      }),
      edges: t.field({ type: [edge], description: edgesWords, resolve: async (list) => edgesOf(await list.page()) }),
      pageInfo: t.field({
        type: connections.pageInfo,
        description: pageInfoWords,
        resolve: async (list) => pageInfoOf(await list.page()),
      }),
      totalCount: t.int({ description: countWords, resolve: (list) => list.count() }),
    }),
  });
  return { connection, args: () => pageArguments(builder), of: calculationsOf };
}

function calculationsOf(
  document: Transaction,
  { first, after }: PageArguments,
  ctx: GraphqlContext,
): Connection<CalculatedDocument> {
  const size = pageSize(first);
  const below = after == null ? null : numberOf(after);
  const read = async () => {
    const isCurrentShown = below === null || document.calculationNumber < below;
    const found = [
      ...(isCurrentShown ? [document] : []),
      ...(await earlierOnes(document, { limit: size + 1, below }, ctx)),
    ];
    return pageOf({ found, size, isFirst: below === null, cursorOf });
  };
  return { page: once(read), count: async () => document.calculationNumber };
}

/** Documents that were calculated once, as most are, have none: nothing is read for them. */
async function earlierOnes(
  document: Transaction,
  page: { readonly limit: number; readonly below: number | null },
  ctx: GraphqlContext,
): Promise<CalculatedDocument[]> {
  const { serviceId, calculationNumber } = document;
  if (calculationNumber === 1) return [];
  const found = await loadersOf(ctx).calculationsOf(page).load(serviceId);
  return found
    .filter((earlier) => earlier.calculationNumber < calculationNumber)
    .map((earlier) => asItStood(earlier, serviceId));
}

function asItStood(
  { document, calculationNumber, rateBookVersion, replacedAt }: EarlierCalculation,
  serviceId: string,
): CalculatedDocument {
  return { ...document, serviceId, calculationNumber, rateBookVersion, replacedAt };
}

function cursorOf({ calculationNumber }: CalculatedDocument): string {
  return Buffer.from(`calculation ${calculationNumber}`).toString('base64url');
}

function numberOf(cursor: string): number {
  const [, digits] = /^calculation (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (digits !== undefined) return Number(digits);
  const message = 'after is not a cursor of this list.';
  throw new AppError('INVALID_INPUT', message, { issues: [{ path: ['after'], code: 'INVALID_FORMAT', message }] });
}
