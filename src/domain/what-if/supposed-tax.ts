import { basisOfPrice } from '../../tax/lines/refunded-basis.ts';
import { refundedTax } from '../../tax/lines/refunded-tax.ts';
import type { AssessedLine, Assessment } from '../../tax/model/assessment.ts';
import { type Decimal, decimal, roundToUnit, zero } from '../../tax/numbers/decimal.ts';
import { minorUnitOf } from '../base/currency.ts';
import { exceeds, type InvoiceWithRefunds } from '../transactions/refund/refunded-amounts.ts';
import { type LineName, refundsOfLine } from '../transactions/refund/returned-parts.ts';
import type { RecordedTransaction } from '../transactions/transaction-snapshot.ts';

/** The tax of a line under a supposed law. */
type Due = { readonly tax: Decimal; readonly taxable: Decimal; readonly isKnown: boolean };
type DueOn = (name: LineName) => Due;

/** Assesses a document again under a supposed law. */
export type AssessedAgain = (document: RecordedTransaction) => Pick<Assessment, 'items' | 'shippingFee'>;

/** The tax of each line of a sale, or what a refund of a stored invoice would have returned of it, under a supposed law. */
export function supposedTax(
  document: RecordedTransaction,
  refunded: InvoiceWithRefunds | null,
  assessAgain: AssessedAgain,
): DueOn {
  return refunded ? refundDue(document, refunded, assessAgain) : saleDue(document, assessAgain);
}

function saleDue(document: RecordedTransaction, assessAgain: AssessedAgain): DueOn {
  const assessed = assessAgain(document);
  return (name) => dueOf(name === 'shippingFee' ? assessed.shippingFee! : assessed.items[name]!);
}

function dueOf({ taxAmount, taxableAmount, reason }: AssessedLine): Due {
  return { tax: taxAmount, taxable: taxableAmount, isKnown: reason !== 'NOT_COVERED' };
}

/** The tax that the refund would have returned, after what the refunds before it would have. */
function refundDue(document: RecordedTransaction, refunded: InvoiceWithRefunds, assessAgain: AssessedAgain): DueOn {
  const { invoice, refunds } = refunded;
  const { transaction } = document;
  const sale = saleDue(invoice, assessAgain);
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
