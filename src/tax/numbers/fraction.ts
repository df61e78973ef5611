import { type Decimal, powerOfTen, scaledInteger } from './decimal.ts';
import { type RoundingMode, roundQuotient } from './rounding.ts';

/**
 * An exact quotient of two integers; the denominator is positive. Taxes inside a price and rates shared among
 * jurisdictions may have no exact decimal form, and they must be rounded and compared exactly.
 */
export class Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  get isZero(): boolean {
    return this.numerator === 0n;
  }

  get isOne(): boolean {
    return this.numerator === this.denominator;
  }

  plus(other: Fraction): Fraction {
    if (this.denominator === other.denominator) {
      return new Fraction(this.numerator + other.numerator, this.denominator);
    }
    if (this.isZero) return other;
    if (other.isZero) return this;
    return reduced(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(other.negated());
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  /** The divisor must be above zero. */
  dividedBy(divisor: Fraction): Fraction {
    return new Fraction(this.numerator * divisor.denominator, this.denominator * divisor.numerator);
  }

  negated(): Fraction {
    return new Fraction(-this.numerator, this.denominator);
  }

  /** Negative if this is smaller, zero if both are equal. */
  compare(other: Fraction): -1 | 0 | 1 {
    const left = this.numerator * other.denominator;
    const right = other.numerator * this.denominator;
    return left < right ? -1 : left > right ? 1 : 0;
  }

  rounded(roundingMode: RoundingMode = 'HALF_UP'): bigint {
    return roundQuotient(this.numerator, this.denominator, roundingMode);
  }
}

export const zeroFraction = new Fraction(0n);
export const oneFraction = new Fraction(1n);

export function fractionOf(value: Decimal): Fraction {
  const { digits, places } = scaledInteger(value);
  return new Fraction(digits, powerOfTen(places));
}

/**
 * Added over the common denominator, because reducing every partial sum takes minutes for a thousand lines with
 * different rates.
 */
export function sumOfFractions(fractions: readonly Fraction[]): Fraction {
  const shared = commonDenominator(fractions);
  return new Fraction(
    numeratorsOver(shared, fractions).reduce((sum, numerator) => sum + numerator, 0n),
    shared,
  );
}

/** The numerators of fractions over their common denominator: whole numbers in the same proportion. */
export function proportions(fractions: readonly Fraction[]): bigint[] {
  return numeratorsOver(commonDenominator(fractions), fractions);
}

function commonDenominator(fractions: readonly Fraction[]): bigint {
  return fractions.reduce((common, { denominator }) => leastCommonMultiple(common, denominator), 1n);
}

function numeratorsOver(shared: bigint, fractions: readonly Fraction[]): bigint[] {
  return fractions.map(({ numerator, denominator }) =>
    denominator === shared ? numerator : numerator * (shared / denominator),
  );
}

function reduced(numerator: bigint, denominator: bigint): Fraction {
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return new Fraction(numerator / divisor, denominator / divisor);
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return a === b ? a : (a / greatestCommonDivisor(a, b)) * b;
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
