import { field, type RecordOf, record } from '../base/record.ts';
import { taxReason } from '../transactions/transaction-enums.ts';

const tableRate = record('RateTableRate', 'The rate of one jurisdiction in a rate table.', {
  jurisdictionId: field.text('Id in the rate book.', { examples: ['MN-C053'] }),
  name: field.text('Name of the authority.', { examples: ['Hennepin County'] }),
  rate: field.fraction('Rate for the category; zero if the authority does not tax the category.'),
});

const ofLevel = (which: string) => field.fraction(`Combined rate of ${which}.`);

export const rateTableRow = record(
  'RateTableRow',
  'The tax on a category of goods or services delivered to a ZIP code in a US state.',
  {
    zip: field.text('Five-digit ZIP code.', { examples: ['55401'] }),
    city: field.optional(field.text('Main place of the ZIP code.'), 'if unknown'),
    county: field.optional(field.text('County of the main place.'), 'if unknown'),
    category: field.text('Category of the tax codes, such as `clothing`.', { examples: ['clothing'] }),
    taxCodes: field.list(field.text('A tax code.', { examples: ['C1S2'] }), 2, 'The tax codes of the category.'),
    rate: field.fraction('Combined rate.'),
    stateRate: ofLevel('the state'),
    countyRate: ofLevel('the county'),
    cityRate: ofLevel('the city'),
    districtRate: ofLevel('the districts'),
    jurisdictions: field.list(tableRate, 5, 'The rates by jurisdiction, from the largest to the smallest.'),
    reason: field.choice(taxReason, 'Reason for this treatment.'),
    isSplit: field.flag(
      'Whether the ZIP code spans counties, or imported boundaries divide it by street. The row has the rates of ' +
        'its main place. In these ZIP codes, and near city limits, the full address decides.',
    ),
    askOnline: field.flag('Whether a flat rate is not enough to determine the tax. Calculate these sales online.'),
    askBecause: field.optional(field.text('Conditions on which the tax depends.'), 'if the rate determines the tax'),
    noticeCodes: field.list(
      field.text('Code of a notice.', { examples: ['CONDITION_UNKNOWN'] }),
      1,
      'Notices that a quote would have about the place and the rule, such as FACT_UNCERTAIN.',
    ),
  },
);
export type RateTableRow = RecordOf<typeof rateTableRow>;
