import { decimal } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import type { LiabilityAmounts, LiabilityRow, ReasonAmount } from '../liability/liability-record.ts';
import { shopDifference } from './one-stop-shop/shop-figures.ts';
import type { TaxReturnFigures } from './return-record.ts';

/** Current figures minus earlier figures. Rows without a difference are omitted. */
export function figuresDifference(before: TaxReturnFigures, after: TaxReturnFigures): TaxReturnFigures {
  return {
    totals: rowsDifference(before.totals, after.totals),
    jurisdictions: rowsDifference(before.jurisdictions, after.jurisdictions),
    ...(before.oneStopShop &&
      after.oneStopShop && { oneStopShop: shopDifference(before.oneStopShop, after.oneStopShop) }),
    exchangeRates: [],
    notices: [],
  };
}

/** The amounts in every row. */
export const comparedAmounts = [
  'grossSalesAmount',
  'taxableAmount',
  'exemptAmount',
  'nonTaxableAmount',
  'uncollectedAmount',
  'taxAmount',
  'marketplaceSalesAmount',
  'refundsAmount',
] as const satisfies readonly (keyof LiabilityRow & keyof LiabilityAmounts)[];

export const amountsOfSomeRows = ['feeAmount', 'marketplaceTaxAmount'] as const;

type Amounts = Pick<LiabilityRow, (typeof comparedAmounts)[number] | (typeof amountsOfSomeRows)[number]>;

const keyOf = ({ jurisdiction, currency }: LiabilityRow) => `${currency} ${jurisdiction?.id ?? ''}`;

function rowsDifference(before: readonly LiabilityRow[], after: readonly LiabilityRow[]): LiabilityRow[] {
  const earlier = new Map(before.map((row) => [keyOf(row), row]));
  const later = new Map(after.map((row) => [keyOf(row), row]));
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .sort()
    .map((key) => rowDifference(earlier.get(key), later.get(key)))
    .filter(
      (row) =>
        row.transactionCount !== 0 ||
        row.exemptAmounts.length > 0 ||
        isDifferent(row) ||
        (row.reportingAmounts && isDifferent(row.reportingAmounts)),
    );
}

function isDifferent(row: Amounts): boolean {
  return [...comparedAmounts, ...amountsOfSomeRows].some((name) => (row[name] ?? '0') !== '0');
}

function rowDifference(before: LiabilityRow | undefined, after: LiabilityRow | undefined): LiabilityRow {
  const either = (after ?? before)!;
  return {
    ...either,
    ...amountsDifference(before, after),
    exemptAmounts: reasonsDifference(before?.exemptAmounts ?? [], after?.exemptAmounts ?? []),
    transactionCount: (after?.transactionCount ?? 0) - (before?.transactionCount ?? 0),
    reportingAmounts: reportingDifference(before, after),
  };
}

function amountsDifference(before: Amounts | undefined, after: Amounts | undefined): Amounts {
  const each = comparedAmounts.map((name) => [name, minus(after?.[name], before?.[name])] as const);
  const ofSomeRows = amountsOfSomeRows.map((name) => {
    const isAny = (after?.[name] ?? before?.[name] ?? null) !== null;
    return [name, isAny ? minus(after?.[name], before?.[name]) : null] as const;
  });
  return Object.fromEntries([...each, ...ofSomeRows]) as Amounts;
}

/**
 * Null unless both sides were converted to the same currency. A row missing on one side counts as zero on that side.
 */
function reportingDifference(
  before: LiabilityRow | undefined,
  after: LiabilityRow | undefined,
): LiabilityAmounts | null {
  const { reportingAmounts } = after ?? before!;
  if (!reportingAmounts) return null;
  if (before && before.reportingAmounts?.currency !== reportingAmounts.currency) return null;
  return {
    currency: reportingAmounts.currency,
    ...amountsDifference(before?.reportingAmounts ?? undefined, after?.reportingAmounts ?? undefined),
  };
}

function reasonsDifference(before: readonly ReasonAmount[], after: readonly ReasonAmount[]): ReasonAmount[] {
  const of = (list: readonly ReasonAmount[], reason: ReasonAmount['reason']) =>
    list.find((one) => one.reason === reason)?.amount;
  return [...new Set([...before, ...after].map(({ reason }) => reason))]
    .sort()
    .map((reason) => ({ reason, amount: minus(of(after, reason), of(before, reason)) }))
    .filter(({ amount }) => amount !== '0');
}

function minus(after: DecimalText | null | undefined, before: DecimalText | null | undefined): DecimalText {
  return toDecimalText(decimal(after ?? '0').minus(decimal(before ?? '0')));
}
