import { assess } from '../../tax/assess.ts';
import { basisOfPrice } from '../../tax/lines/refunded-basis.ts';
import { refundedTax } from '../../tax/lines/refunded-tax.ts';
import type { AssessedLine } from '../../tax/model/assessment.ts';
import { type Decimal, decimal, roundToUnit, zero } from '../../tax/numbers/decimal.ts';
import { minorUnitOf } from '../base/currency.ts';
import { documentToReassess } from '../transactions/record/reassess.ts';
import { exceeds, type InvoiceWithRefunds } from '../transactions/refund/refunded-amounts.ts';
import { type LineName, refundsOfLine } from '../transactions/refund/returned-parts.ts';
import { placeOfLine } from '../transactions/snapshot-places.ts';
import type { LineFigures } from '../transactions/transaction.ts';
import type {
  RecordedTransaction,
  SnapshotLine,
  SnapshotPlace,
  TransactionSnapshot,
} from '../transactions/transaction-snapshot.ts';

/** Whether the seller should have collected the tax of the place on the day. */
type IsRequired = (place: Pick<SnapshotPlace, 'country' | 'subdivision'>, day: string) => boolean;

/** What a line of a document would have added to the return of its state; negative for a refund. */
type UncollectedLine = {
  readonly state: string;
  readonly taxableAmount: Decimal;
  readonly taxAmount: Decimal;
  /** False if the frozen law does not hold the tax of the place. */
  readonly isKnown: boolean;
};

/**
 * The lines of places whose tax was not collected although it was required, with the tax due under the frozen law and rates, less
 * what was charged all the same, such as at a manual rate. A refund of a stored invoice returns the tax that would have been due
 * on its invoice.
 */
export function uncollectedLines(
  document: RecordedTransaction,
  refunded: InvoiceWithRefunds | null,
  isRequired: IsRequired,
): UncollectedLine[] {
  const { transaction, snapshot } = document;
  const lines = linesOf(document).filter(({ line }) =>
    isUncollected(placeOfLine(snapshot, line), snapshot, isRequired),
  );
  if (lines.every(({ figures }) => figures.reason !== 'NOT_COLLECTING')) return [];
  const sign = transaction.transactionType === 'INVOICE' ? decimal('1') : decimal('-1');
  const dueIf = (isDue: IsRequired) => (refunded ? refundDue(document, refunded, isDue) : saleDue(document, isDue));
  const [due, charged] = [dueIf(isRequired), dueIf(() => false)];
  return lines.map(({ name, line }) => {
    const [after, before] = [due(name), charged(name)];
    return {
      state: placeOfLine(snapshot, line).subdivision!,
      taxableAmount: after.taxable.minus(before.taxable).times(sign),
      taxAmount: after.tax.minus(before.tax).times(sign),
      isKnown: after.isKnown,
    };
  });
}

type NamedLine = { readonly name: LineName; readonly line: SnapshotLine; readonly figures: LineFigures };

function linesOf({ transaction: { items, shippingFee: fee }, snapshot }: RecordedTransaction): NamedLine[] {
  const lines = items.map((figures, index): NamedLine => ({ name: index, line: snapshot.items[index]!, figures }));
  return fee && snapshot.shippingFee
    ? [...lines, { name: 'shippingFee', line: snapshot.shippingFee, figures: fee }]
    : lines;
}

/** The frozen day is that of the sale, in a refund too. */
function isUncollected(place: SnapshotPlace, { taxDate }: TransactionSnapshot, isRequired: IsRequired): boolean {
  return place.regime === 'SALES_TAX' && !place.isCollecting && isRequired(place, taxDate);
}

type Due = { readonly tax: Decimal; readonly taxable: Decimal; readonly isKnown: boolean };
type DueOn = (name: LineName) => Due;

/** Assesses the document again as if its seller collected wherever that was required. */
function saleDue({ transaction, snapshot }: RecordedTransaction, isRequired: IsRequired): DueOn {
  const collected = <Place extends SnapshotPlace>(place: Place): Place =>
    isUncollected(place, snapshot, isRequired) ? { ...place, isCollecting: true } : place;
  const frozen = { ...collected(snapshot), places: snapshot.places?.map(collected) };
  const assessed = assess(documentToReassess(transaction, frozen));
  return (name) => dueOf(name === 'shippingFee' ? assessed.shippingFee! : assessed.items[name]!);
}

