import { globalTaxRatesInput } from '../../domain/lookups/lookup-input.ts';
import { type GlobalRateLookup, globalTaxRatesLookup } from '../../domain/lookups/rate-lookup.ts';
import { findGlobalTaxRates } from '../../usecases/lookups/find-tax-rates.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordFields } from '../base/record-type.ts';
import { TaxCodeTaxabilityRef } from './tax-code-rule.ts';

const GlobalTaxRatesLookupRef = builder.objectRef<GlobalRateLookup>(globalTaxRatesLookup.name).implement({
  description: globalTaxRatesLookup.description,
  fields: (t) => ({
    ...recordFields(t, globalTaxRatesLookup),
    rules: t.field({
      type: [TaxCodeTaxabilityRef],
      extensions: { listSize: 10 },
      description:
        'Rule for the requested tax code. Without a tax code: the rule for general goods, followed by the rules for tax codes that are taxed differently.',
      resolve: ({ rules }) => [...rules],
    }),
  }),
});

builder.queryField('globalTaxRates', (t) =>
  t.field({
    type: GlobalTaxRatesLookupRef,
    errors: errorsOf(),
    extensions: needsScopes('tax:read'),
    description:
      'VAT or GST rates for a country or region on a day, including reduced rates. Where the seller’s location matters (India), the home address of the account is used. Nothing is stored.',
    args: {
      input: t.arg({
        ...checked(inputOf(globalTaxRatesInput), globalTaxRatesInput),
        required: true,
        description: 'The country or region, the day and the tax code.',
      }),
    },
    resolve: (_root, { input }, ctx) => findGlobalTaxRates(ctx, input.parsed),
  }),
);
