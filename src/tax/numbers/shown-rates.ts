import { allocate } from './allocation.ts';
import { type Decimal, fromUnits, powerOfTen } from './decimal.ts';
import { Fraction, proportions, sumOfFractions } from './fraction.ts';

/** Rates have at most this many decimal places. */
const ratePlaces = 8;

/**
 * Rates as decimals that add up to their exact sum. Only a rate that is split among jurisdictions may have no exact
 * decimal form. It is shown with eight decimal places; the tax is always calculated from the exact rate.
 */
export function shownRates(rates: readonly Fraction[]): Decimal[] {
  const combined = sumOfFractions(rates)
    .times(new Fraction(powerOfTen(ratePlaces)))
    .rounded();
  return allocate(combined, proportions(rates)).map((units) => fromUnits(units, ratePlaces));
}
