import { AppError, type Issue } from '../../base/errors.ts';
import { taxDateOf, taxDatePath } from '../tax-date.ts';
import type { Transaction } from '../transaction.ts';
import type { TransactionInput } from '../transaction-input.ts';

/** Refuses a refund of another customer than the invoice's, or from a day before it. A quote may name no customer. */
export function requireSameSale(input: TransactionInput, invoice: Transaction): void {
  const issues: Issue[] = [];
  if (input.customerId !== '' && input.customerId.toLowerCase() !== invoice.customerId) {
    const message = `The invoice ${invoice.externalId} is for the customer ${invoice.customerId}. Refund it to the same customer.`;
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
