import { type DecimalText, sumOfTexts } from '../base/amount.ts';
import { placeOfLine, placesOf } from './snapshot-places.ts';
import type { LineFigures, TransactionDocument } from './transaction.ts';
import type { SnapshotLine, SnapshotPlace, TransactionSnapshot } from './transaction-snapshot.ts';

/** What a document sells to one place, and the tax there. */
export type PlaceTotals = {
  readonly place: SnapshotPlace;
  /** Its index in the snapshot's `places`; undefined for the document's own place. */
  readonly number: number | undefined;
  /** The lines, as pointers: `/items/0`, `/shippingFee`. */
  readonly lines: readonly string[];
  /** After discounts; with tax inside if prices include it. */
  readonly calculatedTotal: DecimalText;
  readonly taxableAmount: DecimalText;
  readonly taxAmount: DecimalText;
};

/** The totals of each place where a line is taxed: the document's own first. Fees of states are in none of them. */
export function placeTotals(
  { items, shippingFee }: Pick<TransactionDocument, 'items' | 'shippingFee'>,
  snapshot: TransactionSnapshot,
): PlaceTotals[] {
  const lines = items.map((figures, index) => lineOf(`/items/${index}`, figures, snapshot.items[index]));
  if (shippingFee) lines.push(lineOf('/shippingFee', shippingFee, snapshot.shippingFee));
  return placesOf(snapshot).flatMap((place, index): PlaceTotals[] => {
    const there = lines.filter(({ frozen }) => placeOfLine(snapshot, frozen) === place);
    if (there.length === 0) return [];
    const total = (field: 'calculatedTotal' | 'taxableAmount' | 'taxAmount') =>
      sumOfTexts(there.map(({ figures }) => figures[field]));
    return [
      {
        place,
        number: index === 0 ? undefined : index - 1,
        lines: there.map(({ pointer }) => pointer),
        calculatedTotal: total('calculatedTotal'),
        taxableAmount: total('taxableAmount'),
        taxAmount: total('taxAmount'),
      },
    ];
  });
}

function lineOf(pointer: string, figures: LineFigures, frozen: SnapshotLine | null | undefined) {
  return { pointer, figures, frozen: frozen ?? {} };
}
