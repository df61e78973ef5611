import { Decimal } from 'decimal.js';

/** Sums and differences in decimals. Platforms send floats, and their shortest text is the intended value. */
export const sum = (amounts: readonly (string | number)[]): string =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), new Decimal(0)).toFixed();

export const minus = (amount: string | number, other: string | number): string =>
  new Decimal(amount).minus(other).toFixed();

/** Converts minor units, such as cents, to an amount; fractions of a minor unit are rounded. */
export function fromMinorUnits(units: string | number, places: number, share = { part: 1, of: 1 }): string {
  const whole = new Decimal(units).times(share.part).div(share.of).toDecimalPlaces(0);
  return whole.div(new Decimal(10).pow(places)).toFixed();
}

/**
 * `part` as a percentage of `whole`, for platforms that take a rate and multiply themselves. It has as many digits as a
 * float can hold, so the product rounds to `part`; with the legal rate it could be a cent off.
 */
export function percentOf(part: string, whole: string): number {
  return new Decimal(whole).isZero() ? 0 : new Decimal(part).div(whole).times(100).toSignificantDigits(15).toNumber();
}

/** A rate, such as 0.09025, as a percentage. */
export const percentageOf = (rate: string): number => new Decimal(rate).times(100).toNumber();