function dueOf({ taxAmount, taxableAmount, reason }: AssessedLine): Due {
  return { tax: taxAmount, taxable: taxableAmount, isKnown: reason !== 'NOT_COVERED' };
}

/** The tax that the refund would have returned, after what the refunds before it would have. */
function refundDue(document: RecordedTransaction, refunded: InvoiceWithRefunds, isRequired: IsRequired): DueOn {
  const { invoice, refunds } = refunded;
  const { transaction } = document;
  const sale = saleDue(invoice, isRequired);
  const position = refunds.findIndex((one) => one.transaction.serviceId === transaction.serviceId);
  const upToThis = position < 0 ? [...refunds, document] : refunds.slice(0, position + 1);
  return (name) => {
    const ofInvoice = name === 'shippingFee' ? name : transaction.refundOf!.invoiceItems[name]!;
    const { isTaxInclusive, currency } = transaction;
    const minorUnit = minorUnitOf(currency);
    const { calculatedTotal } =
      ofInvoice === 'shippingFee' ? invoice.transaction.shippingFee! : invoice.transaction.items[ofInvoice]!;
    const of = { due: sale(ofInvoice), base: decimal(calculatedTotal), isTaxInclusive, minorUnit };
    let returned = nothing;
    let last = nothing;
    for (const refund of upToThis) {
      for (const { figures, refunded: frozen } of refundsOfLine(refund, ofInvoice)) {
        // A refund of tax alone returns tax that was charged: none of this.
        if (frozen.taxNow !== undefined) continue;
        const now = decimal(figures.calculatedTotal);
        last = returnedNow(of, { returned, baseBefore: decimal(frozen.baseBefore), now });
        returned = added(returned, last);
      }
    }
    const isTaxAlone = transaction.refundOf!.kind === 'TAX_ONLY';
    return { ...(isTaxAlone ? nothing : last), isKnown: of.due.isKnown };
  };
}

type Returned = { readonly base: Decimal; readonly tax: Decimal; readonly taxable: Decimal };
const nothing: Returned = { base: zero, tax: zero, taxable: zero };

function added(one: Returned, other: Returned): Returned {
  return {
    base: one.base.plus(other.base),
    tax: one.tax.plus(other.tax),
    taxable: one.taxable.plus(other.taxable),
  };
}

type LineOfSale = {
  readonly due: Due;
  readonly base: Decimal;
  readonly isTaxInclusive: boolean;
  readonly minorUnit: number;
};

type Return = {
  /** By the earlier refunds in force. */
  readonly returned: Returned;
  /** Frozen with the refund; it includes refunds that were cancelled later. */
  readonly baseBefore: Decimal;
  readonly now: Decimal;
};

function returnedNow(line: LineOfSale, { returned, baseBefore, now }: Return): Returned {
  const { due, base, isTaxInclusive, minorUnit } = line;
  const isSame = returned.base.eq(baseBefore);
  const before = isSame || exceeds(baseBefore.plus(now), base) ? returned : inProportion(line, baseBefore);
  const tax = refundedTax({
    originalTax: due.tax,
    originalBase: base,
    baseBefore: before.base,
    taxBefore: before.tax,
    baseNow: now,
    minorUnit,
  });
  const netOf = (ofBase: Decimal, ofTax: Decimal) => (isTaxInclusive ? ofBase.minus(ofTax) : ofBase);
  const { taxable } = basisOfPrice({
    taxableAmount: due.taxable,
    net: netOf(base, due.tax),
    before: { taxable: before.taxable, exempted: zero },
    netBefore: netOf(before.base, before.tax),
    netNow: netOf(now, tax),
    minorUnit,
  });
  return { base: now, tax, taxable };
}

/** What refunds of this part of the line return together, in however many parts. */
function inProportion({ due, base, isTaxInclusive, minorUnit }: LineOfSale, part: Decimal): Returned {
  if (base.isZero()) return nothing;
  const tax = refundedTax({ originalTax: due.tax, originalBase: base, baseBefore: zero, baseNow: part, minorUnit });
  const net = isTaxInclusive ? base.minus(due.tax) : base;
  const netPart = isTaxInclusive ? part.minus(tax) : part;
  const taxable = net.isZero() ? zero : roundToUnit(due.taxable.times(netPart).div(net), minorUnit);
  return { base: part, tax, taxable };
}
