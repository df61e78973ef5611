import type { RootOf } from '../../base/graphql.ts';
import { add, isZero, subtract } from '../../format/decimal-text.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { returnTexts } from '../../texts/return.ts';
import type { returnOperation } from './operations.ts';

type Shown = NonNullable<RootOf<typeof returnOperation, 'taxReturn'>['figures']>;
/** The figures of a return in one currency. */
export type Totals = Shown['totals'][number];

/** Document filters, in addition to the filters of the whole return. */
type Selection = Readonly<Record<string, string>>;

export type FigureRow = {
  readonly key: string;
  readonly name: string;
  /** Whether the figure is a part of the figure above. */
  readonly isPart: boolean;
  readonly now: string;
  readonly before: string;
  readonly difference: string;
  /** Whether the figure is a number of documents and not an amount. */
  readonly isCount: boolean;
  readonly selection: Selection;
};

const { names } = returnTexts.figures;

type Amounts = Totals['amounts'];
type AmountName = Exclude<keyof Amounts, 'currency'>;
type Kind = {
  readonly key: keyof typeof names;
  readonly amount: AmountName;
  /** Whether the row is shown even if it is zero. */
  readonly isAlways: boolean;
  readonly selection?: Selection;
};

const kinds: readonly Kind[] = [
  { key: 'grossSales', amount: 'grossSalesAmount', isAlways: true },
  { key: 'taxable', amount: 'taxableAmount', isAlways: true },
  { key: 'exempt', amount: 'exemptAmount', isAlways: true },
  { key: 'nonTaxable', amount: 'nonTaxableAmount', isAlways: true },
  { key: 'uncollected', amount: 'uncollectedAmount', isAlways: false },
  { key: 'marketplace', amount: 'marketplaceSalesAmount', isAlways: false, selection: { reason: 'MARKETPLACE' } },
  { key: 'marketplaceTax', amount: 'marketplaceTaxAmount', isAlways: false, selection: { reason: 'MARKETPLACE' } },
  { key: 'refunds', amount: 'refundsAmount', isAlways: false, selection: { type: 'REFUND' } },
  { key: 'fees', amount: 'feeAmount', isAlways: false },
  { key: 'tax', amount: 'taxAmount', isAlways: true },
];

/**
 * The currencies of two sets of figures: first the currencies of the first set, then those found only in the second.
 */
export function currenciesOf(now: readonly Totals[], before: readonly Totals[]): string[] {
  return [...new Set([...now, ...before].map(({ amounts }) => amounts.currency))];
}

export const inCurrency = (totals: readonly Totals[], currency: string): Totals | undefined =>
  totals.find(({ amounts }) => amounts.currency === currency);

/** The rows of the figures table. Missing figures are zero. */
export function figureRows(now: Totals | undefined, before: Totals | undefined): FigureRow[] {
  const amountOf = (totals: Totals | undefined, name: AmountName) => totals?.amounts[name] ?? '0';
  const rows = kinds.flatMap(({ key, amount, isAlways, selection = {} }): FigureRow[] => {
    const row = rowOf({
      key,
      name: names[key],
      now: amountOf(now, amount),
      before: amountOf(before, amount),
      selection,
    });
    if (!isAlways && isZero(row.now) && isZero(row.before)) return [];
    return key === 'exempt' ? [row, ...exemptRows(now, before)] : [row];
  });
  const counts = [now?.transactionCount ?? 0, before?.transactionCount ?? 0].map(String);
  const documents = rowOf({
    key: 'documents',
    name: names.documents,
    now: counts[0]!,
    before: counts[1]!,
    selection: {},
  });
  return [...rows, { ...documents, isCount: true }];
}

function exemptRows(now: Totals | undefined, before: Totals | undefined): FigureRow[] {
  const reasons = new Set(
    [...(now?.exemptAmounts ?? []), ...(before?.exemptAmounts ?? [])].map(({ reason }) => reason),
  );
  const amountOf = (totals: Totals | undefined, reason: string) =>
    add('0', ...(totals?.exemptAmounts ?? []).filter((one) => one.reason === reason).map(({ amount }) => amount));
  return [...reasons].sort().map((reason) => ({
    ...rowOf({
      key: `exempt ${reason}`,
      name: known(recordTexts.reasons, reason),
      now: amountOf(now, reason),
      before: amountOf(before, reason),
      selection: { reason },
    }),
    isPart: true,
  }));
}

function rowOf(row: Pick<FigureRow, 'key' | 'name' | 'now' | 'before' | 'selection'>): FigureRow {
  return { ...row, difference: subtract(row.now, row.before), isPart: false, isCount: false };
}
