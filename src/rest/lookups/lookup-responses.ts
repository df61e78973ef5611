import { z } from 'zod';
import { taxCodeKinds } from '../../domain/lookups/catalogue-input.ts';
import { jurisdictionLevels } from '../../tax/model/place.ts';
import { addressResponse, notices } from '../http/common-responses.ts';
import { choice, day, flag, list, named, rate, text, uuid } from '../http/members.ts';
import {
  documentSalesTaxRatesResponse,
  gtRatesResponse,
  level,
  matchedPlace,
  reason,
  rules,
  validFrom,
  validThrough,
} from '../places/tax-responses.ts';

const localRates = choice(
  ['COMPLETE', 'PARTIAL', 'STATE_ONLY', 'NOT_LEVIED'],
  'How completely the rate book covers the local rates of the place.',
);
const gaps = list(text('Description of a gap.'), 'Known gaps of the rate book in the place.');

const candidateResponse = named('AddressCandidate', 'A place that an address may refer to.', {
  ...matchedPlace,
  localRates,
  gaps,
  notices: notices('Remarks on the match.'),
});

export const addressValidationResponse = named(
  'AddressValidation',
  'The places that an address may refer to, best match first.',
  {
    matchedAddresses: list(candidateResponse, 'Places, best match first.'),
    requestAddress: addressResponse,
  },
);

const decimalNumber = (description: string) => z.number().meta({ description: `${description} An exact decimal.` });

const limit = z.object({
  kind: choice(
    ['EXEMPT_BELOW', 'HOLIDAY_BELOW', 'HOLIDAY_UP_TO', 'EXCESS_ABOVE', 'BETWEEN', 'UP_TO', 'SHARE'],
    'How the tax depends on the price.',
  ),
  levels: list(
    z.enum(jurisdictionLevels).meta({ description: 'Level of a jurisdiction.' }),
    'Jurisdictions whose taxes are limited.',
  ),
  amount: decimalNumber('Unit price at which the limit begins, in the currency of the place.').optional(),
  toAmount: decimalNumber('Unit price at which the limit ends, in the currency of the place.').optional(),
  share: rate('Taxed share of the price.').optional(),
  message: text('The remark in a sentence.'),
});

const law = {
  ...rules,
  id: text('Id of the rule in the rate book.', ['US-NY/clothing']),
  category: text('Category that the rule covers.'),
  treatment: choice(
    ['TAXABLE', 'REDUCED', 'ZERO_RATED', 'EXEMPT', 'NOT_TAXABLE', 'HOLIDAY'],
    'How the law treats the tax code.',
  ),
  reason: reason('Reason on a line of a document if no limit on the price applies.'),
  followsGoods: choice(
    ['ALL_OR_NOTHING', 'IN_PROPORTION'],
    'How shipping that is taxed like its goods is taxed.',
  ).optional(),
  limits: list(limit, 'Unit prices on which the tax depends.'),
  conditions: list(
    text('Description of a condition.'),
    'Conditions that documents do not contain, such as a prescription.',
  ),
  validFrom,
  validThrough,
  source: text('Law or publication that the rule was read from.'),
  notices: notices('Remarks on the rule.'),
};

const lawResponse = named('TaxCodeRule', 'How the law of a place treats a tax code on a day.', {
  ...law,
  taxCodes: list(text('A tax code.'), 'Tax codes that the rule covers.'),
});

const { appliedRate, ...jurisdictionMembers } = {
  id: text('Id in the rate book, unique within the country.', ['MN-C053']),
  level,
  name: text('English name.'),
  code: text('Code assigned by its state; outside the US the name of the tax.'),
  fips: text('FIPS code, if it has one.').optional(),
  county: text('In the US, the county itself or the county it lies in; null if unknown.').nullable(),
  contains: choice(
    ['NOTHING', 'COUNTY', 'COUNTY_AND_DISTRICTS'],
    'Other jurisdictions whose rates are included in this rate.',
  ),
  rate: rate('Rate for goods in general; absent if none is levied on that day.').optional(),
  appliedRate: rate('Rate for the requested tax code; absent if none was requested.').optional(),
  validFrom,
  validThrough,
  source: text('Law or publication that the rate was read from.').optional(),
};

