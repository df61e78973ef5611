import type { TransactionDocument } from '../../transactions/transaction.ts';
import type { SnapshotLine, TransactionSnapshot } from '../../transactions/transaction-snapshot.ts';

/** A document with the inputs to its figures: as stored, or as recalculated. */
export type Calculated = { readonly document: TransactionDocument; readonly snapshot: TransactionSnapshot };

type Line = TransactionDocument['items'][number] | NonNullable<TransactionDocument['shippingFee']>;

export type CalculatedLine = { readonly pointer: string; readonly line: Line; readonly frozen: SnapshotLine };

/** The items, followed by the shipping fee. */
export function calculatedLines({ document, snapshot }: Calculated): CalculatedLine[] {
  const items = document.items.map((line, index) => ({
    pointer: `/items/${index}`,
    line,
    frozen: snapshot.items[index]!,
  }));
  const { shippingFee } = document;
  if (!shippingFee || !snapshot.shippingFee) return items;
  return [...items, { pointer: '/shippingFee', line: shippingFee, frozen: snapshot.shippingFee }];
}

export function hasSameFigures(before: Calculated, after: Calculated): boolean {
  return totalsText(before) === totalsText(after) && differingLines(before, after).length === 0;
}

type LinePair = { readonly before: CalculatedLine; readonly after: CalculatedLine };

/** The lines whose figures differ. Both sides are the same document, so they have the same lines. */
export function differingLines(before: Calculated, after: Calculated): LinePair[] {
  const lines = calculatedLines(after);
  return calculatedLines(before).flatMap((line, index) => {
    const other = lines[index];
    if (!other || lineText(line, before) === lineText(other, after)) return [];
    return [{ before: line, after: other }];
  });
}

/** The figures of a document outside its lines. Notices are text, not figures. */
function totalsText({ document }: Calculated): string {
  const { exchangeRate } = document;
  return JSON.stringify([
    document.salesTax.amount,
    document.salesTax.rate,
    document.reason,
    document.taxableItemsAmount,
    document.tangibleItemsAmount,
    document.totalItemsAmount,
    document.totalDiscount,
    document.finalTransactionAmount,
    document.computedTaxAmount ?? null,
    document.fees.map(({ state, name, amount, isCharged }) => [state, name, amount, isCharged]),
    exchangeText(exchangeRate),
  ]);
}

export function exchangeText(exchangeRate: TransactionDocument['exchangeRate']): string {
  if (!exchangeRate) return '';
  const { toCurrency, rate, publishedOn, taxAmount, finalTransactionAmount } = exchangeRate;
  return [toCurrency, rate, publishedOn, taxAmount, finalTransactionAmount].join(' ');
}

function lineText({ line, frozen }: CalculatedLine, { snapshot }: Calculated): string {
  return JSON.stringify([
    line.totalPrice,
    line.calculatedTotal,
    line.taxAmount,
    line.taxRate,
    line.taxableAmount,
    line.reason,
    line.taxableCategory,
    line.tangibleCategory,
    'relativeTransactionDiscount' in line ? line.relativeTransactionDiscount : null,
    line.computedTaxAmount ?? null,
    frozen.taxLines.map((part) => [
      snapshot.rates[part.rate]!.jurisdiction.id,
      part.appliedRate,
      part.taxableAmount,
      part.exemptAmount,
      part.taxAmount,
      part.reason,
      part.certificateId,
    ]),
  ]);
}
