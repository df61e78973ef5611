import { sumOfTexts } from '../base/amount.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { matchedAddressData } from '../places/matched-address.ts';
import { codedPlace, placeCode, stateCode } from '../places/place-code.ts';
import { placeField, stateField } from '../places/place-fields.ts';
import { sourcing } from '../places/place-law.ts';
import type { Item, ShippingFee } from './document-line.ts';
import { documentSalesTaxRates, gtRates, placeRateViews } from './rate-views.ts';
import { placeOfLine, placesOf } from './snapshot-places.ts';
import type { TransactionDocument } from './transaction.ts';
import type { SnapshotLine, SnapshotPlace, TransactionSnapshot } from './transaction-snapshot.ts';

type Placed = { readonly place: SnapshotPlace };

export const placeTotals = record('PlaceTotals', 'Totals of the lines taxed at one place.', {
  country: field.derived(field.country('Country that levies the tax.'), ({ place }: Placed) => place.country),
  place: field.derived(placeField, ({ place }: Placed) => placeCode(codedPlace(place))),
  state: field.derived(stateField, ({ place }: Placed) => stateCode(codedPlace(place))),
  sourcing: field.derived(
    field.choice(
      sourcing,
      'The address whose rates apply. In states with `MIXED` sourcing, the rates of the destination apply.',
    ),
    ({ place }: Placed) => (place.sourcedFrom === 'SHIP_TO' ? 'DESTINATION' : 'ORIGIN'),
  ),
  matchedAddressData: field.derived(
    field.part(matchedAddressData, 'The place matched to the shipping address or the collection address.'),
    ({ place }: Placed) => place.match,
  ),
  pointers: field.list(
    field.text('A JSON pointer.', { examples: ['/items/0'] }),
    5,
    'The lines taxed at the place, as JSON pointers such as `/items/0`.',
    { only: 'REST' },
  ),
  calculatedTotal: field.amount('Total of the lines after discounts. It includes tax if prices do.'),
  taxableAmount: field.amount('Taxed part of the lines.'),
  taxAmount: field.amount('Tax on the lines.'),
  salesTaxRates: field.optional(field.part(documentSalesTaxRates, 'General US rates of the place.'), 'outside the US'),
  gtRates: field.optional(field.part(gtRates, 'General VAT or GST rates of the place.'), 'in the US'),
});
type PlaceTotals = RecordOf<typeof placeTotals> & {
  /** The items, followed by the shipping fee. */
  readonly lines: readonly (Item | ShippingFee)[];
};

/**
 * The totals for each place that taxes a line. The document's own place comes first, and is also used for a document
 * without lines. State fees are not included.
 */
export function totalsByPlace(
  { items, shippingFee }: Pick<TransactionDocument, 'items' | 'shippingFee'>,
  snapshot: TransactionSnapshot,
): PlaceTotals[] {
  const lines = items.map((figures, index) => lineOf(`/items/${index}`, figures, snapshot.items[index]));
  if (shippingFee) lines.push(lineOf('/shippingFee', shippingFee, snapshot.shippingFee));
  return placesOf(snapshot).flatMap((place, index): PlaceTotals[] => {
    const there = lines.filter(({ frozen }) => placeOfLine(snapshot, frozen) === place);
    if (there.length === 0 && (index > 0 || lines.length > 0)) return [];
    const total = (field: 'calculatedTotal' | 'taxableAmount' | 'taxAmount') =>
      sumOfTexts(there.map(({ figures }) => figures[field]));
    return [
      {
        place,
        pointers: there.map(({ pointer }) => pointer),
        lines: there.map(({ figures }) => figures),
        calculatedTotal: total('calculatedTotal'),
        taxableAmount: total('taxableAmount'),
        taxAmount: total('taxAmount'),
        ...placeRateViews(snapshot, place, index === 0 ? undefined : index - 1),
      },
    ];
  });
}

function lineOf(pointer: string, figures: Item | ShippingFee, frozen: SnapshotLine | null | undefined) {
  return { pointer, figures, frozen: frozen ?? {} };
}
