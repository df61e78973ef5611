import { bodyOf, type TestApp } from '../../support/app.ts';
import type { Json, Sold } from './shop-year.ts';

/** Whole cents: exact up to 90 trillion. */
export const cents = (amount: number) => Math.round(amount * 100);

export type Sums = { gross: number; market: number; tax: number; documents: number };

/**
 * Adds up the documents with integers, using the script's own facts: their place, the month that reports them, and whether
 * they count at all. Only the amounts come from the gateway.
 */
export function recount(
  documents: ReadonlyMap<string, Json>,
  sold: readonly Sold[],
  keyOf: (one: Sold) => string,
): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const one of sold) {
    const document = documents.get(one.externalId);
    if (!document) throw new Error(`${one.externalId} is missing.`);
    if (one.isCancelled || one.type === 'ESTIMATE' || one.type === 'SALES_ORDER') continue;
    const sign = one.type === 'INVOICE' ? 1 : -1;
    const of = sums.get(keyOf(one)) ?? { gross: 0, market: 0, tax: 0, documents: 0 };
    const net = cents(document.finalTransactionAmount) - cents(document.salesTax.amount);
    if (one.isMarketplace) of.market += sign * net;
    else of.gross += sign * net;
    of.tax += sign * cents(document.salesTax.amount);
    of.documents += 1;
    sums.set(keyOf(one), of);
  }
  return sums;
}

/** By external id. */
export async function documentsOf(app: TestApp): Promise<Map<string, Json>> {
  const list = await bodyOf<Json[]>(app.send('GET', '/v1/transactions?detailed=false'));
  return new Map(list.map((one) => [one.externalId, one]));
}

export const sumsOf = (row: Json): Sums => ({
  gross: cents(row.grossSalesAmount),
  market: cents(row.marketplaceSalesAmount),
  tax: cents(row.taxAmount),
  documents: row.transactionCount,
});
