import { z } from 'zod';
import { exchangeRateInput } from '../base/amount.ts';
import { citedSources } from '../base/citation.ts';
import { currencyInput } from '../base/currency.ts';
import { boundedText } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { addIssue } from '../base/parse-input.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { dayInput } from '../base/report-period.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';

const most = gatewayLimits.exchangeRates;

const exchangeRateFields = input(
  'ExchangeRateInput',
  'An exchange rate to store. It replaces the stored rate for the same currency pair and day.',
  {
    fromCurrency: currencyInput.meta({ description: 'ISO 4217 code of the currency being valued, such as EUR.' }),
    toCurrency: currencyInput.meta({
      description: 'ISO 4217 code of the currency in which the value is expressed, such as USD.',
    }),
    publishedOn: dayInput.meta({ description: 'Day for which the rate was published, such as 2026-07-01.' }),
    rate: exchangeRateInput.meta({
      description: 'Value of one unit of fromCurrency in toCurrency, such as 1.0823; at most 12 significant digits.',
    }),
    source: boundedText(1, 256).meta({ description: 'Publication that is the source of the rate, such as ECB.' }),
  },
);

export const exchangeRate = record('ExchangeRate', 'A published exchange rate for a currency pair on a day.', {
  fromCurrency: field.currency(exchangeRateFields.shape.fromCurrency, { examples: ['EUR'] }),
  toCurrency: field.currency(exchangeRateFields.shape.toCurrency),
  publishedOn: field.day(exchangeRateFields.shape.publishedOn),
  rate: field.decimal(exchangeRateFields.shape.rate),
  sources: citedSources('Publications that are the source of the rate, as given in `source`.'),
});
export type ExchangeRate = RecordOf<typeof exchangeRate> & { readonly source: string };

const { fromCurrency, toCurrency, publishedOn } = exchangeRate.fields;

export const exchangeRateList = {
  name: 'exchangeRates',
  of: exchangeRate,
  plural: 'rates',
  scope: 'tax:read',
  description: 'Stored exchange rates, newest day first, then by currency pair.',
  period: 'the days of the rates',
  fields: {
    fromCurrency: { kind: 'currency', description: fromCurrency.description, parameters: { fromCurrency: 'eq' } },
    toCurrency: { kind: 'currency', description: toCurrency.description, parameters: { toCurrency: 'eq' } },
    publishedOn: { kind: 'day', description: publishedOn.description, parameters: { from: 'gte', to: 'lte' } },
  },
} as const satisfies DeclaredList;
export type ExchangeRateFilter = FilterOf<typeof exchangeRateList>;

export const storedExchangeRates = record('StoredExchangeRates', 'Result of storing exchange rates.', {
  changedCount: field.count('Number of new or changed rates.'),
  unchangedCount: field.count('Number of rates that were already stored.'),
});
export type StoredExchangeRates = RecordOf<typeof storedExchangeRates>;

export const exchangeRatesInput = input('UpsertExchangeRatesInput', 'Exchange rates to store.', {
  rates: z
    .array(exchangeRateFields)
    .min(1)
    .max(most, `A request may have at most ${most} rates.`)
    .meta({
      description: `Rates to store, at most ${most}. Each replaces the stored rate for the same currency pair and day.`,
    }),
}).superRefine(({ rates }, ctx) => {
  const seen = new Set<string>();
  for (const [index, { fromCurrency, toCurrency, publishedOn }] of rates.entries()) {
    const refuse = (member: string, code: string, message: string) =>
      addIssue(ctx, { path: ['rates', index, member], code, message });
    if (fromCurrency === toCurrency) refuse('toCurrency', 'INVALID_VALUE', 'Must be another currency.');
    const key = `${fromCurrency} ${toCurrency} ${publishedOn}`;
    if (seen.has(key)) refuse('publishedOn', 'REPEATED', `Duplicate rate ${JSON.stringify(key)} in the request.`);
    seen.add(key);
  }
});

export type ExchangeRatesInput = z.output<typeof exchangeRatesInput>;

export const appliedExchangeRate = record(
  'AppliedExchangeRate',
  'Exchange rate used to convert a day’s documents to the reporting currency.',
  {
    fromCurrency: field.currency('Currency of the documents.'),
    toCurrency: field.currency('Reporting currency of the account.', { examples: ['EUR'] }),
    reportedOn: field.day('Reporting day of the documents.'),
    rate: field.decimal(
      'Value of one unit of the document currency, with 12 significant digits if derived from other rates.',
    ),
    publishedOn: field.day('Publication day of the rate: the day of the documents, or shortly before.'),
    sources: citedSources('Publications that are the source of the rate.'),
  },
);
export type AppliedExchangeRate = RecordOf<typeof appliedExchangeRate>;
