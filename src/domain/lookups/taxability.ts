import { field, type RecordOf, record } from '../base/record.ts';
import { taxCode } from './catalogue.ts';
import type { RuleLookup } from './rule-lookup.ts';

export const stateTaxability = record('StateTaxability', 'How one state treats one tax code.', {
  state: field.text('Code of the state whose law applies.', { examples: ['MN'] }),
  stateName: field.text('Its English name.', { examples: ['Minnesota'] }),
  isTaxable: field.flag('Whether the state taxes the code, regardless of limits on the price.'),
  stateRate: field.fraction(
    'Rate of the state for the code; zero if it does not tax it. Local rates are not included.',
  ),
});

/** How one state taxes one tax code on a day. */
export type StateTaxability = RuleLookup & RecordOf<typeof stateTaxability>;

export const taxabilityRow = record('TaxabilityRow', 'How the states treat one tax code.', {
  taxCode: field.part(taxCode, 'The tax code with its name and category.'),
});
/** The cells are in the order of the requested states. */
export type TaxabilityRow = RecordOf<typeof taxabilityRow> & { readonly cells: readonly StateTaxability[] };

export const taxabilityGrid = record('TaxabilityGrid', 'How states treat tax codes on a day.', {
  asOf: field.day('Day whose law applies: the requested day, or today in UTC.'),
  rateBookVersion: field.text('Version of the rate book that the result was read from.'),
});
export type TaxabilityGrid = RecordOf<typeof taxabilityGrid> & { readonly rows: readonly TaxabilityRow[] };
