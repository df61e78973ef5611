import type { TaxReason } from '../../../tax/model/reasons.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import type { Transaction } from '../transaction.ts';
import type { ExemptedPart } from '../transaction-snapshot.ts';

type Part = {
  readonly taxableAmount: DecimalText;
  readonly reason: TaxReason;
  readonly exempted?: ExemptedPart | undefined;
};

/**
 * The exempted amount of a line or tax line in a refund. Older tax-only refunds did not record this amount, so their
 * whole taxable amount counts as exempted.
 */
export function freedPartOf(
  { taxableAmount, reason, exempted }: Part,
  { refundOf }: Pick<Transaction, 'refundOf'>,
): ExemptedPart | undefined {
  if (exempted || refundOf?.kind !== 'TAX_ONLY') return exempted;
  const taxable = decimal(taxableAmount);
  return taxable.isZero() ? undefined : { amount: toDecimalText(taxable.negated()), reason };
}
