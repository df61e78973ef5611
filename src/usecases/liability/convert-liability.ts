import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { formatCount, formatNames } from '../../domain/base/words.ts';
import { createConverter, currenciesFor, daysFor, missingRate } from '../../domain/exchange-rates/conversion.ts';
import type { AppliedExchangeRate } from '../../domain/exchange-rates/exchange-rate.ts';
import type { LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { LiabilityRow } from '../../domain/liability/liability-record.ts';
import { withReportingAmounts } from '../../domain/liability/reporting-amounts.ts';
import type { AddedUpTotals, CurrencyDay, DayRate } from '../../ports/stores/totals-store.ts';
import type { TenantStores } from '../../ports/stores.ts';
import type { Notice } from '../../tax/model/assessment.ts';

type Stores = Pick<TenantStores, 'exchangeRates'> & { readonly totals: AddedUpTotals };

/** The rates for all days with amounts in another currency. */
type LiabilityRates = {
  /** The reporting currency. */
  readonly currency: string;
  /** The exchange rates, which are null for days without a rate. */
  readonly rates: readonly DayRate[];
  readonly applied: readonly AppliedExchangeRate[];
  /** Notices about days without an exchange rate. */
  readonly notices: readonly Notice[];
};

const { sums: mostSums } = gatewayLimits.liability;

/** The rates for converting these rows. Throws `INVALID_INPUT` if there are too many days to convert. */
export async function findLiabilityRates(
  { totals, exchangeRates }: Stores,
  question: LiabilityQuestion,
  rows: readonly LiabilityRow[],
  currency: string,
): Promise<LiabilityRates> {
  const isForeign = rows.some((row) => row.currency !== currency);
  const days = isForeign ? await totals.findForeignDays(question, currency, mostSums + 1) : [];
  if (days.length > mostSums) {
    const message = `The period has more than ${mostSums} days with amounts to convert to ${currency}. Request a shorter period.`;
    throw invalidInput([{ path: ['from'], code: 'TOO_LONG', message }]);
  }
  if (days.length === 0) return { currency, rates: [], applied: [], notices: [] };
  const currencies = currenciesFor([currency, ...days.map((one) => one.currency)]);
  const stored = await exchangeRates.findFor(currencies, daysFor([...new Set(days.map(({ day }) => day))]));
  const rateOn = createConverter(stored);
  const found = days.map((one) => ({ ...one, found: rateOn({ from: one.currency, to: currency, on: one.day }) }));
  const applied = found.flatMap(({ currency: fromCurrency, day, found: rate }): AppliedExchangeRate[] =>
    rate ? [{ fromCurrency, toCurrency: currency, reportedOn: day, ...rate }] : [],
  );
  const rates = found.map((one): DayRate => {
    return { currency: one.currency, day: one.day, rate: one.found?.rate ?? null };
  });
  return { currency, rates, applied, notices: missingNotices(rates, currency) };
}

/** The rows with their amounts in the reporting currency, at the rates of their reporting days. */
export async function convertRows(
  { totals }: Pick<Stores, 'totals'>,
  question: LiabilityQuestion,
  rows: readonly LiabilityRow[],
  { currency, rates }: Pick<LiabilityRates, 'currency' | 'rates'>,
): Promise<LiabilityRow[]> {
  const sums = rates.length === 0 ? [] : await totals.addUpConverted(question, rates, mostSums);
  return withReportingAmounts(rows, sums, currency);
}

/** One entry per currency, with the first days without a rate. */
export function missingNotices(rates: readonly DayRate[], to: string): Notice[] {
  const missing = rates.filter(({ rate }) => rate === null);
  return [...new Set(missing.map(({ currency }) => currency))].map((from) =>
    missingRate(from, to, daysInWords(missing.filter(({ currency }) => currency === from))),
  );
}

const shownDays = 3;

function daysInWords(missing: readonly CurrencyDay[]): string {
  const shown = missing.slice(0, shownDays).map(({ day }) => day);
  const more = missing.length - shown.length;
  return formatNames(more > 0 ? [...shown, formatCount(more, 'other day')] : shown);
}
