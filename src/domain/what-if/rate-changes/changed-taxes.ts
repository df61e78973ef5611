import { assess } from '../../../tax/assess.ts';
import { type Decimal, decimal, roundToUnit, sum, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import type { RateChangeEffect } from '../../lookups/rate-change-effect.ts';
import { documentToReassess } from '../../transactions/record/reassess.ts';
import type { InvoiceWithRefunds } from '../../transactions/refund/refunded-amounts.ts';
import type { LineName } from '../../transactions/refund/returned-parts.ts';
import { signOf } from '../../transactions/signed-amount.ts';
import type { RecordedTransaction } from '../../transactions/transaction-snapshot.ts';
import { type AssessedAgain, supposedTax } from '../supposed-tax.ts';

/** The tax of a document as liability counts it, and what a change adds to it. */
export type ChangedTax = { readonly currency: string; readonly before: Decimal; readonly difference: Decimal };

/**
 * What a document would have added to the tax under a supposed law. A refund of a stored invoice returns the tax that would have
 * been due on its invoice; one of tax alone, the same share of it.
 */
export function changedTax(
  document: RecordedTransaction,
  refunded: InvoiceWithRefunds | null,
  assessAgain: AssessedAgain,
): ChangedTax {
  const { transaction } = document;
  const sign = decimal(String(signOf(transaction)));
  const names: LineName[] = [...transaction.items.keys(), ...(transaction.shippingFee ? ['shippingFee' as const] : [])];
  const differenceOf = refunded
    ? refundDifference(document, refunded, assessAgain)
    : between(document, null, assessAgain);
  return {
    currency: transaction.currency,
    before: decimal(transaction.salesTax.amount).times(sign),
    difference: sum(names.map(differenceOf)).times(sign),
  };
}

type DifferenceOf = (name: LineName) => Decimal;

function between(
  document: RecordedTransaction,
  refunded: InvoiceWithRefunds | null,
  assessAgain: AssessedAgain,
): DifferenceOf {
  const before = supposedTax(document, refunded, assessedAsFrozen);
  const after = supposedTax(document, refunded, assessAgain);
  return (name) => after(name).tax.minus(before(name).tax);
}

const assessedAsFrozen: AssessedAgain = ({ transaction, snapshot }) =>
  assess(documentToReassess(transaction, snapshot));

function refundDifference(
  document: RecordedTransaction,
  refunded: InvoiceWithRefunds,
  assessAgain: AssessedAgain,
): DifferenceOf {
  const { transaction } = document;
  const { invoice, refunds } = refunded;
  const taxOf = (name: LineName) =>
    decimal((name === 'shippingFee' ? transaction.shippingFee! : transaction.items[name]!).taxAmount);
  const ofPrice = between(document, refunded, assessAgain);
  if (transaction.refundOf?.kind !== 'TAX_ONLY') {
    // After its tax was returned, the price alone is left to return.
    const isTaxReturned = refunds.some((one) => one.transaction.refundOf?.kind === 'TAX_ONLY');
    return (name) => (isTaxReturned && taxOf(name).isZero() ? zero : ofPrice(name));
  }
  const before = supposedTax(invoice, null, assessedAsFrozen);
  const after = supposedTax(invoice, null, assessAgain);
  const minorUnit = minorUnitOf(transaction.currency);
  return (name) => {
    const ofInvoice = name === 'shippingFee' ? name : transaction.refundOf!.invoiceItems[name]!;
    const was = before(ofInvoice).tax;
    if (was.isZero()) return zero;
    const returned = taxOf(name);
    return roundToUnit(returned.times(after(ofInvoice).tax).div(was), minorUnit).minus(returned);
  };
}

/** The taxes of the documents that would differ, by currency. */
export function addedTaxes(taxes: readonly ChangedTax[]): RateChangeEffect['taxes'] {
  const differing = taxes.filter(({ difference }) => !difference.isZero());
  return [...groupedBy(differing, ({ currency }) => currency)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, ofCurrency]) => {
      const before = sum(ofCurrency.map((one) => one.before));
      const difference = sum(ofCurrency.map((one) => one.difference));
      return {
        currency,
        transactionCount: ofCurrency.length,
        before: toDecimalText(before),
        after: toDecimalText(before.plus(difference)),
        taxDifference: toDecimalText(difference),
      };
    });
}
