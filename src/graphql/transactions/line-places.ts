import type { CalculatedDocument } from './snapshot.ts';

/** Where a line stands: the way to what its figures were made of. */
export type LinePlace = { readonly document: CalculatedDocument; readonly index: number | 'shippingFee' };

/**
 * The documents whose lines a request shows. Few requests ask where a line stands, so that is looked up only then;
 * telling every line of a list beforehand costs more than the rest of answering it.
 */
export class LinePlaces {
  private shown: CalculatedDocument[] = [];
  private readonly places = new Map<object, LinePlace>();

  note(document: CalculatedDocument): void {
    this.shown.push(document);
  }

  placeOf(line: object): LinePlace {
    for (const document of this.shown) {
      for (const [index, item] of document.items.entries()) this.places.set(item, { document, index });
      if (document.shippingFee) this.places.set(document.shippingFee, { document, index: 'shippingFee' });
    }
    this.shown = [];
    const place = this.places.get(line);
    if (!place) throw new Error('A line of no document.');
    return place;
  }
}
