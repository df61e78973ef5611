import { decimal, roundToUnit } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { minorUnitOf } from '../base/currency.ts';
import { type LiabilitySum, liabilityRows } from './liability.ts';
import { type LiabilityAmounts, type LiabilityLabels, type LiabilityRow, labelNames } from './liability-record.ts';

/** A sum of amounts, each converted exactly at the rate of its day; incomplete if a day has no rate. */
export type ConvertedSum = LiabilitySum & { readonly isComplete: boolean };

/** The rows with their amounts in the reporting currency, converted from other currencies. */
export function withReportingAmounts(
  rows: readonly LiabilityRow[],
  sums: readonly ConvertedSum[],
  currency: string,
): LiabilityRow[] {
  const converted = new Map(liabilityRows(sums).map((row) => [keyOf(row), row]));
  const incomplete = new Set(sums.filter(({ isComplete }) => !isComplete).map(({ labels }) => keyOf(labels)));
  return rows.map((row) => {
    if (row.currency === currency) return { ...row, reportingAmounts: rounded(row, currency) };
    const key = keyOf(row);
    const found = incomplete.has(key) ? undefined : converted.get(key);
    return { ...row, reportingAmounts: found ? rounded(found, currency) : null };
  });
}

/** Rows and sums in one group have the same key. */
function keyOf(labels: LiabilityLabels): string {
  return JSON.stringify(labelNames.map((name) => labels[name]));
}

function rounded(row: LiabilityRow, currency: string): LiabilityAmounts {
  const places = minorUnitOf(currency);
  const round = (amount: DecimalText) => toDecimalText(roundToUnit(decimal(amount), places));
  return {
    currency,
    grossSalesAmount: round(row.grossSalesAmount),
    taxableAmount: round(row.taxableAmount),
    exemptAmount: round(row.exemptAmount),
    nonTaxableAmount: round(row.nonTaxableAmount),
    uncollectedAmount: round(row.uncollectedAmount),
    taxAmount: round(row.taxAmount),
    feeAmount: row.feeAmount && round(row.feeAmount),
    marketplaceSalesAmount: round(row.marketplaceSalesAmount),
    marketplaceTaxAmount: row.marketplaceTaxAmount && round(row.marketplaceTaxAmount),
    refundsAmount: round(row.refundsAmount),
  };
}
