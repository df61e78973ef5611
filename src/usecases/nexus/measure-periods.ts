import { createConverter, currenciesFor, daysFor } from '../../domain/exchange-rates/conversion.ts';
import {
  type AddedUpSales,
  comparePeriod,
  type NexusPeriod,
  reachedDay,
  type SalesConversion,
  type SalesQuestion,
} from '../../domain/nexus/nexus-sales.ts';
import { convertSales } from '../../domain/nexus/sales-conversion.ts';
import type { TenantStores } from '../../ports/stores.ts';

export type SalesStores = Pick<TenantStores, 'exchangeRates'> & {
  readonly nexus: Pick<TenantStores['nexus'], 'addUpSales' | 'listDailySales' | 'findReachedDays'>;
};

type Measured = {
  readonly question: SalesQuestion;
  readonly period: NexusPeriod;
  readonly conversion: SalesConversion | null;
};

/** The sales for each question, in order, with the day on which they reached the threshold. */
export async function measurePeriods(stores: SalesStores, questions: readonly SalesQuestion[]): Promise<NexusPeriod[]> {
  const sales = await stores.nexus.addUpSales(questions);
  const conversions = await conversionsOf(stores, questions, sales);
  const measured = questions.map((question, index): Measured => {
    const conversion = conversions.get(question) ?? null;
    return { question, conversion, period: comparePeriod(question, sales[index]!, conversion) };
  });
  const inOneCurrency = measured.filter(({ period, conversion }) => period.status === 'REACHED' && !conversion);
  const days = await stores.nexus.findReachedDays(inOneCurrency.map(({ question }) => question));
  const found = new Map(inOneCurrency.map(({ period }, index) => [period, days[index]!]));
  return measured.map(({ question, period, conversion }) => {
    const reached = conversion?.reached ?? found.get(period);
    const isReached = period.status === 'REACHED' && reached !== undefined;
    return isReached ? { ...period, reachedOn: reachedDay(question, reached) } : period;
  });
}

/** Reads sales by day if they are in other currencies, or if a whole country has a threshold. */
async function conversionsOf(
  { nexus, exchangeRates }: SalesStores,
  questions: readonly SalesQuestion[],
  sales: readonly AddedUpSales[],
): Promise<Map<SalesQuestion, SalesConversion>> {
  const asked = questions.filter(({ currency, threshold, state }, index) => {
    const { counted } = sales[index]!;
    const isForeign = counted.some((one) => one.currency !== currency);
    return isForeign || (threshold !== null && state === null && counted.length > 0);
  });
  if (asked.length === 0) return new Map();
  const daily = await nexus.listDailySales(asked);
  const foreign = daily.flatMap((days, index) => days.filter((one) => one.currency !== asked[index]!.currency));
  const currencies = [...asked, ...foreign].map(({ currency }) => currency);
  const days = [...new Set(foreign.map(({ day }) => day))];
  const rates = days.length === 0 ? [] : await exchangeRates.findFor(currenciesFor(currencies), daysFor(days));
  const rateOn = createConverter(rates);
  return new Map(asked.map((question, index) => [question, convertSales(question, daily[index]!, rateOn)]));
}
