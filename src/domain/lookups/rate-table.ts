import { field, type RecordOf, record } from '../base/record.ts';
import { taxReason } from '../transactions/tax-reason.ts';

const tableRate = record('RateTableRate', 'The rate of one jurisdiction in a rate table.', {
  jurisdictionId: field.text('Id in the rate book.', { examples: ['MN-C053'] }),
  name: field.text('Name of the authority.', { examples: ['Hennepin County'] }),
  rate: field.fraction('Its rate on the category; zero where it does not tax it.'),
});

const ofLevel = (which: string) => field.fraction(`Rates of ${which} together.`);

export const rateTableRow = record(
  'RateTableRow',
  'The tax on a category of goods or services delivered to a ZIP code of a US state.',
  {
    zip: field.text('ZIP code of five digits.', { examples: ['55401'] }),
    city: field.optional(field.text('Main place of the ZIP code.'), 'if it is not known'),
    county: field.optional(field.text('County of that place.'), 'if it is not known'),
    category: field.text('Category of the tax codes, such as `clothing`.', { examples: ['clothing'] }),
    taxCodes: field.list(field.text('A tax code.', { examples: ['C1S2'] }), 2, 'The tax codes of the category.'),
    rate: field.fraction('All rates together.'),
    stateRate: ofLevel('the state'),
    countyRate: ofLevel('the county'),
    cityRate: ofLevel('the city'),
    districtRate: ofLevel('the districts'),
    jurisdictions: field.list(tableRate, 5, 'The rates by jurisdiction, from the largest to the smallest.'),
    reason: field.choice(taxReason, 'Why it is taxed in this way.'),
    isSplit: field.flag(
      'Whether the ZIP code spans counties, or imported boundaries divide it by street. The row has the rates of its main place; there and near the limits of a city, the full address decides.',
    ),
    askOnline: field.flag('Whether a flat rate cannot tell the tax: calculate such a sale online.'),
    askBecause: field.optional(field.text('What the tax depends on.'), 'where the rate decides the tax'),
    noticeCodes: field.list(
      field.text('Code of a notice.', { examples: ['CONDITION_UNKNOWN'] }),
      1,
      'What a quote would remark on the place and the rule, such as FACT_UNCERTAIN.',
    ),
  },
);
export type RateTableRow = RecordOf<typeof rateTableRow>;
