import { type SalesTaxRateLookup, salesTaxRatesLookup } from '../../domain/lookups/rate-lookup.ts';
import { findSalesTaxRates } from '../../usecases/lookups/find-sales-tax-rates.ts';
import { AddressInputRef } from '../base/address.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { CoverageRequirementInputRef } from '../base/coverage-requirement.ts';
import { InsufficientCoverage, InvalidInput } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { recordFields } from '../base/record-type.ts';
import { rateQuestionFields } from './rate-lookup.ts';
import { TaxCodeTaxabilityRef } from './tax-code-rule.ts';

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
    address: t.field({
      type: AddressInputRef,
      required: true,
      description: 'An address in the US, as complete as that of a document.',
    }),
    require: t.field({
      type: CoverageRequirementInputRef,
      description:
        'How well the place must be known, and which tax codes are accepted. Default: the setting of the account.',
    }),
    ...rateQuestionFields(t),
  }),
});

builder.queryField('salesTaxRates', (t) =>
  t.field({
    type: SalesTaxRatesLookupRef,
    errors: { types: [InvalidInput, InsufficientCoverage] },
    extensions: needsScopes('tax:read'),
    description:
      'US rates of an address on a day, for goods in general or for a tax code, by jurisdiction and with their sources. Nothing is stored.',
    args: {
      input: t.arg({
        ...checked(SalesTaxRatesInputRef, (inputs) => inputs.salesTaxRates),
        required: true,
        description: 'The address, the day and the tax code.',
      }),
    },
    resolve: (_root, { input }, ctx) => findSalesTaxRates(ctx, input.parsed),
  }),
);
