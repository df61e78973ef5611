import { foreignCursor } from '../../domain/lists/cursor.ts';
import type { EarlierCalculation, Transaction } from '../../domain/transactions/transaction.ts';
import type { Builder } from '../base/builder.ts';
import {
  type Connection,
  connectionOf,
  once,
  type PageArguments,
  pageArguments,
  pageOf,
  pageSize,
} from '../base/connection.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import type { CalculatedDocumentRef } from './calculated-document.ts';
import type { CalculatedDocument } from './snapshot.ts';

type Parts = { readonly calculatedDocument: CalculatedDocumentRef };

export type Calculations = ReturnType<typeof addCalculations>;

/** The calculations of a document: the one in force, and those that later ones replaced. */
export function addCalculations(builder: Builder, { calculatedDocument }: Parts) {
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
  const connection = connectionOf(calculation);
  return { connection, args: () => pageArguments(), of: calculationsOf };
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
  throw foreignCursor('after');
}
