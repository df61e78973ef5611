import { calculationCursor, encodeCalculationCursor } from '../../domain/lists/calculation-cursor.ts';
import type { EarlierCalculation, Transaction } from '../../domain/transactions/transaction.ts';
import { builder } from '../base/builder.ts';
import {
  type Connection,
  connectionOf,
  once,
  type PageArguments,
  pageArguments,
  pageOf,
  pageSize,
  readCursor,
} from '../base/connection.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { CalculatedDocumentRef } from './calculated-document.ts';
import type { CalculatedDocument } from './snapshot.ts';
import { TransactionRef } from './transaction.ts';

const CalculationRef = builder.objectRef<CalculatedDocument>('Calculation').implement({
  description:
    'One calculation of the tax of a document, with the document as it was then. It has no `id`; the document has one.',
  interfaces: [CalculatedDocumentRef],
  fields: (t) => ({
    replacedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When a later calculation replaced it; null for the current one.',
      resolve: ({ replacedAt }) => replacedAt ?? null,
    }),
  }),
});

const CalculationConnectionRef = connectionOf(CalculationRef);

builder.objectField(TransactionRef, 'calculations', (t) =>
  t.field({
    type: CalculationConnectionRef,
    description:
      'All calculations of the tax: the current one, then those that later ones replaced. They never change.',
    args: pageArguments(),
    resolve: (document, args, ctx) => calculationsOf(document, args, ctx),
  }),
);

function calculationsOf(
  document: Transaction,
  { first, after }: PageArguments,
  ctx: GraphqlContext,
): Connection<CalculatedDocument> {
  const size = pageSize(first);
  const below = after == null ? null : readCursor(calculationCursor, after);
  const read = async () => {
    const isCurrentShown = below === null || document.calculationNumber < below;
    const found = [
      ...(isCurrentShown ? [document] : []),
      ...(await earlierCalculations(document, { limit: size + 1, below }, ctx)),
    ];
    return pageOf({ found, size, isFirst: below === null, cursorOf });
  };
  return { page: once(read), count: async () => document.calculationNumber };
}

/** Most documents were calculated once: nothing is read for them. */
async function earlierCalculations(
  document: Transaction,
  page: { readonly limit: number; readonly below: number | null },
  ctx: GraphqlContext,
): Promise<CalculatedDocument[]> {
  const { serviceId, calculationNumber } = document;
  if (calculationNumber === 1) return [];
  const found = await loadersOf(ctx).calculationsOf(page).load(serviceId);
  return found
    .filter((earlier) => earlier.calculationNumber < calculationNumber)
    .map((earlier) => asItWas(earlier, serviceId));
}

function asItWas(
  { document, calculationNumber, rateBookVersion, replacedAt }: EarlierCalculation,
  serviceId: string,
): CalculatedDocument {
  return { ...document, serviceId, calculationNumber, rateBookVersion, replacedAt };
}

function cursorOf({ calculationNumber }: CalculatedDocument): string {
  return encodeCalculationCursor(calculationNumber);
}
