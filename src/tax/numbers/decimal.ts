import { Decimal as DecimalJs } from 'decimal.js';
import { type RoundingMode, roundQuotient } from './rounding.ts';

/** Exact decimals with 60 significant digits, more than any product of valid inputs needs. */
const Exact = DecimalJs.clone({ precision: 60, rounding: DecimalJs.ROUND_HALF_UP, toExpNeg: -100, toExpPos: 100 });

export type Decimal = DecimalJs;
export const zero: Decimal = new Exact(0);
export const one: Decimal = new Exact(1);

/**
 * Cache of parsed decimals: quantities, rates and round prices are short strings that repeat, and a lookup is cheaper
 * than parsing.
 */
const rememberedCharacters = 10;
const mostRemembered = 10_000;
const remembered = new Map<string, Decimal>();

/** Reads a number such as `-12.50`; throws for text that is not a number. Callers check the notation. */
export function decimal(text: string): Decimal {
  if (text.length > rememberedCharacters) return new Exact(text);
  const known = remembered.get(text);
  if (known) return known;
  const value = new Exact(text);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(text, value);
  return value;
}

/** Plain text without an exponent; minus zero becomes `0`. */
export function decimalText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}

/** Rounds to a number of decimal places, half away from zero by default. */
export function roundToUnit(value: Decimal, minorUnit: number, roundingMode: RoundingMode = 'HALF_UP'): Decimal {
  return fromUnits(toUnits(value, minorUnit, roundingMode), minorUnit);
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), zero);
}

/** A decimal as integers: `digits` divided by ten to the power of `places`. */
type ScaledInteger = { readonly digits: bigint; readonly places: number };

/** `12.50` is 125 with one decimal place; exact for any decimal. */
export function scaledInteger(value: Decimal): ScaledInteger {
  const text = value.toFixed();
  const point = text.indexOf('.');
  if (point < 0) return { digits: BigInt(text), places: 0 };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), places: text.length - point - 1 };
}

/**
 * An amount in whole minor units: 12.50 in a currency with two decimal places is 1250n. The core uses these because
 * sums, splits and ties of integers are exact at any size.
 */
export function toUnits(value: Decimal, minorUnit: number, roundingMode: RoundingMode = 'HALF_UP'): bigint {
  return scaledToUnits(scaledInteger(value), minorUnit, roundingMode);
}

export function scaledToUnits(
  { digits, places }: ScaledInteger,
  minorUnit: number,
  roundingMode: RoundingMode,
): bigint {
  if (places <= minorUnit) return digits * powerOfTen(minorUnit - places);
  return roundQuotient(digits, powerOfTen(places - minorUnit), roundingMode);
}

export function fromUnits(units: bigint, minorUnit: number): Decimal {
  if (units === 0n) return zero;
  if (units < 0n || units >= smallAmounts) return parsedUnits(units, minorUnit);
  return smallAmount(Number(units), minorUnit);
}

/** Most taxes of one jurisdiction on one line are small, so a lookup is cheaper than parsing them again. */
const smallAmounts = 10_000n;
const smallOnes = new Map<number, (Decimal | undefined)[]>();

function smallAmount(units: number, minorUnit: number): Decimal {
  const known = smallOnes.get(minorUnit) ?? new Array<Decimal | undefined>(Number(smallAmounts));
  const found = known[units] ?? parsedUnits(BigInt(units), minorUnit);
  known[units] = found;
  smallOnes.set(minorUnit, known);
  return found;
}

function parsedUnits(units: bigint, minorUnit: number): Decimal {
  if (minorUnit === 0) return new Exact(units);
  const digits = (units < 0n ? -units : units).toString().padStart(minorUnit + 1, '0');
  const point = digits.length - minorUnit;
  return new Exact(`${units < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`);
}

const powersOfTen: readonly bigint[] = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

export function powerOfTen(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent);
}
