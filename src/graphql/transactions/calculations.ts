import { calculationCursor, encodeCalculationCursor } from '../../domain/lists/cursor.ts';
import { type EarlierCalculation, earlierCalculations } from '../../domain/transactions/earlier-calculation.ts';
import { documentCalculation, type Transaction } from '../../domain/transactions/transaction.ts';
import { builder } from '../base/builder.ts';
import { type Connection, connectionOf, connectPages } from '../base/connection.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { loadAll } from '../base/loaders.ts';
import { type PageArguments, pageArguments, readPage } from '../base/page-arguments.ts';
import { recordFields } from '../base/record-type.ts';
import { CalculatedDocumentRef } from './calculated-document.ts';
import type { CalculatedDocument } from './snapshot.ts';
import { TransactionRef } from './transaction.ts';

const CalculationRef = builder.objectRef<CalculatedDocument>(documentCalculation.name).implement({
  description: `${documentCalculation.description} Calculations have no \`id\`.`,
  interfaces: [CalculatedDocumentRef],
  fields: (t) => recordFields(t, documentCalculation) as never,
});

const CalculationConnectionRef = connectionOf(CalculationRef);

builder.objectField(TransactionRef, 'calculations', (t) =>
  t.field({
    type: CalculationConnectionRef,
    description: 'All tax calculations, which never change: the current calculation, followed by earlier calculations.',
    args: pageArguments(),
    resolve: (document, args, ctx) => calculationsOf(document, args, ctx),
  }),
);

/**
 * Calculation numbers have no gaps, so a page before a cursor can be read as a page from a lower number, in reverse.
 */
function calculationsOf(
  document: Transaction,
  args: PageArguments,
  ctx: GraphqlContext,
): Connection<CalculatedDocument> {
  const asked = readPage(args, calculationCursor);
  const { calculationNumber } = document;
  const read = async (limit: number, position: number | null) => {
    if (!asked.isBackward) return await calculationsBelow(document, { limit, below: position }, ctx);
    const above = position ?? 0;
    const below = Math.min(above + limit, calculationNumber) + 1;
    const found = await calculationsBelow(document, { limit: below - above - 1, below }, ctx);
    return found.toReversed();
  };
  return connectPages(asked, { read, count: async () => calculationNumber, cursorOf });
}

/** The calculations below a number. Most documents have a single calculation and need no further read. */
async function calculationsBelow(
  document: Transaction,
  { limit, below }: { readonly limit: number; readonly below: number | null },
  ctx: GraphqlContext,
): Promise<CalculatedDocument[]> {
  const current = below === null || document.calculationNumber < below ? [document] : [];
  const names = earlierCalculations(document, { limit: limit - current.length, below });
  const found = await loadAll(loadersOf(ctx).calculationByName, names);
  return [...current, ...found.flatMap((earlier) => (earlier ? [asItWas(earlier, document)] : []))];
}

function asItWas(
  { document, ...calculation }: EarlierCalculation,
  { source, externalId }: Transaction,
): CalculatedDocument {
  return { ...document, ...calculation, source, externalId };
}

function cursorOf({ calculationNumber }: CalculatedDocument): string {
  return encodeCalculationCursor(calculationNumber);
}
