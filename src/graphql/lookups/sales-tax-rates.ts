import { salesTaxRatesInput } from '../../domain/lookups/lookup-input.ts';
import type { SalesTaxRateLookup } from '../../domain/lookups/rate-lookup.ts';
import { findSalesTaxRates } from '../../usecases/lookups/find-sales-tax-rates.ts';
import { AddressRef } from '../base/address.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { RequiredPrecisionEnum } from '../base/coverage-requirement.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { InsufficientCoverage, InvalidInput } from '../base/errors.ts';
import { DocumentSalesTaxRatesRef } from '../places/rates.ts';
import { AddressCandidateRef } from './address-candidate.ts';
import { rateLookupFields, rateQuestionFields } from './rate-lookup.ts';
import { TaxCodeRuleRef } from './tax-code-rule.ts';
import { usAddressFields } from './us-address-input.ts';

const described = descriptionsOf(salesTaxRatesInput);

const SalesTaxRatesLookupRef = builder.objectRef<SalesTaxRateLookup>('SalesTaxRatesLookup').implement({
  description: 'The US rates of a place on a day.',
  fields: (t) => ({
    serviceId: t.expose('serviceId', {
      type: 'UUID',
      description: 'Id of the result: the same for the same input and the same version of the rate book.',
    }),
    requestAddress: t.expose('requestAddress', { type: AddressRef, description: 'The address as sent.' }),
    matchedAddressData: t.expose('place', {
      type: AddressCandidateRef,
      description: 'The place that the address was matched to.',
    }),
    salesTaxRates: t.expose('salesTaxRates', {
      type: DocumentSalesTaxRatesRef,
      description: 'The rates for the requested tax code, or for goods in general, within the limits set by law.',
    }),
    rule: t.expose('rule', {
      type: TaxCodeRuleRef,
      nullable: true,
      description: 'The rule for the requested tax code; null if none was requested.',
    }),
    ...rateLookupFields(t),
  }),
});

const SalesTaxRatesInputRef = builder.inputType('SalesTaxRatesInput', {
  description: 'The US address, the day and the tax code to find rates for.',
  fields: (t) => ({
    ...usAddressFields(t),
    isPartial: t.boolean({ description: `${described.isPartial} It does not affect the rates.` }),
    requirePrecision: t.field({ type: RequiredPrecisionEnum, description: described.requirePrecision }),
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
