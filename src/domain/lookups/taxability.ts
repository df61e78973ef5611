import { field, type RecordOf, record } from '../base/record.ts';
import { taxCode } from './catalogue.ts';
import type { RuleLookup } from './rule-lookup.ts';

export const stateTaxability = record('StateTaxability', 'Treatment of one tax code in one state.', {
  state: field.text('Code of the state whose law applies.', { examples: ['MN'] }),
  stateName: field.text('English name of the state.', { examples: ['Minnesota'] }),
  isTaxable: field.flag('Whether the state taxes the code, regardless of price limits.'),
  stateRate: field.fraction('State rate for the code; zero if it is not taxed. Local rates are not included.'),
});

export type StateTaxability = RuleLookup & RecordOf<typeof stateTaxability>;

export const taxabilityRow = record('TaxabilityRow', 'Treatment of one tax code by state.', {
  taxCode: field.part(taxCode, 'The tax code with its name and category.'),
});
/** The cells are in the order of the requested states. */
export type TaxabilityRow = RecordOf<typeof taxabilityRow> & { readonly cells: readonly StateTaxability[] };

export const taxabilityGrid = record('TaxabilityGrid', 'Treatment of tax codes by state on a day.', {
  asOf: field.day('Day whose law applies: the requested day, or today in UTC.'),
  rateBookVersion: field.text('Version of the rate book used.'),
});
export type TaxabilityGrid = RecordOf<typeof taxabilityGrid> & { readonly rows: readonly TaxabilityRow[] };
