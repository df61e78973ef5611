import { z } from 'zod';
import { taxCodeKinds } from '../../domain/lookups/catalogue-input.ts';
import { jurisdictionLevels } from '../../tax/model/place.ts';
import { addressResponse, choice, day, flag, list, named, notices, rate, text, uuid } from '../http/members.ts';
import {
  documentSalesTaxRatesResponse,
  from,
  gtRatesResponse,
  level,
  matchedPlace,
  reason,
  rules,
  to,
} from '../places/tax-responses.ts';

const localRates = choice(
  ['COMPLETE', 'PARTIAL', 'STATE_ONLY', 'NOT_LEVIED'],
  'How far the rate book holds the local rates there.',
);
const gaps = list(text('A gap, in words.'), 'What the rate book is known to lack there.');

const candidateResponse = named('AddressCandidate', 'A place that an address may be.', {
  ...matchedPlace,
  localRates,
  gaps,
  notices: notices('What the reader should know of this match.'),
});

export const addressValidationResponse = named('AddressValidation', 'The places that an address may be, best first.', {
  matchedAddresses: list(candidateResponse, 'Best first.'),
  requestAddress: addressResponse,
});

const decimalNumber = (description: string) => z.number().meta({ description: `${description} An exact decimal.` });

const limit = z.object({
  kind: choice(
    ['EXEMPT_BELOW', 'HOLIDAY_BELOW', 'HOLIDAY_UP_TO', 'EXCESS_ABOVE', 'BETWEEN', 'UP_TO', 'SHARE'],
    'What it does to the tax.',
  ),
  levels: list(z.enum(jurisdictionLevels).meta({ description: 'A level.' }), 'The authorities it binds.'),
  amount: decimalNumber('The price of a piece from which on it counts, in the currency of the place.').optional(),
  toAmount: decimalNumber('The price up to which it counts, in the currency of the place.').optional(),
  share: rate('The share of the price that is taxed.').optional(),
  message: text('The same in words.'),
});

const lawResponse = named('TaxCodeRule', 'What the law makes of a tax code.', {
  ...rules,
  id: text('The rule of the rate book.', ['US-NY/clothing']),
  category: text('The category of the facts that decides.'),
  taxCodes: list(text('A tax code.'), 'The tax codes it is for.'),
  treatment: choice(
    ['TAXABLE', 'REDUCED', 'ZERO_RATED', 'EXEMPT', 'NOT_TAXABLE', 'HOLIDAY'],
    'What the law makes of it.',
  ),
  reason: reason('The reason that a line would bear where no limit on the price comes in.'),
  followsGoods: choice(['ALL_OR_NOTHING', 'IN_PROPORTION'], 'How shipping shares the fate of its goods.').optional(),
  limits: list(limit, 'Prices per piece on which the tax depends.'),
  conditions: list(text('A condition.'), 'What it depends on that no document tells, such as a prescription.'),
  from,
  to,
  source: text('Where the rule was read.'),
  notices: notices('What the reader should know of the rule.'),
});

const ratedJurisdictionResponse = named('RatedJurisdiction', 'Who levies a tax, and how much.', {
  id: text('Its id in the rate book, unique within its country.', ['MN-C053']),
  level,
  name: text('Its name.'),
  code: text('The code its state gives it; outside the US the name of its tax.'),
  fips: text('Its FIPS code, where it has one.').optional(),
  county: text('In the US, the county it is or lies in; null where that is not known.').nullable(),
  contains: choice(['NOTHING', 'COUNTY', 'COUNTY_AND_DISTRICTS'], 'Whose rates its own figure stands for besides.'),
  rate: rate('Its rate for goods in general; absent where it levies none on that day.').optional(),
  appliedRate: rate('Its rate for the tax code asked for; absent where none was.').optional(),
  from,
  to,
  source: text('Where the rate was read.').optional(),
});

const lookup = {
  effectiveDate: day('The day the rates hold on: the one asked for, else today in UTC.'),
  jurisdictions: list(ratedJurisdictionResponse, 'Who levies them, outermost first.'),
  taxation: choice(['TAXED', 'NO_TAX_THERE', 'OUTSIDE_TERRITORY'], 'Whether the place has such a tax.'),
  taxCode: text('The tax code asked for, as sent; absent where the rates are those of goods in general.').optional(),
  rateBookVersion: text('The version of the rate book.'),
  notices: notices('What the reader should know: doubts, gaps of the rate book, assumptions.'),
};

export const salesTaxRatesLookupResponse = named('SalesTaxRatesLookup', 'US rates of an address on a day.', {
  serviceId: uuid('The id of this answer: the same for the same question to the same rate book. Nothing is kept.'),
  requestAddress: addressResponse,
  matchedAddressData: z
    .object({ ...matchedPlace, localRates, gaps })
    .meta({ description: 'The place it was matched to.' }),
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
      'That of the tax code; without one, that of goods in general and those that differ from it.',
    ),
    country: text('ISO 3166-1 alpha-2.'),
    region: text('The region’s code.', ['CA-QC']).optional(),
    taxName: text('What the tax is called there.'),
    currency: text('The currency of the place, ISO 4217.').optional(),
    ...lookup,
  },
);

export const taxCodeResponse = named('TaxCode', 'What kind of product it is.', {
  code: text('The code that lines name.', ['C1S1']),
  name: text('Its name.'),
  description: text('What it is for.'),
  category: text('The category of the facts that decides its taxability.'),
  isTangible: flag('Whether such products can be touched.'),
  isOnSite: flag('Whether it is supplied and taxed where it is used, whoever buys it, such as a hotel night.'),
  kind: choice(taxCodeKinds, 'Its kind.'),
});

export const localRatesOfState = { localRates, gaps };
