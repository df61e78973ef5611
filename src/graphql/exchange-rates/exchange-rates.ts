import {
  type ExchangeRate,
  exchangeRate,
  exchangeRateFields,
  exchangeRatesInput,
  storedExchangeRates,
} from '../../domain/exchange-rates/exchange-rate.ts';
import { type ExchangeRatePosition, encodeExchangeRateCursor, exchangeRateCursor } from '../../domain/lists/cursor.ts';
import { countExchangeRates, listExchangeRates } from '../../usecases/exchange-rates/list-exchange-rates.ts';
import { upsertExchangeRates } from '../../usecases/exchange-rates/upsert-exchange-rates.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { connectionOf, connectPages } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { InvalidInput } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments, readPage } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { CurrencyFilterRef, DateFilterRef } from '../lists/comparators.ts';
import { readPlainFilter } from '../lists/read-filter.ts';

const described = descriptionsOf(exchangeRateFields);

const ExchangeRateConnectionRef = connectionOf(recordType(exchangeRate));

const ExchangeRateFilterRef = builder.inputType('ExchangeRateFilter', {
  description: 'Selects the rates that meet all conditions.',
  fields: (t) => ({
    fromCurrency: t.field({ type: CurrencyFilterRef, description: 'The currency of which one unit is valued.' }),
    toCurrency: t.field({ type: CurrencyFilterRef, description: 'The currency that it is valued in.' }),
    publishedOn: t.field({ type: DateFilterRef, description: 'The day that the rates were published for.' }),
  }),
});

builder.queryField('exchangeRates', (t) =>
  t.field({
    type: ExchangeRateConnectionRef,
    extensions: needsScopes('tax:read'),
    description: 'Stored exchange rates, newest day first, then by currencies.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: ExchangeRateFilterRef, description: 'Which rates to list; all if absent.' }),
    },
    resolve: (_root, { filter: sent, ...page }, ctx) => {
      const filter = readPlainFilter(sent);
      const asked = readPage(page, exchangeRateCursor);
      const { isBackward } = asked;
      return connectPages<ExchangeRate, ExchangeRatePosition>(asked, {
        read: (limit, after) => listExchangeRates(ctx, filter, { limit, after, isBackward }),
        count: () => countExchangeRates(ctx, filter),
        cursorOf: encodeExchangeRateCursor,
      });
    },
  }),
);

const ExchangeRateInputRef = builder.inputType('ExchangeRateInput', {
  description: 'A rate to store; one of the same pair and day is replaced.',
  fields: (t) => ({
    fromCurrency: t.field({ type: 'CurrencyCode', required: true, description: described.fromCurrency }),
    toCurrency: t.field({ type: 'CurrencyCode', required: true, description: described.toCurrency }),
    publishedOn: t.field({ type: 'Date', required: true, description: described.publishedOn }),
    rate: t.field({ type: 'Decimal', required: true, description: described.rate }),
    source: t.string({ required: true, description: described.source }),
  }),
});

const UpsertExchangeRatesInputRef = builder.inputType('UpsertExchangeRatesInput', {
  description: 'Exchange rates to store.',
  fields: (t) => ({
    rates: t.field({
      type: [ExchangeRateInputRef],
      required: true,
      description: exchangeRatesInput.shape.rates.description,
    }),
  }),
});

builder.mutationField('upsertExchangeRates', (t) =>
  t.field({
    type: recordType(storedExchangeRates),
    errors: { types: [InvalidInput] },
    extensions: needsScopes('admin'),
    description:
      'Stores exchange rates, all of them or none. A conversion uses the rate of the day or, if there is none, the latest of the 7 days before: the rate of the pair, else that of the other direction, else those of the euro to both currencies. Documents keep the rate that they were calculated with.',
    args: {
      input: t.arg({
        ...checked(UpsertExchangeRatesInputRef, exchangeRatesInput),
        required: true,
        description: 'The rates.',
      }),
    },
    resolve: (_root, { input }, ctx) => upsertExchangeRates(ctx, input.parsed),
  }),
);
