import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { globalTaxRatesInput, salesTaxRatesInput } from '../../domain/lookups/lookup-input.ts';
import type { GlobalRateLookup, SalesTaxRateLookup } from '../../domain/lookups/rate-lookup.ts';
import { findGlobalTaxRates } from '../../usecases/lookups/find-global-tax-rates.ts';
import { findSalesTaxRates } from '../../usecases/lookups/find-sales-tax-rates.ts';
import { AddressRef } from '../base/address.ts';
import type { Builder } from '../base/builder.ts';
import { InvalidInput } from '../base/errors.ts';
import { NoticeRef } from '../base/notice.ts';
import { DocumentSalesTaxRatesRef, GtRatesRef } from '../places/rates.ts';
import type { AddressCandidateRef } from './address-validation.ts';
import type { LookupEnums } from './lookup-enums.ts';
import type { RatedJurisdictionRef } from './rated-jurisdiction.ts';
import type { RuleLookups } from './rule-lookup.ts';

type Parts = {
  readonly candidate: AddressCandidateRef;
  readonly lookupEnums: LookupEnums;
  readonly ratedJurisdiction: RatedJurisdictionRef;
  readonly ruleLookups: RuleLookups;
};

/** US rates of an address, VAT and GST of a country; without a document. */
export function addRateLookups(builder: Builder, parts: Parts): void {
  addSalesTaxRates(builder, parts);
  addGlobalTaxRates(builder, parts);
}

const effectiveDate = 'The day the rates hold on: the one asked for, else today in UTC.';
const taxCode = 'The tax code asked for, as sent; null where the rates are those of goods in general.';

function addSalesTaxRates(builder: Builder, parts: Parts): void {
  const { candidate, lookupEnums, ratedJurisdiction, ruleLookups } = parts;
  const lookup = builder.objectRef<SalesTaxRateLookup>('SalesTaxRatesLookup').implement({
    description: 'The US rates of a place on a day.',
    fields: (t) => ({
      serviceId: t.expose('serviceId', {
        type: 'UUID',
        description: 'The id of this answer: the same for the same question and the same version of the rate book.',
      }),
      requestAddress: t.expose('requestAddress', { type: AddressRef, description: 'The address as sent.' }),
      effectiveDate: t.expose('effectiveDate', { type: 'Date', description: effectiveDate }),
      matchedAddressData: t.expose('place', { type: candidate, description: 'The place it was matched to.' }),
      salesTaxRates: t.expose('salesTaxRates', {
        type: DocumentSalesTaxRatesRef,
        description:
          'The rates for the tax code asked for, else for goods in general; as far as the law lets them be levied.',
      }),
      jurisdictions: t.field({
        type: [ratedJurisdiction],
        extensions: { listSize: 25 },
        description: 'Who levies them, outermost first. A jurisdiction contained in another’s figure is left out.',
        resolve: ({ jurisdictions }) => [...jurisdictions],
      }),
      taxation: t.expose('taxation', { type: lookupEnums.taxation, description: 'Whether the place has such a tax.' }),
      taxCode: t.exposeString('taxCode', { nullable: true, description: taxCode }),
      rule: t.expose('rule', {
        type: ruleLookups.rule,
        nullable: true,
        description: 'What the law there makes of the tax code; null where none was asked for.',
      }),
      rateBookVersion: t.exposeString('rateBookVersion', {
        description: 'What the answer was read from; another version may answer otherwise.',
      }),
      notices: t.field({
        type: [NoticeRef],
        extensions: { listSize: 5 },
        description: 'What the reader should know: doubts, gaps of the rate book, assumptions.',
        resolve: ({ notices }) => [...notices],
      }),
    }),
  });
  const input = builder.inputType('SalesTaxRatesInput', {
    description: 'Where, on which day and for what US rates are asked.',
    fields: (t) => ({
      country: t.string({ required: true, description: 'The United States, by code or name.' }),
      state: t.string({ required: true, description: 'State, by code, FIPS code or name.' }),
      zip: t.string({ required: true, description: 'ZIP code: five digits, or nine with a hyphen.' }),
      city: t.string({ description: 'City or town: decides before the main place of the ZIP code.' }),
      county: t.string({ description: 'County: chooses among those of the ZIP code.' }),
      street: t.string({ description: 'Street and number.' }),
      isPartial: t.boolean({ description: 'Whether state and ZIP are all that is known; answered as sent.' }),
      date: t.field({ type: 'Date', description: 'The day the rates are to hold on; today in UTC when absent.' }),
      taxCode: t.string({ description: 'A code of `taxCodes`; goods in general when absent.' }),
    }),
  });
  builder.queryField('salesTaxRates', (t) =>
    t.field({
      type: lookup,
      errors: { types: [InvalidInput] },
      description:
        'The US rates of an address on a day, for goods in general or for a tax code, by jurisdiction and with their sources. Nothing is stored. Needs the scope `tax:read`.',
      args: {
        input: t.arg({ type: input, required: true, description: 'Where, on which day, and for which tax code.' }),
      },
      resolve: async (_root, args, ctx) =>
        findSalesTaxRates(ctx, parseInput(salesTaxRatesInput, withoutNulls(args.input))),
    }),
  );
}