const ratedJurisdictionResponse = named(
  'RatedJurisdiction',
  'A jurisdiction that levies its own tax, with its rate on a day.',
  { ...jurisdictionMembers, appliedRate },
);

export const listedJurisdictionResponse = named(
  'ListedJurisdiction',
  'A jurisdiction of the rate book, with its general rate on a day.',
  {
    ...jurisdictionMembers,
    country: text('ISO 3166-1 alpha-2 code of the country.', ['US']),
    subdivision: text('Code of the US state, province or region; absent for a country.', ['MN', 'CA-QC']).optional(),
    notices: notices('Remarks on the rate, such as that its first day is not known.'),
  },
);

const lookup = {
  effectiveDate: day('Day on which the rates are valid: the requested day, or today in UTC.'),
  jurisdictions: list(
    ratedJurisdictionResponse,
    'Jurisdictions that levy the rates, from the largest to the smallest.',
  ),
  taxation: choice(
    ['TAXED', 'NO_TAX_THERE', 'NOT_COVERED', 'OUTSIDE_TERRITORY'],
    'Whether the place levies the tax. NOT_COVERED: it taxes consumption, but its taxes are not in the rate book.',
  ),
  taxCode: text('Requested tax code, as sent; absent if the rates are those of goods in general.').optional(),
  rateBookVersion: text('Version of the rate book.'),
  notices: notices('Remarks on the result: uncertain facts, gaps in the rate book, and assumptions.'),
};

export const salesTaxRatesLookupResponse = named('SalesTaxRatesLookup', 'US rates of an address on a day.', {
  serviceId: uuid(
    'Id of the result: the same for the same input and the same version of the rate book. Nothing is stored.',
  ),
  requestAddress: addressResponse,
  matchedAddressData: z
    .object({ ...matchedPlace, localRates, gaps })
    .meta({ description: 'Place that the address was matched to.' }),
  salesTaxRates: documentSalesTaxRatesResponse,
  rule: lawResponse.optional(),
  ...lookup,
});

export const globalTaxRatesLookupResponse = named(
  'GlobalTaxRatesLookup',
  'VAT or GST of a country or region on a day.',
  {
    gtRates: gtRatesResponse,
    rules: list(
      lawResponse,
      'Rule for the tax code. Without one, the rule for goods in general and those for tax codes that are treated differently.',
    ),
    country: text('ISO 3166-1 alpha-2 code.'),
    region: text('Code of the region.', ['CA-QC']).optional(),
    taxName: text('Name of the tax, such as VAT.'),
    currency: text('ISO 4217 code of the currency of the place.').optional(),
    ...lookup,
  },
);

export const taxCodeResponse = named('TaxCode', 'A code for what is sold.', {
  code: text('Code that document lines use.', ['C1S1']),
  name: text('English name.'),
  description: text('Goods or services that the code covers.'),
  category: text('Category whose rules decide whether the code is taxable.'),
  isTangible: flag('Whether the code covers tangible goods.'),
  isOnSite: flag('Whether the supply is taxed where it is used, whoever buys it, such as a hotel night.'),
  kind: choice(taxCodeKinds, 'Kind of goods or services.'),
});

export const taxabilityResponse = named('TaxabilityGrid', 'How states treat tax codes on a day.', {
  asOf: day('Day whose law applies: the requested day, or today in UTC.'),
  rateBookVersion: text('Version of the rate book.'),
  rows: list(
    z.object({
      taxCode: taxCodeResponse,
      cells: list(
        named('TaxabilityCell', 'How one state treats one tax code.', {
          ...law,
          state: z
            .object({ code: text('Two-letter code.', ['MN']), name: text('English name.') })
            .meta({ description: 'State whose law applies.' }),
          isTaxable: flag('Whether the state taxes the code, regardless of limits on the price.'),
          stateRate: rate('Rate of the state for the code; 0 if it does not tax it. Local rates are not included.'),
        }),
        'One cell for each state, in the requested order.',
      ),
    }),
    'One row for each tax code, in the requested order.',
  ),
});

export const localRatesOfState = { localRates, gaps };
