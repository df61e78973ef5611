import { storingRates } from '../../domain/exchange-rates/conversion.ts';
import {
  type ExchangeRate,
  exchangeRate,
  exchangeRateList,
  exchangeRatesInput,
  storedExchangeRates,
} from '../../domain/exchange-rates/exchange-rate.ts';
import { type ExchangeRatePosition, encodeExchangeRateCursor, exchangeRateCursor } from '../../domain/lists/cursor.ts';
import {
  countExchangeRates,
  listExchangeRates,
  upsertExchangeRates,
} from '../../usecases/exchange-rates/exchange-rates.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { connectPages } from '../base/connection.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { readPage } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { listField } from '../lists/declared-list.ts';

listField(exchangeRateList, recordType(exchangeRate), (ctx, filter, page) => {
  const asked = readPage(page, exchangeRateCursor);
  const { isBackward } = asked;
  return connectPages<ExchangeRate, ExchangeRatePosition>(asked, {
    read: (limit, after) => listExchangeRates(ctx, filter, { limit, after, isBackward }),
    count: () => countExchangeRates(ctx, filter),
    cursorOf: encodeExchangeRateCursor,
  });
});

builder.mutationField('upsertExchangeRates', (t) =>
  t.field({
    type: recordType(storedExchangeRates),
    errors: errorsOf(),
    extensions: needsScopes('admin'),
    description: storingRates,
    args: {
      input: t.arg({
        ...checked(inputOf(exchangeRatesInput), exchangeRatesInput),
        required: true,
        description: 'The rates.',
      }),
    },
    resolve: (_root, { input }, ctx) => upsertExchangeRates(ctx, input.parsed),
  }),
);