function addGlobalTaxRates(builder: Builder, parts: Parts): void {
  const { lookupEnums, ratedJurisdiction, ruleLookups } = parts;
  const lookup = builder.objectRef<GlobalRateLookup>('GlobalTaxRatesLookup').implement({
    description: 'VAT or GST of a country or one of its regions on a day.',
    fields: (t) => ({
      country: t.expose('country', { type: 'CountryCode', description: 'The country whose law holds.' }),
      region: t.exposeString('region', { nullable: true, description: 'The region found: `CA-QC`, `PT-20`; or null.' }),
      taxName: t.exposeString('taxName', { description: 'VAT, GST and the like.' }),
      currency: t.expose('currency', { type: 'CurrencyCode', nullable: true, description: 'The country’s money.' }),
      gtRates: t.expose('gtRates', {
        type: GtRatesRef,
        description: 'The rates for the tax code asked for, else the general ones.',
      }),
      rules: t.field({
        type: [ruleLookups.rule],
        extensions: { listSize: 10 },
        description:
          'The rule of the tax code asked for; without one, that of goods in general first, then those of tax codes that are treated otherwise.',
        resolve: ({ rules }) => [...rules],
      }),
      effectiveDate: t.expose('effectiveDate', { type: 'Date', description: effectiveDate }),
      jurisdictions: t.field({
        type: [ratedJurisdiction],
        extensions: { listSize: 25 },
        description: 'Who levies them: the country, its region, or both.',
        resolve: ({ jurisdictions }) => [...jurisdictions],
      }),
      taxation: t.expose('taxation', { type: lookupEnums.taxation, description: 'Whether the place has such a tax.' }),
      taxCode: t.exposeString('taxCode', { nullable: true, description: taxCode }),
      rateBookVersion: t.exposeString('rateBookVersion', {
        description: 'What the answer was read from; another version may answer otherwise.',
      }),
      notices: t.field({
        type: [NoticeRef],
        extensions: { listSize: 5 },
        description: 'What the reader should know: doubts, gaps of the rate book, assumptions.',
        resolve: ({ notices }) => [...notices],
      }),
    }),
  });
  const input = builder.inputType('GlobalTaxRatesInput', {
    description: 'Where, on which day and for what VAT or GST rates are asked.',
    fields: (t) => ({
      country: t.string({ required: true, description: 'A country other than the US, by code or English name.' }),
      region: t.string({ description: 'Province or region, by code or name.' }),
      date: t.field({ type: 'Date', description: 'The day the rates are to hold on; today in UTC when absent.' }),
      taxCode: t.string({ description: 'A code of `taxCodes`; goods in general when absent.' }),
    }),
  });
  builder.queryField('globalTaxRates', (t) =>
    t.field({
      type: lookup,
      errors: { types: [InvalidInput] },
      description:
        'VAT or GST of a country or region on a day, with its reduced rates. Where both parties’ places decide (India), the tenant’s home address stands for the seller. Nothing is stored. Needs the scope `tax:read`.',
      args: {
        input: t.arg({ type: input, required: true, description: 'Where, on which day, and for which tax code.' }),
      },
      resolve: async (_root, args, ctx) =>
        findGlobalTaxRates(ctx, parseInput(globalTaxRatesInput, withoutNulls(args.input))),
    }),
  );
}
