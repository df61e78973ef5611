import { type Decimal, decimal, sum } from '../../tax/numbers/decimal.ts';
import type { StateFee } from './transaction.ts';

/** The part of a document's total that consists of state fees. */
export function chargedFees(fees: readonly StateFee[]): Decimal {
  return sum(fees.filter(({ isCharged }) => isCharged).map(({ amount }) => decimal(amount)));
}
