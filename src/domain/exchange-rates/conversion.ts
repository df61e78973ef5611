import type { Notice } from '../../tax/model/assessment.ts';
import { type Decimal, decimal, one, roundToUnit } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { addDays } from '../base/calendar.ts';
import { minorUnitOf } from '../base/currency.ts';
import type { ExchangeRate } from './exchange-rate.ts';

/** The rate between two currencies on a day. */
export type ConversionRate = {
  /** The value of one unit. A rate derived from other rates has at most 12 significant digits. */
  readonly rate: DecimalText;
  /** The day for which the rate was published. */
  readonly publishedOn: string;
  readonly source: string;
};

export type ConversionQuestion = { readonly from: string; readonly to: string; readonly on: string };

/** No rates are published on weekends and holidays. The last rate then applies, for at most this many days. */
const mostDaysOld = 7;
/** The European Central Bank publishes rates against the euro. Other rates are derived from two euro rates. */
const pivot = 'EUR';

/** The effect of storing rates, and the rule of `createConverter`, in words. */
export const storingRates = `Stores all rates in the request or none, replacing existing rates for the same pair and day. A conversion uses the rate for the day or, if missing, the latest rate from the previous ${mostDaysOld} days. On each day, the pair itself is tried first, then the reverse pair, then the euro rates of both currencies. Documents keep the rate they were calculated with.`;

/** The currencies whose rates are needed for a conversion. */
export function currenciesFor(currencies: readonly string[]): string[] {
  return [...new Set([...currencies, pivot])];
}

/** The days whose rates can apply on the given days. */
export function daysFor(days: readonly string[]): string[] {
  const offsets = Array.from({ length: mostDaysOld + 1 }, (_, age) => -age);
  return [...new Set(days.flatMap((day) => offsets.map((offset) => addDays(day, offset))))];
}

/**
 * The returned function finds a rate published on the day or at most `mostDaysOld` days before; null if there is no
 * such rate.
 */
export function createConverter(
  rates: readonly ExchangeRate[],
): (question: ConversionQuestion) => ConversionRate | null {
  const byKey = new Map(rates.map((rate) => [`${rate.fromCurrency} ${rate.toCurrency} ${rate.publishedOn}`, rate]));
  return ({ from, to, on }) => {
    for (let age = 0; age <= mostDaysOld; age++) {
      const day = addDays(on, -age);
      const stored = (one: string, other: string) => byKey.get(`${one} ${other} ${day}`);
      const found = rateOf(stored(from, to), stored(to, from), [stored(pivot, from), stored(pivot, to)]);
      if (found) return { ...found, publishedOn: day };
    }
    return null;
  };
}

/** The rate itself, otherwise the inverse rate, otherwise the cross rate through the euro. */
function rateOf(
  direct: ExchangeRate | undefined,
  inverse: ExchangeRate | undefined,
  [ofFrom, ofTo]: readonly [ExchangeRate | undefined, ExchangeRate | undefined],
): Omit<ConversionRate, 'publishedOn'> | null {
  if (direct) return { rate: direct.rate, source: direct.source };
  if (inverse) return { rate: workedOut(one.div(decimal(inverse.rate))), source: inverse.source };
  if (!ofFrom || !ofTo) return null;
  const sources = [...new Set([ofFrom.source, ofTo.source])];
  return { rate: workedOut(decimal(ofTo.rate).div(decimal(ofFrom.rate))), source: sources.join('; ') };
}

const workedOut = (rate: Decimal): DecimalText => toDecimalText(rate.toSignificantDigits(12));

/** Exact product, rounded once to the minor unit of the currency, half away from zero. */
export function converted(amount: string, rate: string, currency: string): DecimalText {
  return toDecimalText(roundToUnit(decimal(amount).times(decimal(rate)), minorUnitOf(currency)));
}

export function missingRate(from: string, to: string, days: string): Notice {
  const message = `No exchange rate from ${from} to ${to} for ${days}, or the ${mostDaysOld} days before: no amount is shown in ${to}.`;
  return { code: 'EXCHANGE_RATE_MISSING', pointer: '', message };
}
