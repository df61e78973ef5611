import { assess, workOutInParts } from '../../tax/assess.ts';
import { basisOfPrice } from '../../tax/lines/refunded-basis.ts';
import { refundedTax } from '../../tax/lines/refunded-tax.ts';
import type { Assessment, DocumentToAssess } from '../../tax/model/assessment.ts';
import { type Decimal, decimal, roundToUnit, zero } from '../../tax/numbers/decimal.ts';
import { minorUnitOf } from '../base/currency.ts';
import { documentToReassess } from '../transactions/record/reassess.ts';
import { exceeds, type InvoiceWithRefunds } from '../transactions/refund/refunded-amounts.ts';
import { type LineName, refundsOfLine } from '../transactions/refund/returned-parts.ts';
import type { RecordedTransaction } from '../transactions/transaction-snapshot.ts';
import type { Supposition } from './supposition.ts';

/** A stored document, and its input for the core. */
export type FrozenFacts = { readonly record: RecordedTransaction; readonly toAssess: DocumentToAssess };

/** The tax of a line; for a refund of a stored invoice, the tax of the refunded part of the invoice line. */
type Due = {
  readonly tax: Decimal;
  readonly taxable: Decimal;
  readonly isKnown: boolean;
  /** The tax of the whole line; for a refund, the tax of the whole invoice line. */
  readonly whole: Decimal;
};
type TaxOfLines = (name: LineName) => Due;

/**
 * Assesses a stored document under its frozen law, with and without a supposition. The amounts of a refund follow from
 * its stored invoice, so the supposition changes the facts of the invoice.
 */
export function suppose<Told>(
  document: RecordedTransaction,
  refunded: InvoiceWithRefunds | null,
  { apply, describe }: Supposition<FrozenFacts, TaxOfLines, Told>,
): Told {
  const frozen = frozenFacts(refunded?.invoice ?? document);
  const taxUnder = ({ toAssess }: FrozenFacts): TaxOfLines => {
    let assessed: Assessment | null = null;
    const sale = taxOfSale(() => (assessed ??= assess(toAssess)));
    return refunded ? taxOfRefund(document, refunded, sale) : sale;
  };
  return describe(taxUnder(frozen), taxUnder(apply(frozen)));
}

/** Like `suppose`, if both assessments are needed. Yields between them, because a thousand lines take a long time. */
export function* supposeInParts<Told>(
  document: RecordedTransaction,
  refunded: InvoiceWithRefunds | null,
  { apply, describe }: Supposition<FrozenFacts, TaxOfLines, Told>,
): Generator<void, Told> {
  const frozen = frozenFacts(refunded?.invoice ?? document);
  yield;
  const taxes: TaxOfLines[] = [];
  for (const facts of [frozen, apply(frozen)]) {
    const { assessment } = yield* workOutInParts(facts.toAssess);
    const sale = taxOfSale(() => assessment);
    taxes.push(refunded ? taxOfRefund(document, refunded, sale) : sale);
    yield;
  }
  return describe(taxes[0]!, taxes[1]!);
}

const frozenFacts = (record: RecordedTransaction): FrozenFacts => ({
  record,
  toAssess: documentToReassess(record.transaction, record.snapshot),
});

function taxOfSale(assessment: () => Assessment): TaxOfLines {
  return (name) => {
    const assessed = assessment();
    const { taxAmount, taxableAmount, reason } = name === 'shippingFee' ? assessed.shippingFee! : assessed.items[name]!;
    return { tax: taxAmount, taxable: taxableAmount, isKnown: reason !== 'NOT_COVERED', whole: taxAmount };
  };
}

/** The tax that a refund would have returned, given the tax that earlier refunds would have returned. */
function taxOfRefund(
  document: RecordedTransaction,
  { invoice, refunds }: InvoiceWithRefunds,
  sale: TaxOfLines,
): TaxOfLines {
  const { transaction } = document;
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
        // A tax-only refund returns only tax that was charged, so it is skipped.
        if (frozen.taxNow !== undefined) continue;
        const now = decimal(figures.calculatedTotal);
        last = returnedNow(of, { returned, baseBefore: decimal(frozen.baseBefore), now });
        returned = added(returned, last);
      }
    }
    const isTaxAlone = transaction.refundOf!.kind === 'TAX_ONLY';
    return { ...of.due, ...(isTaxAlone ? nothing : last) };
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
  /** Amounts returned by the earlier refunds in force. */
  readonly returned: Returned;
  /** The base refunded before this refund, frozen with it. Includes refunds that were cancelled later. */
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

/** The total amounts that refunds return for this part of the line, regardless of the number of refunds. */
function inProportion({ due, base, isTaxInclusive, minorUnit }: LineOfSale, part: Decimal): Returned {
  if (base.isZero()) return nothing;
  const tax = refundedTax({ originalTax: due.tax, originalBase: base, baseBefore: zero, baseNow: part, minorUnit });
  const net = isTaxInclusive ? base.minus(due.tax) : base;
  const netPart = isTaxInclusive ? part.minus(tax) : part;
  const taxable = net.isZero() ? zero : roundToUnit(due.taxable.times(netPart).div(net), minorUnit);
  return { base: part, tax, taxable };
}
