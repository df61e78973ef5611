import { Decimal } from 'decimal.js';

/** Decimal sums and differences. Platforms send floats, whose shortest text is the intended value. */
export const sum = (amounts: readonly (string | number)[]): string =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), new Decimal(0)).toFixed();

export const minus = (amount: string | number, other: string | number): string =>
  new Decimal(amount).minus(other).toFixed();

export const isZero = (amount: string | number): boolean => new Decimal(amount).isZero();

export const isEqual = (amount: string | number, other: string | number): boolean => new Decimal(amount).eq(other);

export const exceeds = (amount: string | number, other: string | number): boolean => new Decimal(amount).gt(other);

export const least = (amount: string | number, other: string | number): string => Decimal.min(amount, other).toFixed();

/** The decimal places of a currency, such as 2 for USD. */
export const placesOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** `amount` x `part` / `of`, rounded to `places` half away from zero; 0 if `of` is zero. */
export const shareOf = (
  amount: string | number,
  { part, of, places }: { readonly part: string | number; readonly of: string | number; readonly places: number },
): string =>
  new Decimal(of).isZero() ? '0' : new Decimal(amount).times(part).div(of).toDecimalPlaces(places).toFixed();

/** Converts minor units, such as cents, to an amount; fractions of a minor unit are rounded. */
export function fromMinorUnits(units: string | number, places: number, share = { part: 1, of: 1 }): string {
  const whole = new Decimal(units).times(share.part).div(share.of).toDecimalPlaces(0);
  return whole.div(new Decimal(10).pow(places)).toFixed();
}

/** Converts an amount to minor units; fractions of a minor unit are rounded. */
export const toMinorUnits = (amount: string, places: number): number =>
  new Decimal(amount).times(new Decimal(10).pow(places)).toDecimalPlaces(0).toNumber();

/**
 * `part` as a percentage of `whole`, for platforms that multiply by a rate themselves. The percentage has as many
 * digits as a float can hold, so the product rounds to `part`; with the legal rate, the product could be off by a cent.
 */
export const percentOf = (part: string, whole: string): number =>
  new Decimal(whole).isZero() ? 0 : new Decimal(part).div(whole).times(100).toSignificantDigits(15).toNumber();

/** A rate, such as 0.09025, as a percentage. */
export const percentageOf = (rate: string): number => new Decimal(rate).times(100).toNumber();

/**
 * Splits whole units, such as cents, by weights, so that the parts add up to the total: the remainder after rounding
 * down goes to the largest fractions. If all weights are zero, the first part is the total.
 */
export function allocate(units: number, weights: readonly number[]): number[] {
  const total = weights.reduce((all, weight) => all.plus(weight), new Decimal(0));
  if (total.isZero()) return weights.map((_, index) => (index === 0 ? units : 0));
  const exact = weights.map((weight) => new Decimal(units).times(weight).div(total));
  const parts = exact.map((one) => one.floor().toNumber());
  const order = exact
    .map((one, index) => ({ index, rest: one.minus(one.floor()) }))
    .sort((one, other) => other.rest.comparedTo(one.rest) || one.index - other.index);
  const missing = units - parts.reduce((all, part) => all + part, 0);
  for (let given = 0; given < missing; given += 1) parts[order[given % order.length]!.index]! += 1;
  return parts;
}
