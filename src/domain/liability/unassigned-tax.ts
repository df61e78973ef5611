import { field, type RecordOf, record } from '../base/record.ts';
import { placeCode, stateCode } from '../places/place-code.ts';

/** The place as stored. */
export type UnassignedPlace = { readonly country: string; readonly state: string | null };

export const unassignedTax = record(
  'UnassignedTax',
  'Tax that is charged in a place but not part of any return: no registration there covers its reporting day, no return was filed for it, and no one-stop-shop scheme reports it.',
  {
    place: field.derived(
      field.text('ISO 3166 code of the place that taxes the sales.', { examples: ['US-MN'] }),
      (one: UnassignedPlace) => placeCode(one),
    ),
    country: field.country('The country that taxes the sales.'),
    state: field.derived(
      field.optional(
        field.text('The US state or region that taxes the sales, as in an address.', { examples: ['MN'] }),
        'if the tax is national',
      ),
      (one: UnassignedPlace) => stateCode(one),
    ),
    currency: field.currency('ISO 4217 currency of the amount.'),
    taxAmount: field.amount('Tax charged, less tax refunded.'),
  },
);
export type UnassignedTax = RecordOf<typeof unassignedTax>;
