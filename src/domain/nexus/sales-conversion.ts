import { type Decimal, decimal, roundToUnit, sum, zero } from '../../tax/numbers/decimal.ts';
import { sumOfTexts, toDecimalText } from '../base/amount.ts';
import { minorUnitOf } from '../base/currency.ts';
import { groupedBy } from '../base/grouped-by.ts';
import type { ConversionQuestion, ConversionRate } from '../exchange-rates/conversion.ts';
import type { CurrencySales } from './nexus-record.ts';
import { hasTransactionTest, type ReachedDays, type SalesConversion, type SalesQuestion } from './nexus-sales.ts';

export type DailySales = CurrencySales & { readonly day: string };

type RateOn = (question: ConversionQuestion) => ConversionRate | null;
type DayInCurrency = DailySales & { readonly inThreshold: Decimal | null };

export function convertSales(
  question: Pick<SalesQuestion, 'currency' | 'threshold'>,
  daily: readonly DailySales[],
  rateOn: RateOn,
): SalesConversion {
  const { currency } = question;
  const days = daily.map((sales): DayInCurrency => ({ ...sales, inThreshold: inCurrency(sales, currency, rateOn) }));
  const foreign = days.filter((one) => one.currency !== currency);
  return {
    salesAmount: toDecimalText(total(days, currency)),
    converted: byCurrency(foreign.filter(({ inThreshold }) => inThreshold !== null)),
    notConverted: byCurrency(foreign.filter(({ inThreshold }) => inThreshold === null)),
    reached: reachedDays(question, days),
  };
}

function inCurrency({ currency: from, salesAmount, day: on }: DailySales, to: string, rateOn: RateOn): Decimal | null {
  if (from === to) return decimal(salesAmount);
  const found = rateOn({ from, to, on });
  return found && decimal(salesAmount).times(decimal(found.rate));
}

function total(days: readonly DayInCurrency[], currency: string): Decimal {
  return roundToUnit(sum(days.map(({ inThreshold }) => inThreshold ?? zero)), minorUnitOf(currency));
}

export function byCurrency(days: readonly DailySales[]): CurrencySales[] {
  return [...groupedBy(days, ({ currency }) => currency)]
    .map(([currency, sales]) => ({
      currency,
      salesAmount: sumOfTexts(sales.map(({ salesAmount }) => salesAmount)),
      transactionCount: sales.reduce((count, one) => count + one.transactionCount, 0),
    }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** If the first sale is enough, its currency is irrelevant. */
function reachedDays(
  { threshold, currency }: Pick<SalesQuestion, 'currency' | 'threshold'>,
  days: readonly DayInCurrency[],
): ReachedDays {
  if (threshold === null) return { salesReachedOn: null, transactionsReachedOn: null };
  const { salesAmount } = threshold;
  const mostCount = hasTransactionTest(threshold) ? threshold.transactionCount : Number.POSITIVE_INFINITY;
  const unit = minorUnitOf(currency);
  let [running, count] = [zero, 0];
  const reached: { salesReachedOn: string | null; transactionsReachedOn: string | null } = {
    salesReachedOn: null,
    transactionsReachedOn: null,
  };
  for (const [day, ofDay] of groupedBy(days.toSorted(byDay), (one) => one.day)) {
    running = running.plus(sum(ofDay.map(({ inThreshold }) => inThreshold ?? zero)));
    count += ofDay.reduce((added, one) => added + one.transactionCount, 0);
    const isBySales = salesAmount.isZero()
      ? ofDay.some((one) => decimal(one.salesAmount).gt(zero))
      : roundToUnit(running, unit).gte(salesAmount);
    if (isBySales) reached.salesReachedOn ??= day;
    if (count >= mostCount) reached.transactionsReachedOn ??= day;
  }
  return reached;
}

function byDay(one: DailySales, other: DailySales): number {
  return one.day < other.day ? -1 : 1;
}
