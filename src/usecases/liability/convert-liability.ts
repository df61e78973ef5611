import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { createConverter, currenciesFor, daysFor, missingRate } from '../../domain/exchange-rates/conversion.ts';
import type { Liability, LiabilityRow } from '../../domain/liability/liability.ts';
import type { LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import { withReportingAmounts } from '../../domain/liability/reporting-amounts.ts';
import type { CurrencyDay, DayRate } from '../../ports/stores/totals-store.ts';
import type { TenantStores } from '../../ports/stores.ts';
import type { Notice } from '../../tax/model/assessment.ts';

const { sums: mostSums } = gatewayLimits.liability;

/** The rows with their amounts in this currency, at the rate of each day that reports something, and what lacks a rate. */
export async function convertLiability(
  { totals, exchangeRates }: Pick<TenantStores, 'totals' | 'exchangeRates'>,
  question: LiabilityQuestion,
  rows: readonly LiabilityRow[],
  currency: string,
): Promise<Pick<Liability, 'rows' | 'notices'>> {
  const isForeign = rows.some((row) => row.currency !== currency);
  const days = isForeign ? await totals.findForeignDays(question, currency, mostSums + 1) : [];
  if (days.length > mostSums) {
    const message = `The period has more than ${mostSums} days with amounts to convert to ${currency}: ask for a shorter one.`;
    throw invalidInput([{ path: ['from'], code: 'TOO_LONG', message }]);
  }
  if (days.length === 0) return { rows: withReportingAmounts(rows, [], currency), notices: [] };
  const currencies = currenciesFor([currency, ...days.map((one) => one.currency)]);
  const stored = await exchangeRates.findFor(currencies, daysFor([...new Set(days.map(({ day }) => day))]));
  const rateOn = createConverter(stored);
  const rates = days.map((one): DayRate => {
    return { ...one, rate: rateOn({ from: one.currency, to: currency, on: one.day })?.rate ?? null };
  });
  const sums = await totals.addUpConverted(question, rates, mostSums);
  return { rows: withReportingAmounts(rows, sums, currency), notices: missingNotices(rates, currency) };
}

/** One for each currency, with the first days that have no rate. */
function missingNotices(rates: readonly DayRate[], to: string): Notice[] {
  const missing = rates.filter(({ rate }) => rate === null);
  return [...new Set(missing.map(({ currency }) => currency))].map((from) =>
    missingRate(from, to, daysInWords(missing.filter(({ currency }) => currency === from))),
  );
}

const shownDays = 3;

function daysInWords(missing: readonly CurrencyDay[]): string {
  const shown = missing
    .slice(0, shownDays)
    .map(({ day }) => day)
    .join(', ');
  return missing.length > shownDays ? `${shown} and ${missing.length - shownDays} other days` : shown;
}
