import { decimalText, fromUnits } from './decimal.ts';
import { Fraction, greatestCommonDivisor } from './fraction.ts';

/**
 * A fraction as exact text: a decimal if it is finite (`2.625`), otherwise the quotient in lowest terms (`1250/193`).
 */
export function exactText(fraction: Fraction): string {
  const { numerator, denominator } = lowestTerms(fraction);
  const places = placesNeeded(denominator);
  if (places === null) return `${numerator}/${denominator}`;
  return decimalText(fromUnits((numerator * 10n ** BigInt(places)) / denominator, places));
}

/** A fraction as text for display: a long or infinite decimal is truncated and ends in an ellipsis. */
export function cutText(fraction: Fraction, most = 8): string {
  const { numerator, denominator } = lowestTerms(fraction);
  const places = placesNeeded(denominator);
  if (places !== null && places <= most) return exactText(fraction);
  const cut = decimalText(fromUnits((numerator * 10n ** BigInt(most)) / denominator, most));
  return `${cut}…`;
}

function lowestTerms({ numerator, denominator }: Fraction): Fraction {
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return new Fraction(numerator / divisor, denominator / divisor);
}

/** The number of decimal places of a fraction in lowest terms with this denominator; null if infinite. */
function placesNeeded(divisor: bigint): number | null {
  let [rest, twos, fives] = [divisor, 0, 0];
  for (; rest % 2n === 0n; rest /= 2n) twos++;
  for (; rest % 5n === 0n; rest /= 5n) fives++;
  return rest === 1n ? Math.max(twos, fives) : null;
}
