import { salesTaxRatesFields } from '../../domain/lookups/lookup-input.ts';
import { type SalesTaxRateLookup, salesTaxRatesLookup } from '../../domain/lookups/rate-lookup.ts';
import { findSalesTaxRates } from '../../usecases/lookups/find-tax-rates.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordFields } from '../base/record-type.ts';
import { TaxCodeTaxabilityRef } from './tax-code-rule.ts';

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
