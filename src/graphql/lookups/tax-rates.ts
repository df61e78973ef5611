import { globalTaxRatesInput, salesTaxRatesFields } from '../../domain/lookups/lookup-input.ts';
import {
  type GlobalRateLookup,
  globalTaxRatesLookup,
  type SalesTaxRateLookup,
  salesTaxRatesLookup,
} from '../../domain/lookups/rate-lookup.ts';
import { findGlobalTaxRates, findSalesTaxRates } from '../../usecases/lookups/find-tax-rates.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordFields } from '../base/record-type.ts';
import { TaxCodeTaxabilityRef } from './taxability.ts';

const SalesTaxRatesLookupRef = builder.objectRef<SalesTaxRateLookup>(salesTaxRatesLookup.name).implement({
  description: salesTaxRatesLookup.description,
  fields: (t) => ({
    ...recordFields(t, salesTaxRatesLookup),
    rule: t.expose('rule', {
      type: TaxCodeTaxabilityRef,
      nullable: true,
      description: 'The rule for the requested tax code; null if no tax code was requested.',
    }),
  }),
});

builder.queryField('salesTaxRates', (t) =>
  t.field({
    type: SalesTaxRatesLookupRef,
    errors: errorsOf('INSUFFICIENT_COVERAGE'),
    extensions: needsScopes('tax:read'),
    description:
      'US rates for an address on a day, for general goods or for a tax code, by jurisdiction and with sources. Nothing is stored.',
    args: {
      input: t.arg({
        ...checked(inputOf(salesTaxRatesFields), (inputs) => inputs.salesTaxRates),
        required: true,
        description: 'The address, the day and the tax code.',
      }),
    },
    resolve: (_root, { input }, ctx) => findSalesTaxRates(ctx, input.parsed),
  }),
);

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
