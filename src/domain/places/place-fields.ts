import { field } from '../base/record.ts';
import { type CodedPlace, placeCode, stateCode } from './place-code.ts';

/** The members of every record about a place, in addition to its country. */
export const placeField = field.derived(
  field.text('ISO 3166 code of the place: `US-MN` for a US state, `CA-QC` for a region, `DE` for a country.', {
    examples: ['US-MN', 'CA-QC', 'DE'],
  }),
  (row: CodedPlace) => placeCode(row),
);

export const stateField = field.derived(
  field.optional(
    field.text('US state or region, as in an address: `MN`, `QC`.', { examples: ['MN', 'QC'] }),
    'for a whole country',
  ),
  (row: CodedPlace) => stateCode(row),
);
