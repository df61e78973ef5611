import { allocate } from '../numbers/allocation.ts';

/**
 * Step 4: each line's share of the transaction discount. Lines of zero or less have no weight and take none, and the
 * discount is capped at what the others come to, so that no line becomes negative.
 */
export function shareDiscount(discount: bigint, lineNets: readonly bigint[]): bigint[] {
  if (discount === 0n) return lineNets.map(() => 0n);
  if (discount < 0n) throw new RangeError('A transaction discount is zero or more.');
  const weights = lineNets.map((net) => (net > 0n ? net : 0n));
  const sumOfWeights = weights.reduce((sum, weight) => sum + weight, 0n);
  return allocate(discount < sumOfWeights ? discount : sumOfWeights, weights);
}
