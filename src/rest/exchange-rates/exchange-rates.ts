import { z } from 'zod';
import { currencyInput } from '../../domain/base/currency-input.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { periodIssues } from '../../domain/base/report-period.ts';
import {
  type ExchangeRate,
  type ExchangeRateFilter,
  exchangeRate,
  exchangeRatesInput,
  storedExchangeRates,
} from '../../domain/exchange-rates/exchange-rate.ts';
import { type ExchangeRatePosition, encodeExchangeRateCursor, exchangeRateCursor } from '../../domain/lists/cursor.ts';
import { listExchangeRates } from '../../usecases/exchange-rates/list-exchange-rates.ts';
import { upsertExchangeRates } from '../../usecases/exchange-rates/upsert-exchange-rates.ts';
import { readJson } from '../http/body.ts';
import { inPeriod, periodOf } from '../http/dated-query.ts';
import { eachShown, orderedListReply } from '../http/list.ts';
import { dayParameter } from '../http/list-filters.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { inParameter } from '../http/problem.ts';
import { pageParametersBy, parseQuery } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { asVariables } from '../openapi/example-data.ts';
import { recordSelection } from '../selections/record-selection.ts';

const path = '/v1/exchange_rates';
const exchangeRateJson = jsonOf(exchangeRate);
const listQuery = z.object({
  ...pageParametersBy(exchangeRateCursor),
  fromCurrency: currencyInput.optional().meta({ description: 'Currency of which one unit is valued, such as EUR.' }),
  toCurrency: currencyInput.optional().meta({ description: 'Currency that it is valued in, such as USD.' }),
  period: periodOf('the days of the rates'),
  from: dayParameter.optional().meta({ description: 'First day of the rates, such as 2026-07-01.' }),
  to: dayParameter.optional().meta({ description: 'Last day of the rates, such as 2026-07-31.' }),
});

const rates = [{ fromCurrency: 'EUR', toCurrency: 'USD', publishedOn: '2026-06-15', rate: 1.0823, source: 'ECB' }];

const putOperation: Operation = {
  id: 'upsertExchangeRates',
  tag: 'Exchange rates',
  summary: 'Store exchange rates',
  description:
    'Stores all rates of the request or none; a rate of the same pair and day is replaced. A conversion uses the rate of the day or, if there is none, the latest of the 7 days before: the rate of the pair, else that of the other direction, else those of the euro to both currencies. Documents keep the rate that they were calculated with. `tollgate exchange-rates import` reads the reference rates of the European Central Bank.',
  body: { name: 'ExchangeRatesInput', description: 'The rates.', schema: exchangeRatesInput },
  responses: { 200: { description: 'What was stored.', schema: responseOf(storedExchangeRates) } },
  examples: {
    euro: {
      summary: 'A rate of the euro',
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

const listOperation: Operation = {
  id: 'listExchangeRates',
  tag: 'Exchange rates',
  summary: 'List stored exchange rates',
  description:
    'Newest day first, then by currencies. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  responses: {
    200: { description: 'The rates.', schema: list(responseOf(exchangeRate), 'Newest day first.'), headers: ['Link'] },
  },
  examples: {
    june: {
      summary: 'Those of a month',
      query: { fromCurrency: 'EUR', from: '2026-06-01', to: '2026-06-30', limit: '10' },
      status: 200,
      variables: {
        first: 10,
        filter: { fromCurrency: { eq: 'EUR' }, publishedOn: { gte: '2026-06-01', lte: '2026-06-30' } },
      },
    },
  },
  graphql: {
    document: `query ($first: Int, $filter: ExchangeRateFilter) { exchangeRates(first: $first, filter: $filter) { nodes { ${recordSelection(exchangeRate)} } } }`,
    at: 'exchangeRates.nodes',
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
  route(
    'GET',
    path,
    'tax:read',
    async (call) => {
      const query = await inPeriod(parseQuery(listQuery, call.request));
      const { limit, cursor, fromCurrency, toCurrency, from, to } = query;
      const issues = periodIssues({ from, to });
      if (issues.length > 0) throw invalidInput(issues.map(inParameter('query')));
      const filter: ExchangeRateFilter = {
        fromCurrency: { eq: fromCurrency },
        toCurrency: { eq: toCurrency },
        publishedOn: { gte: from, lte: to },
      };
      return orderedListReply<ExchangeRate, ExchangeRatePosition>(
        call,
        { limit, cursor },
        {
          name: 'exchangeRates',
          pageSize: 200,
          read: (page) => listExchangeRates(call.ctx, filter, page),
          render: async (rows) => eachShown(rows, exchangeRateJson),
          positionOf: (one) => one,
          cursorOf: encodeExchangeRateCursor,
        },
      );
    },
    { operation: { ...listOperation, query: listQuery } },
  ),
];
