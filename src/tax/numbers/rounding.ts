/** How an exact half is rounded: away from zero, towards zero, or to the even neighbour. */
export type TieRule = 'HALF_UP' | 'HALF_DOWN' | 'HALF_EVEN';

/** The whole number nearest to a quotient. Ties are decided on integers alone. The denominator is above zero. */
export function roundQuotient(numerator: bigint, denominator: bigint, tieRule: TieRule = 'HALF_UP'): bigint {
  if (numerator < 0n) return -roundQuotient(-numerator, denominator, tieRule);
  const whole = numerator / denominator;
  const twiceRemainder = (numerator - whole * denominator) * 2n;
  if (twiceRemainder === denominator) return roundTie(whole, tieRule);
  return twiceRemainder > denominator ? whole + 1n : whole;
}

function roundTie(whole: bigint, tieRule: TieRule): bigint {
  if (tieRule === 'HALF_UP') return whole + 1n;
  if (tieRule === 'HALF_DOWN') return whole;
  return whole % 2n === 0n ? whole : whole + 1n;
}
