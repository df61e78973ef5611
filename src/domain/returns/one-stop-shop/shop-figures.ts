import { type Decimal, decimal, roundToUnit, zero } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import type { ReportPeriod } from '../../base/report-period.ts';
import type { ShopBalance, ShopCorrection, ShopFigures, ShopSupplyRow } from './shop-record.ts';
import { shopCurrency } from './shop-record.ts';
import type { ShopSupply } from './shop-supplies.ts';

/** The value in euros of one unit of a currency in the period; null if unknown. */
type RateOfCurrency = (currency: string) => DecimalText | null;

const centsOf = (amount: Decimal): DecimalText => toDecimalText(roundToUnit(amount, 2));

/**
 * One row per member state, kind, place of dispatch and rate. Amounts are multiplied exactly by the exchange rate, and
 * each sum is rounded once. Supplies in a currency without a rate are omitted.
 */
export function shopRows(supplies: readonly ShopSupply[], rateOf: RateOfCurrency): ShopSupplyRow[] {
  const rows = new Map<string, { of: ShopSupply; taxable: Decimal; tax: Decimal }>();
  for (const supply of supplies) {
    const rate = rateOf(supply.currency);
    if (rate === null) continue;
    const { memberState, kind, dispatchedFrom } = supply;
    const key = [memberState, kind, dispatchedFrom, supply.rate].join(' ');
    const row = rows.get(key) ?? { of: supply, taxable: zero, tax: zero };
    const taxable = row.taxable.plus(decimal(supply.taxableAmount).times(decimal(rate)));
    const tax = row.tax.plus(decimal(supply.taxAmount).times(decimal(rate)));
    rows.set(key, { ...row, taxable, tax });
  }
  return [...rows.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { of, taxable, tax }]) => {
      const { memberState, kind, dispatchedFrom, rate } = of;
      return { memberState, kind, dispatchedFrom, rate, taxableAmount: centsOf(taxable), taxAmount: centsOf(tax) };
    })
    .filter(({ taxableAmount, taxAmount }) => taxableAmount !== '0' || taxAmount !== '0');
}

type OfMemberState = { readonly memberState: string; readonly taxAmount: DecimalText };

/** The sums by member state, without zero sums. */
function taxByMemberState(rows: readonly OfMemberState[]): ShopBalance[] {
  const sums = new Map<string, Decimal>();
  for (const { memberState, taxAmount } of rows) {
    sums.set(memberState, (sums.get(memberState) ?? zero).plus(decimal(taxAmount)));
  }
  return [...sums.entries()]
    .filter(([, sum]) => !sum.isZero())
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([memberState, sum]) => ({ memberState, taxAmount: toDecimalText(sum) }));
}

/**
 * The current figures for an earlier period, less the figures already filed in that period's return and as later
 * corrections.
 */
export function shopCorrections(
  { from, to }: ReportPeriod,
  now: readonly OfMemberState[],
  filed: readonly OfMemberState[],
): ShopCorrection[] {
  const minus = filed.map(({ memberState, taxAmount }) => {
    return { memberState, taxAmount: toDecimalText(decimal(taxAmount).neg()) };
  });
  return taxByMemberState([...now, ...minus]).map((change) => ({ from, to, ...change }));
}

export function shopFiguresOf(
  supplies: readonly ShopSupplyRow[],
  corrections: readonly ShopCorrection[],
  transactionCount: number,
): ShopFigures {
  const balances = taxByMemberState([...supplies, ...corrections]);
  const due = balances.reduce((sum, { taxAmount }) => {
    const amount = decimal(taxAmount);
    return amount.isPositive() ? sum.plus(amount) : sum;
  }, zero);
  return {
    currency: shopCurrency,
    isNil: supplies.length === 0 && corrections.length === 0,
    transactionCount,
    supplies,
    corrections,
    balances,
    taxAmount: toDecimalText(due),
  };
}

/** Current figures less filed figures. Rows without a difference are omitted. */
export function shopDifference(before: ShopFigures, after: ShopFigures): ShopFigures {
  const keyOf = (row: ShopSupplyRow) => [row.memberState, row.kind, row.dispatchedFrom, row.rate].join(' ');
  const earlier = new Map(before.supplies.map((row) => [keyOf(row), row]));
  const later = new Map(after.supplies.map((row) => [keyOf(row), row]));
  const minus = (one = '0', other = '0') => toDecimalText(decimal(one).minus(decimal(other)));
  const supplies = [...new Set([...earlier.keys(), ...later.keys()])].sort().map((key): ShopSupplyRow => {
    const [old, now] = [earlier.get(key), later.get(key)];
    return {
      ...(now ?? old)!,
      taxableAmount: minus(now?.taxableAmount, old?.taxableAmount),
      taxAmount: minus(now?.taxAmount, old?.taxAmount),
    };
  });
  const periods = new Map([...before.corrections, ...after.corrections].map((one) => [one.from, one]));
  const corrections = [...periods.values()].flatMap((period) => {
    const of = (figures: ShopFigures) => figures.corrections.filter(({ from }) => from === period.from);
    return shopCorrections(period, of(after), of(before));
  });
  const changed = supplies.filter(({ taxableAmount, taxAmount }) => taxableAmount !== '0' || taxAmount !== '0');
  return {
    ...shopFiguresOf(changed, corrections, after.transactionCount - before.transactionCount),
    taxAmount: minus(after.taxAmount, before.taxAmount),
  };
}
