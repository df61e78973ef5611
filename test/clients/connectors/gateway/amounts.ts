import { Decimal } from 'decimal.js';

/** Sums and differences in decimals; platforms send floats, whose shortest text is what was meant. */
export const sum = (amounts: readonly (string | number)[]): string =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), new Decimal(0)).toFixed();

export const minus = (amount: string | number, other: string | number): string =>
  new Decimal(amount).minus(other).toFixed();

/** Minor units, such as cents, as an amount; a part of them is rounded to a minor unit. */
export function fromMinorUnits(units: string | number, places: number, share = { part: 1, of: 1 }): string {
  const whole = new Decimal(units).times(share.part).div(share.of).toDecimalPlaces(0);
  return whole.div(new Decimal(10).pow(places)).toFixed();
}

/**
 * The percentage that `part` is of `whole`, for platforms that are told a rate and multiply themselves: it has as many
 * digits as a float holds, so the product rounds to `part`, where the legal rate may round to a cent beside it.
 */
export function percentOf(part: string, whole: string): number {
  return new Decimal(whole).isZero() ? 0 : new Decimal(part).div(whole).times(100).toSignificantDigits(15).toNumber();
}

/** A rate, such as 0.09025, as a percentage. */
export const percentageOf = (rate: string): number => new Decimal(rate).times(100).toNumber();
