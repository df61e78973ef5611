import { z } from 'zod';
import { jurisdictionLevels } from '../../tax/model/place.ts';
import { taxReasons } from '../../tax/model/reasons.ts';
import { amount, choice, count, day, flag, named, rate, text } from '../http/members.ts';

export const reason = (description: string) => choice(taxReasons, description);
export const level = choice(jurisdictionLevels, 'Which kind of authority it is.');
export const from = day('The first day it holds; absent when it is not known.').optional();
export const to = day('The last day it holds; absent while it is open.').optional();

const usRates = {
  cityDistrictRate: rate('All districts that are not the county’s.'),
  cityRate: rate('The city.'),
  countyDistrictRate: rate('Districts of the county.'),
  countyRate: rate('The county.'),
  stateRate: rate('The state.'),
  taxRate: rate('All together.'),
};

export const salesTaxRatesResponse = named('SalesTaxRates', 'US rates by kind of jurisdiction.', usRates);
export const documentSalesTaxRatesResponse = named('DocumentSalesTaxRates', 'The general US rates of a place.', {
  ...usRates,
  combinedDistrictRate: rate('All districts.'),
  ratesMetaData: z
    .object({ cityDistrictRate: rate('As above.'), countyDistrictRate: rate('As above.') })
    .meta({ description: 'The two kinds of districts again.' }),
});
export const gtRatesResponse = named('GtRates', 'VAT or GST rates.', {
  countryRate: rate('What the country levies.'),
  regionRate: rate('What the region adds, or levies instead.'),
  taxRate: rate('Both together.'),
});

const rule = {
  name: text('Who makes the rule.'),
  abbreviation: text('Its code.'),
  taxable: flag('Whether it taxes such a line.'),
  specialTreatment: flag('Whether such a line is treated unlike goods in general.'),
  calculationType: choice(['FIXED', 'PERCENTAGE'], 'Whether the value is an amount per piece or a rate.'),
  calculationValue: z.number().meta({
    description: 'For PERCENTAGE a fraction of one, for FIXED an amount per piece. An exact decimal.',
  }),
  description: text('The rule in words.'),
};
const subRulesResponse = named('SubJurisdictionalTaxRules', 'The rule of a city or region.', rule);
export const rules = {
  ...rule,
  cities: z.record(z.string(), subRulesResponse).nullable().meta({ description: 'By name; null when none levies.' }),
  regions: z.record(z.string(), subRulesResponse).nullable().meta({ description: 'By name; null when none levies.' }),
};
export const rulesResponse = named('JurisdictionalSalesTaxRules', 'What the law makes of a line.', rules);

const jurisdiction = z
  .object({
    level,
    name: text('Its name.'),
    code: text('The code its state gives it; outside the US the name of its tax.'),
    fips: text('Its FIPS code, where it has one.').optional(),
  })
  .meta({ description: 'Who levies it.' });

const taxed = {
  jurisdiction,
  rate: rate('The rate.'),
  taxableAmount: amount('What it taxes.'),
  exemptAmount: amount('What it does not tax.'),
  taxAmount: amount('Its tax.'),
  reason: reason('Why it is this much.'),
  source: text('Where the rate was read.'),
  from,
  to,
};
export const documentTaxLineResponse = named(
  'DocumentTaxLine',
  'One jurisdiction’s part of the whole document.',
  taxed,
);
export const taxLineResponse = named('TaxLine', 'One jurisdiction’s part of a line; `rate` is the one applied.', {
  ...taxed,
  certificateId: text('The serviceId of the exemption that relieved it.').optional(),
});

const fieldMatch = (what: string) => choice(['EXACT', 'GOOD', 'NO_MATCH'], `How the ${what} fits.`);
export const matchedPlace = {
  address: z
    .object({
      city: text('The city.').optional(),
      country: text('ISO 3166-1 alpha-2.'),
      county: text('The county; null where it is not known.').nullable(),
      state: text('The state’s or region’s code.').optional(),
      zip: text('The ZIP code.').optional(),
    })
    .meta({ description: 'The place of the rate book.' }),
  scoring: z
    .object({
      matchLevel: choice(['EXCELLENT', 'GOOD', 'FAIR', 'POOR'], 'The score in a word.'),
      score: z.number().meta({ description: 'From 0 to 1; 1 is a full match.' }),
      fieldScore: z
        .object({
          countryMatch: fieldMatch('country'),
          stateMatch: fieldMatch('state'),
          cityMatch: fieldMatch('city'),
          zipMatch: fieldMatch('ZIP code'),
        })
        .meta({ description: 'How each member fits.' }),
    })
    .meta({ description: 'How well the address fits the place.' }),
  precision: choice(['ROOFTOP', 'ZIP9', 'CITY', 'ZIP5', 'STATE', 'COUNTRY'], 'How exactly the place is known.'),
};
export const matchedAddressResponse = named('MatchedAddressData', 'The place an address was matched to.', matchedPlace);

export const stateFeeResponse = named('StateFee', 'A fee that a state lays on the sale; told, not charged.', {
  state: text('The state’s code.'),
  name: text('What it is called.'),
  amount: amount('How much.', 'In US dollars.'),
  law: text('The law that lays it on.'),
  unless: text('What frees a seller from it, which a document cannot show.'),
});
export const index = count('Its place in the request, from 0.');
