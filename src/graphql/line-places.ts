import type { Transaction } from '../domain/transaction.ts';

/** Where a line stands: the way to what its figures were made of. */
export type LinePlace = { readonly transaction: Transaction; readonly index: number | 'shippingFee' };

/**
 * The documents whose lines a request shows. Few requests ask where a line stands, so that is looked up only then;
 * telling every line of a list beforehand costs more than the rest of answering it.
 */
export class LinePlaces {
  private shown: Transaction[] = [];
  private readonly places = new Map<object, LinePlace>();

  note(transaction: Transaction): void {
    this.shown.push(transaction);
  }

  placeOf(line: object): LinePlace {
    for (const transaction of this.shown) {
      for (const [index, item] of transaction.items.entries()) this.places.set(item, { transaction, index });
      if (transaction.shippingFee) this.places.set(transaction.shippingFee, { transaction, index: 'shippingFee' });
    }
    this.shown = [];
    const place = this.places.get(line);
    if (!place) throw new Error('A line of no document.');
    return place;
  }
}
