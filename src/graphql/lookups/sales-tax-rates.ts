import { requiredPrecision } from '../../domain/coverage/coverage-requirement.ts';
import { salesTaxRatesInput } from '../../domain/lookups/lookup-input.ts';
import { type SalesTaxRateLookup, salesTaxRatesLookup } from '../../domain/lookups/rate-lookup.ts';
import { findSalesTaxRates } from '../../usecases/lookups/find-sales-tax-rates.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { InsufficientCoverage, InvalidInput } from '../base/errors.ts';
import { enumOf, recordFields } from '../base/record-type.ts';
import { rateQuestionFields } from './rate-lookup.ts';
import { TaxCodeTaxabilityRef } from './tax-code-rule.ts';
import { usAddressFields } from './us-address-input.ts';

const described = descriptionsOf(salesTaxRatesInput);

const SalesTaxRatesLookupRef = builder.objectRef<SalesTaxRateLookup>(salesTaxRatesLookup.name).implement({
  description: salesTaxRatesLookup.description,
  fields: (t) => ({
    ...recordFields(t, salesTaxRatesLookup),
    rule: t.expose('rule', {
      type: TaxCodeTaxabilityRef,
      nullable: true,
      description: 'The rule for the requested tax code; null if none was requested.',
    }),
  }),
});

const SalesTaxRatesInputRef = builder.inputType('SalesTaxRatesInput', {
  description: 'The US address, the day and the tax code to find rates for.',
  fields: (t) => ({
    ...usAddressFields(t),
    isPartial: t.boolean({ description: `${described.isPartial} It does not affect the rates.` }),
    requirePrecision: t.field({ type: enumOf(requiredPrecision), description: described.requirePrecision }),
    requireComplete: t.boolean({ description: described.requireComplete }),
    ...rateQuestionFields(t),
  }),
});

builder.queryField('salesTaxRates', (t) =>
  t.field({
    type: SalesTaxRatesLookupRef,
    errors: { types: [InvalidInput, InsufficientCoverage] },
    description:
      'US rates of an address on a day, for goods in general or for a tax code, by jurisdiction and with their sources. Nothing is stored. Needs the scope `tax:read`.',
    args: {
      input: t.arg({
        ...checked(SalesTaxRatesInputRef, salesTaxRatesInput),
        required: true,
        description: 'The address, the day and the tax code.',
      }),
    },
    resolve: (_root, { input }, ctx) => findSalesTaxRates(ctx, input.parsed),
  }),
);
