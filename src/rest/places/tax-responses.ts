import { z } from 'zod';
import { jurisdictionLevels } from '../../tax/model/place.ts';
import { taxReasons } from '../../tax/model/reasons.ts';
import { amount, choice, day, flag, list, named, rate, text } from '../http/members.ts';

export const reason = (description: string) => choice(taxReasons, description);
export const level = choice(jurisdictionLevels, 'Kind of authority.');
export const validFrom = day('First day on which the rate is valid; absent if unknown.').optional();
export const validThrough = day('Last day on which the rate is valid; absent if open-ended.').optional();

const usRates = {
  cityDistrictRate: rate('Combined rate of all other special districts.'),
  cityRate: rate('Rate of the city.'),
  countyDistrictRate: rate('Rate of districts that cover whole counties.'),
  countyRate: rate('Rate of the county.'),
  stateRate: rate('Rate of the state.'),
  taxRate: rate('Sum of all rates.'),
};

export const salesTaxRatesResponse = named('SalesTaxRates', 'US rates by kind of jurisdiction.', usRates);
export const documentSalesTaxRatesResponse = named('DocumentSalesTaxRates', 'The general US rates of a place.', {
  ...usRates,
  combinedDistrictRate: rate('Combined rate of all districts.'),
  ratesMetaData: z
    .object({ cityDistrictRate: rate('Same as above.'), countyDistrictRate: rate('Same as above.') })
    .meta({ description: 'The two parts of the combined district rate.' }),
});
export const gtRatesResponse = named('GtRates', 'VAT or GST rates.', {
  countryRate: rate('Rate of the country.'),
  regionRate: rate('Rate of the region, in addition to that of the country or instead of it.'),
  taxRate: rate('Sum of both rates.'),
});

const rule = {
  name: text('Name of the jurisdiction.'),
  abbreviation: text('Code of the jurisdiction.'),
  taxable: flag('Whether the jurisdiction taxes the line.'),
  specialTreatment: flag('Whether the line is treated differently from general goods.'),
  calculationType: choice(['FIXED', 'PERCENTAGE'], 'Whether `calculationValue` is a rate or an amount per unit.'),
  calculationValue: z.number().meta({
    description: 'For PERCENTAGE a fraction of one, for FIXED an amount per unit. An exact decimal.',
  }),
  description: text('Description of the rule.'),
};
const subRulesResponse = named('SubJurisdictionalTaxRules', 'The rule of a city or region.', rule);
export const rules = {
  ...rule,
  cities: z
    .record(z.string(), subRulesResponse)
    .nullable()
    .meta({ description: 'Rules by name; null if none levies a tax.' }),
  regions: z
    .record(z.string(), subRulesResponse)
    .nullable()
    .meta({ description: 'Rules by name; null if none levies a tax.' }),
};
export const rulesResponse = named('JurisdictionalSalesTaxRules', 'Rule of a state or country for a line.', rules);

export const jurisdictionResponse = z
  .object({
    level,
    name: text('Name of the authority.'),
    code: text('Code assigned by its state; outside the US the name of the tax.'),
    fips: text('FIPS code, if it has one.').optional(),
  })
  .meta({ description: 'Authority that levies the tax.' });

const bracket = z
  .object({
    from: amount('Price of a unit above which the rate applies.'),
    to: amount('Price of a unit up to which the rate applies.'),
  })
  .meta({
    description:
      'Part of the price of each unit that this further rate of the jurisdiction applies to, such as 1,600 to 3,200 US dollars in Tennessee; absent for the ordinary rate.',
  })
  .optional();

const taxed = {
  jurisdiction: jurisdictionResponse,
  bracket,
  rate: rate('Rate applied; zero for what is not taxed, and for an amount per unit.'),
  taxableAmount: amount('Amount taxed by the jurisdiction.'),
  exemptAmount: amount('Amount not taxed by the jurisdiction.'),
  taxAmount: amount('Tax of the jurisdiction.'),
  reason: reason('Reason for the tax.'),
  source: text('Law or publication that the general rate was read from.'),
  validFrom,
  validThrough,
};
export const documentTaxLineResponse = named(
  'DocumentTaxLine',
  'Tax of one jurisdiction at one rate on the whole document. What bears no rate has a line for each reason.',
  taxed,
);
export const taxLineResponse = named('TaxLine', 'Tax of one jurisdiction on a line; `rate` is the applied rate.', {
  ...taxed,
  certificateId: text(
    'serviceId of the exemption that reduced the tax, or exemptionOverride if the document did.',
  ).optional(),
});

const fieldMatch = (what: string) => choice(['EXACT', 'GOOD', 'NO_MATCH'], `Match of the ${what}.`);
export const matchedPlace = {
  address: z
    .object({
      city: text('City or town.').optional(),
      country: text('ISO 3166-1 alpha-2 code.'),
      county: text('County; null if unknown.').nullable(),
      state: text('Code of the state or region.').optional(),
      zip: text('ZIP code.').optional(),
    })
    .meta({ description: 'Place of the rate book whose taxes apply.' }),
  scoring: z
    .object({
      matchLevel: choice(['EXCELLENT', 'GOOD', 'FAIR', 'POOR'], 'Overall quality of the match.'),
      score: z.number().meta({ description: 'Score from 0 to 1; 1 is a full match.' }),
      fieldScore: z
        .object({
          countryMatch: fieldMatch('country'),
          stateMatch: fieldMatch('state'),
          cityMatch: fieldMatch('city'),
          zipMatch: fieldMatch('ZIP code'),
        })
        .meta({ description: 'Quality of the match field by field.' }),
    })
    .meta({ description: 'How well the address matches the place.' }),
  precision: choice(['ROOFTOP', 'ZIP9', 'CITY', 'ZIP5', 'STATE', 'COUNTRY'], 'How precisely the address was located.'),
};
export const matchedAddressResponse = named(
  'MatchedAddressData',
  'Place that an address was matched to.',
  matchedPlace,
);

export const placeTotalsResponse = named('PlaceTotals', 'What a document sells to one place, and the tax there.', {
  country: text('Country whose tax it is.', ['US']),
  state: text('State or region; absent where the country alone decides.', ['MN']).optional(),
  sourcedFrom: choice(['SHIP_TO', 'SHIP_FROM'], 'The address whose place decides the jurisdictions.'),
  matchedAddressData: matchedAddressResponse,
  lines: list(text('A JSON pointer.', ['/items/0']), 'The lines that are taxed there.'),
  calculatedTotal: amount('Total of the lines after discounts. It includes tax if prices do.'),
  taxableAmount: amount('Part of the lines that is taxed.'),
  taxAmount: amount('Tax on the lines.'),
  salesTaxRates: documentSalesTaxRatesResponse.optional(),
  gtRates: gtRatesResponse.optional(),
});
