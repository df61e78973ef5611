/**
 * Splits a whole number in proportion to weights so that the parts add up to it (largest remainder method). Each exact
 * share is truncated, and the missing units go one by one to the largest remainders; ties go to the earlier part. A
 * negative total is split by its magnitude. Weights are zero or more; at least one must be positive unless the total is
 * zero.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  if (total < 0n) return allocate(-total, weights).map((part) => -part);
  if (total === 0n) return weights.map(() => 0n);
  let sum = 0n;
  for (const weight of weights) sum += weight;
  if (sum === 0n) throw new RangeError('An amount cannot be split if all weights are zero.');

  const parts: bigint[] = [];
  const remainders: bigint[] = [];
  let missing = total;
  for (const weight of weights) {
    const exactTimesSum = total * weight;
    const part = exactTimesSum / sum;
    parts.push(part);
    remainders.push(exactTimesSum - part * sum);
    missing -= part;
  }
  if (missing > 0n) handOut(Number(missing), parts, remainders);
  return parts;
}

/** Adds one unit each to the parts with the largest remainders; the stable sort keeps the order of ties. */
function handOut(count: number, parts: bigint[], remainders: readonly bigint[]): void {
  const byRemainder = remainders.map((_, index) => index);
  byRemainder.sort((a, b) => {
    const difference = remainders[b]! - remainders[a]!;
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  });
  for (const index of byRemainder.slice(0, count)) parts[index]! += 1n;
}
