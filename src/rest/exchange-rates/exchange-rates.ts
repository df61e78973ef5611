import { parseInput } from '../../domain/base/parse-input.ts';
import { storingRates } from '../../domain/exchange-rates/conversion.ts';
import {
  type ExchangeRate,
  exchangeRateList,
  exchangeRatesInput,
  storedExchangeRates,
} from '../../domain/exchange-rates/exchange-rate.ts';
import { type ExchangeRatePosition, encodeExchangeRateCursor, exchangeRateCursor } from '../../domain/lists/cursor.ts';
import { listExchangeRates, upsertExchangeRates } from '../../usecases/exchange-rates/exchange-rates.ts';
import { readJson } from '../http/body.ts';
import { listRoute } from '../http/declared-list.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { asVariables } from '../openapi/example-data.ts';
import { recordSelection } from '../selections/record-selection.ts';

const path = '/v1/exchange_rates';
const rates = [{ fromCurrency: 'EUR', toCurrency: 'USD', publishedOn: '2026-06-15', rate: 1.0823, source: 'ECB' }];

const putOperation: Operation = {
  id: 'upsertExchangeRates',
  tag: 'Exchange rates',
  summary: 'Store exchange rates',
  description: `${storingRates} \`tollgate exchange-rates import\` imports the reference rates of the European Central Bank.`,
  body: { name: 'ExchangeRatesInput', description: 'The rates.', schema: exchangeRatesInput },
  responses: { 200: { description: 'The stored rates.', schema: responseOf(storedExchangeRates) } },
  examples: {
    euro: {
      summary: 'A euro rate',
      body: { rates },
      status: 200,
    },
    again: {
      summary: 'The same request again',
      body: { rates },
      status: 200,
      variables: { input: { rates: rates.map(asVariables) } },
    },
  },
  graphql: {
    document: `mutation ($input: UpsertExchangeRatesInput!) { upsertExchangeRates(input: $input) { __typename ... on StoredExchangeRates { ${recordSelection(storedExchangeRates)} } ... on InvalidInput { issues { path code message } } } }`,
    at: 'upsertExchangeRates',
  },
};

export const exchangeRateRoutes: readonly Route[] = [
  route(
    'POST',
    `${path}/batch`,
    'admin',
    async ({ ctx, request }) => {
      const input = parseInput(exchangeRatesInput, await readJson(request));
      return jsonReply(200, await upsertExchangeRates(ctx, input));
    },
    {
      recall: async ({ request }, changed) => {
        const { rates: sent } = parseInput(exchangeRatesInput, await readJson(request));
        const changedCount = Number(changed);
        return jsonReply(200, { changedCount, unchangedCount: sent.length - changedCount });
      },
      operation: putOperation,
    },
  ),
  listRoute<typeof exchangeRateList, ExchangeRate, ExchangeRatePosition>(path, exchangeRateList, {
    tag: 'Exchange rates',
    summary: 'List stored exchange rates',
    order: 'Newest day first.',
    examples: {
      june: {
        summary: 'Euro rates for a month',
        query: { fromCurrency: 'EUR', from: '2026-06-01', to: '2026-06-30', limit: '10' },
      },
    },
    position: {
      cursor: exchangeRateCursor,
      cursorOf: encodeExchangeRateCursor,
      positionOf: (one) => one,
    },
    read: listExchangeRates,
  }),
];
