import type { TransactionDocument } from './transaction.ts';
import type { SnapshotLine, TransactionSnapshot } from './transaction-snapshot.ts';

type Lines = Pick<TransactionDocument, 'items' | 'shippingFee'>;

/**
 * The sentences that VAT law requires on an invoice for lines without tax, such as "Reverse charge", without
 * duplicates. The sentences are frozen with the document.
 */
export function invoiceNotes({ items, shippingFee }: Lines, snapshot: TransactionSnapshot): readonly string[] {
  const notes = items.map(({ reason }, index) => noteOf(reason, snapshot.items[index]));
  if (shippingFee) notes.push(noteOf(shippingFee.reason, snapshot.shippingFee));
  return [...new Set(notes.filter((note) => note !== null))];
}

/** A line can be untaxed for a reason unrelated to the supply. */
function noteOf(reason: string, line: SnapshotLine | null | undefined): string | null {
  if (!line || line.supply.kind === 'TAXED' || line.supply.kind !== reason) return null;
  return line.supply.sentence;
}
