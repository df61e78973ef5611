import { address } from '../base/address.ts';
import { notice } from '../base/notice.ts';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import { matchedAddressData } from '../places/matched-address.ts';
import { placeField, stateField } from '../places/place-fields.ts';
import { localCoverage, type PlaceFacts } from '../places/place-law.ts';
import { documentSalesTaxRates, gtRates } from '../transactions/rate-views.ts';
import { type RatedJurisdiction, ratedJurisdiction } from './jurisdictions.ts';
import type { RuleOfCodes } from './rule-lookup.ts';

const addressCandidate = record('AddressCandidate', 'A possible match for an address, as spelled in the rate book.', {
  ...matchedAddressData.fields,
  ...localCoverage,
  notices: field.list(notice, 5, 'Remarks on the match.'),
});
type AddressCandidate = RecordOf<typeof addressCandidate>;

export const addressValidation = record('AddressValidation', 'The places that match an address.', {
  matchedAddresses: field.list(
    addressCandidate,
    10,
    'The places, best match first, at most ten. Documents with this address are taxed at the first place.',
  ),
  requestAddress: field.part(address, 'The address as submitted.'),
});
export type AddressValidation = RecordOf<typeof addressValidation>;

const taxation = enumeration('Taxation', 'Whether a tax is levied in a place.', {
  TAXED: 'The tax is levied on goods in general.',
  NO_TAX_THERE: 'The state or country levies no such tax.',
  NOT_COVERED: 'The country taxes consumption, but its taxes are not in the rate book.',
  OUTSIDE_TERRITORY: 'The place lies outside the tax territory of its country.',
} satisfies Record<PlaceFacts['taxation'], string>);

/** Fields shared by US and global lookups of rates. */
const lookup = {
  effectiveDate: field.day('The day on which the rates are in force: the requested day, or today in UTC.'),
  jurisdictions: field.list(
    ratedJurisdiction,
    25,
    'The jurisdictions that levy the rates, from the largest to the smallest. A jurisdiction whose rate is included in another rate is omitted.',
  ),
  taxation: field.choice(taxation, 'Whether a tax is levied in the place.'),
  taxCode: field.optional(field.text('The requested tax code, as submitted.'), 'if the rates are for goods in general'),
  rateBookVersion: field.text('Version of the rate book used.'),
  notices: field.list(notice, 5, 'Remarks on the result: uncertain facts, gaps in the rate book, and assumptions.'),
};

export const salesTaxRatesLookup = record('SalesTaxRatesLookup', 'The US rates for a place on a day.', {
  serviceId: field.uuid(
    'Id of the result. The same input and version of the rate book always return the same id. Nothing is stored.',
  ),
  requestAddress: field.part(address, 'The address as submitted.'),
  matchedAddressData: field.derived(
    field.part(addressCandidate, 'The place matched to the address.'),
    ({ place }: { readonly place: AddressCandidate }) => place,
  ),
  salesTaxRates: field.part(
    documentSalesTaxRates,
    'The rates for the requested tax code, or for goods in general, within the limits set by law.',
  ),
  ...lookup,
});

/** The rule is null if no tax code was given. */
export type SalesTaxRateLookup = RecordOf<typeof salesTaxRatesLookup> & {
  readonly jurisdictions: readonly RatedJurisdiction[];
  readonly rule: RuleOfCodes | null;
};

export const globalTaxRatesLookup = record(
  'GlobalTaxRatesLookup',
  'VAT or GST in a country or one of its regions on a day.',
  {
    country: field.country('ISO 3166-1 alpha-2 code of the country.'),
    place: placeField,
    state: stateField,
    taxName: field.text('Name of the tax, such as VAT or GST.'),
    currency: field.optional(field.currency('ISO 4217 currency code of the country.'), 'if unknown'),
    gtRates: field.part(gtRates, 'The rates for the requested tax code, or the general rates.'),
    ...lookup,
  },
);

/**
 * The rule for the tax code or, without a tax code, the rule for general goods and the rules for tax codes that are
 * treated differently.
 */
export type GlobalRateLookup = RecordOf<typeof globalTaxRatesLookup> & {
  readonly jurisdictions: readonly RatedJurisdiction[];
  readonly rules: readonly RuleOfCodes[];
};
