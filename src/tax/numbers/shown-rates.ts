import { allocate } from './allocation.ts';
import { type Decimal, fromUnits, powerOfTen } from './decimal.ts';
import { Fraction, proportions, sumOfFractions } from './fraction.ts';

/** Rates have at most this many decimal places. */
const ratePlaces = 8;

/**
 * Rates with eight decimal places, which add up to their rounded sum. Split, reduced or averaged rates may have no
 * exact decimal form; the tax is always calculated from the exact rates.
 */
export function shownRates(rates: readonly Fraction[]): Decimal[] {
  const combined = sumOfFractions(rates)
    .times(new Fraction(powerOfTen(ratePlaces)))
    .rounded();
  return allocate(combined, proportions(rates)).map((units) => fromUnits(units, ratePlaces));
}
