import type { Decimal } from '../../../tax/numbers/decimal.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { AppError, type Issue, invalidInput } from '../../base/errors.ts';
import { taxDateOf, taxDatePath } from '../tax-date.ts';
import type { Transaction } from '../transaction.ts';
import type { TransactionInput } from '../transaction-input.ts';
import type { DocumentCalculation } from '../transaction-snapshot.ts';
import { requireActiveInvoice, requireLinesCovered, requireTotalCovered } from './over-refund.ts';
import { recordRefund } from './record-refund.ts';
import { type RefundLine, refundLines } from './refund-lines.ts';
import { refundShipping } from './refund-shipping.ts';
import { type AmountByLine, type InvoiceWithRefunds, refundedAmounts } from './refunded-amounts.ts';
import { taxOnly } from './tax-only.ts';

/**
 * Calculates a refund from the frozen figures of its invoice. Refuses to refund more than the remainder. A cancelled
 * refund refunds nothing: it is calculated as if it were the only refund, and recalculated when it is reactivated.
 */
export function calculateRefund(
  input: TransactionInput,
  { invoice, refunds }: InvoiceWithRefunds,
): DocumentCalculation {
  const isCancelled = input.transactionStatus === 'CANCELLED';
  if (!isCancelled) requireActiveInvoice(invoice.transaction);
  requireSameCurrency(input, invoice.transaction);
  requireSameSale(input, invoice.transaction);
  return calculate(input, { invoice, refunds: isCancelled ? [] : refunds });
}

function calculate(input: TransactionInput, { invoice, refunds: stored }: InvoiceWithRefunds): DocumentCalculation {
  const { transaction } = invoice;
  const refunds = stored.map((refund) => refund.transaction);
  const minorUnit = minorUnitOf(transaction.currency);
  const before = refundedAmounts(transaction, refunds);
  const found = refundLines(input, { invoice: transaction, refunds, before }, minorUnit);
  const fee = refundShipping(input, { invoice: transaction, refunds, before }, minorUnit);
  const missing = [...found.issues, ...fee.issues];
  if (missing.length > 0) throw invalidInput(missing);
  const priced = { lines: found.lines, shippingBase: fee.base, shippingTaxAlone: null };
  const { lines, shippingBase, shippingTaxAlone } =
    input.refundKind === 'TAX_ONLY' ? taxOnly(priced, transaction, before, minorUnit) : priced;
  requireLinesCovered(transaction, {
    refunded: refundedWith(before, lines, shippingBase),
    before,
    taxesBefore: before.taxes,
    pathOf: (line) => pathOfLine(lines, line),
  });
  const refund = recordRefund({
    input,
    invoice,
    refunds: stored,
    lines,
    shippingBase,
    shippingTaxAlone,
    before,
    taxDate: taxDateOf(input),
    minorUnit,
  });
  requireTotalCovered(transaction, refunds, refund.document);
  return refund;
}

function requireSameCurrency({ currency }: TransactionInput, invoice: Transaction): void {
  if (currency === null || currency === invoice.currency) return;
  const message = `The invoice is in ${invoice.currency}, so its refund cannot be in ${currency}.`;
  throw invalidInput([{ path: ['currency'], code: 'INVALID_VALUE', message }]);
}

function refundedWith(before: AmountByLine, lines: readonly RefundLine[], fee: Decimal | null): AmountByLine {
  const items = [...before.items];
  for (const { invoiceItem, base } of lines) items[invoiceItem] = items[invoiceItem]!.plus(base);
  return { items, shippingFee: fee === null ? before.shippingFee : before.shippingFee.plus(fee) };
}

function pathOfLine(lines: readonly RefundLine[], line: number): (string | number)[] {
  const index = lines.findIndex(({ invoiceItem, sent }) => sent !== null && invoiceItem === line);
  return index >= 0 ? ['items', index] : ['items'];
}

/** Refuses a refund dated before its invoice, or for a different customer. A quote may omit the customer. */
function requireSameSale(input: TransactionInput, invoice: Transaction): void {
  const issues: Issue[] = [];
  if (input.customerId !== '' && input.customerId.toLowerCase() !== invoice.customerId) {
    const message = `The invoice ${JSON.stringify(invoice.externalId)} is for the customer ${invoice.customerId}. Refund it to the same customer.`;
    issues.push({ path: ['customerId'], code: 'REFUND_MISMATCH', message });
  }
  const taxDate = taxDateOf(input);
  if (taxDate < invoice.taxDate) {
    const message = `The refund is dated ${taxDate}, before its invoice of ${invoice.taxDate}. Send the day of the refund.`;
    issues.push({ path: taxDatePath(input), code: 'REFUND_MISMATCH', message });
  }
  if (issues.length === 0) return;
  throw new AppError('REFUND_MISMATCH', issues.map(({ message }) => message).join(' '), { issues });
}
