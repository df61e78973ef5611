import { type Decimal, decimal } from '../../tax/numbers/decimal.ts';
import type { LineFigures } from '../transactions/document-line.ts';
import type { InvoiceWithRefunds } from '../transactions/refund/refunded-amounts.ts';
import type { LineName } from '../transactions/refund/returned-parts.ts';
import { placeOfLine } from '../transactions/snapshot-places.ts';
import type { RecordedTransaction, SnapshotLine, SnapshotPlace } from '../transactions/transaction-snapshot.ts';
import { suppose } from '../what-if/supposed-tax.ts';
import { withPlaces } from '../what-if/supposition.ts';

/** Whether the seller should have collected the place's tax on that day. */
type IsRequired = (place: Pick<SnapshotPlace, 'country' | 'subdivision'>, day: string) => boolean;

/** The amounts that a document line would have added to its state's return; negative for a refund. */
type UncollectedLine = {
  readonly state: string;
  readonly taxableAmount: Decimal;
  readonly taxAmount: Decimal;
  /** False if the frozen law does not include the tax of the place. */
  readonly isKnown: boolean;
};

/**
 * The lines in places where tax was required but not collected, with the tax due under the frozen law and rates, less
 * any tax charged, such as at a manual rate. A refund of a stored invoice refunds the tax that would have been due on
 * the invoice.
 */
export function uncollectedLines(
  document: RecordedTransaction,
  refunded: InvoiceWithRefunds | null,
  isRequired: IsRequired,
): UncollectedLine[] {
  const { transaction, snapshot } = document;
  const isUncollected = ({ regime, isCollecting, ...place }: JudgedPlace, day: string) =>
    regime === 'SALES_TAX' && !isCollecting && isRequired(place, day);
  // The snapshot of a refund also contains the tax date of the sale.
  const lines = linesOf(document).filter(({ line }) => isUncollected(placeOfLine(snapshot, line), snapshot.taxDate));
  if (lines.every(({ figures }) => figures.reason !== 'NOT_COLLECTING')) return [];
  const sign = transaction.transactionType === 'INVOICE' ? decimal('1') : decimal('-1');
  return suppose(document, refunded, {
    apply: ({ record, toAssess }) => ({
      record,
      toAssess: withPlaces(toAssess, ({ place, isCollecting }) => ({
        place,
        isCollecting: isCollecting || isUncollected({ ...place, isCollecting }, place.taxDate),
      })),
    }),
    describe: (charged, due) =>
      lines.map(({ name, line }) => {
        const [before, after] = [charged(name), due(name)];
        return {
          state: placeOfLine(snapshot, line).subdivision!,
          taxableAmount: after.taxable.minus(before.taxable).times(sign),
          taxAmount: after.tax.minus(before.tax).times(sign),
          isKnown: after.isKnown,
        };
      }),
  });
}

type JudgedPlace = Pick<SnapshotPlace, 'regime' | 'country' | 'subdivision' | 'isCollecting'>;

type NamedLine = { readonly name: LineName; readonly line: SnapshotLine; readonly figures: LineFigures };

function linesOf({ transaction: { items, shippingFee: fee }, snapshot }: RecordedTransaction): NamedLine[] {
  const lines = items.map((figures, index): NamedLine => ({ name: index, line: snapshot.items[index]!, figures }));
  return fee && snapshot.shippingFee
    ? [...lines, { name: 'shippingFee', line: snapshot.shippingFee, figures: fee }]
    : lines;
}
