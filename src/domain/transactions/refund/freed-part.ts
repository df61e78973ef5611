import type { TaxReason } from '../../../tax/model/reasons.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import type { Transaction } from '../transaction.ts';
import type { FreedPart } from '../transaction-snapshot.ts';

type Part = { readonly taxableAmount: DecimalText; readonly reason: TaxReason; readonly freed?: FreedPart | undefined };

/** What a line or tax line of a refund freed. An older refund of the tax alone does not tell: all that it calls taxable. */
export function freedPartOf(
  { taxableAmount, reason, freed }: Part,
  { refundOf }: Pick<Transaction, 'refundOf'>,
): FreedPart | undefined {
  if (freed || refundOf?.kind !== 'TAX_ONLY') return freed;
  const taxable = decimal(taxableAmount);
  return taxable.isZero() ? undefined : { amount: toDecimalText(taxable.negated()), reason };
}
