import { z } from 'zod';
import { type Decimal, decimal, decimalText, roundToUnit, sum } from '../../tax/numbers/decimal.ts';
import { sumOfPlainTexts } from '../../tax/numbers/text-sum.ts';
import { valueKinds } from './value-kinds.ts';

/** An exact decimal number in plain text: `-12.5`, never an exponent, never `-0`. */
export type DecimalText = string & { readonly __decimalText: true };

export function toDecimalText(value: Decimal): DecimalText {
  return decimalText(value) as DecimalText;
}

const zeroText = '0' as DecimalText;

/** An exact sum. Most sums in a document have at most one nonzero amount and need no arithmetic. */
export function sumOfTexts(amounts: readonly DecimalText[]): DecimalText {
  const counted = amounts.filter((amount) => amount !== zeroText);
  if (counted.length < 2) return counted[0] ?? zeroText;
  const quick = sumOfPlainTexts(counted) as DecimalText | null;
  return quick ?? toDecimalText(sum(counted.map(decimal)));
}

/** The same data with every decimal as text, as stored in documents. */
export type Written<Value> = Value extends Decimal
  ? DecimalText
  : Value extends readonly (infer Member)[]
    ? readonly Written<Member>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Written<Value[Name]> }
      : Value;

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
/** Every amount within bounds fits in plain text: a sign, 13 digits, a point and 100 decimal places. */
const longestText = 120;

/**
 * Reads a number in a request. A JSON number is read with 15 significant digits, which a double preserves exactly
 * (0.30000000000000004 becomes 0.3). Numeric text is read exactly. Returns null for anything else.
 */
export function readNumber(value: unknown): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? decimal(String(Number(value.toPrecision(15)))) : null;
  if (typeof value !== 'string' || value.length > longestText) return null;
  const text = value.trim();
  return numeric.test(text) ? decimal(text) : null;
}

type Bounds = {
  readonly min: string;
  readonly isMinExcluded?: boolean;
  readonly max: string;
  readonly maxDigits?: number;
  readonly maxPlaces?: number;
  /** Appended to the message about a value that is too large. */
  readonly hint?: string;
};

function numberWithin(bounds: Bounds) {
  const min = decimal(bounds.min);
  const max = decimal(bounds.max);
  const notNumeric = `Must be a number, such as ${max.gt(1) ? '12.5' : '0.12'}.`;
  const sent = z.union([z.number(), z.string()], { error: notNumeric });
  const readShort = shortNumberWithin(bounds);
  const read = sent.transform((value, ctx) => {
    const short = readShort(value);
    if (short !== null) return short;
    const refuse = (code: string, message: string): never => {
      ctx.addIssue({ code: 'custom', params: { code }, message });
      return z.NEVER;
    };
    const number = readNumber(value);
    if (!number) return refuse('INVALID_TYPE', notNumeric);
    if (number.lt(min) || (bounds.isMinExcluded === true && number.eq(min))) {
      return refuse('OUT_OF_RANGE', `Must be ${bounds.isMinExcluded ? 'above' : 'at least'} ${bounds.min}.`);
    }
    if (number.gt(max)) return refuse('OUT_OF_RANGE', `Must be at most ${bounds.max}.${bounds.hint ?? ''}`);
    if (bounds.maxDigits !== undefined && number.precision() > bounds.maxDigits) {
      return refuse('TOO_MANY_DIGITS', `May have at most ${bounds.maxDigits} significant digits.`);
    }
    if (bounds.maxPlaces !== undefined && number.decimalPlaces() > bounds.maxPlaces) {
      return refuse('TOO_MANY_DIGITS', `May have at most ${bounds.maxPlaces} decimal places.`);
    }
    return toDecimalText(number);
  });
  const minimum = bounds.isMinExcluded ? 'exclusiveMinimum' : 'minimum';
  const described = read.meta({ [minimum]: Number(bounds.min), maximum: Number(bounds.max) });
  return described.register(valueKinds, { kind: 'decimal' });
}

/** A JSON number with at most this many characters has at most 15 digits. */
const fewCharacters = 15;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

/**
 * A fast path for short JSON numbers within the bounds, the usual case. It needs no arithmetic, because doubles of up
 * to 15 digits print and compare exactly. Returns null for all other values.
 */
function shortNumberWithin({ min, max, isMinExcluded, maxPlaces = fewCharacters, maxDigits = fewCharacters }: Bounds) {
  const [least, most] = [Number(min), Number(max)];
  return (value: number | string): DecimalText | null => {
    if (typeof value !== 'number' || value > most || value < least || (isMinExcluded && value === least)) return null;
    const text = String(value);
    if (text.length > Math.min(fewCharacters, maxDigits) || !plainNumber.test(text)) return null;
    const point = text.indexOf('.');
    const places = point < 0 ? 0 : text.length - point - 1;
    return places <= maxPlaces ? (text as DecimalText) : null;
  };
}

const largest = '1000000000000';
const quantityPlaces = 6;
/** More decimal places than any price needs. */
const mostPlaces = 100;

const anyAmount = (maxPlaces: number) => numberWithin({ min: `-${largest}`, max: largest, maxDigits: 15, maxPlaces });
/** A price, of either sign: at most 10^12 and 15 significant digits. */
export const amountInput = anyAmount(mostPlaces);
const zeroOrMore = (maxPlaces = mostPlaces) => numberWithin({ min: '0', max: largest, maxDigits: 15, maxPlaces });
export const discountInput = zeroOrMore();
/** Tax that a marketplace collected. */
export const collectedTaxInput = zeroOrMore();
/** Prepayments credited on a tax return, which are paid in cents. */
export const prepaymentInput = zeroOrMore(2);
/**
 * The amounts of an electronic invoice have at most two decimal places: payments (BR-DEC-16 of EN 16931), rounding
 * (BR-DEC-17).
 */
export const paidAmountInput = zeroOrMore(2);
export const roundingAmountInput = anyAmount(2);
const anyQuantity = numberWithin({
  min: '0',
  isMinExcluded: true,
  max: '1000000000',
  maxPlaces: mostPlaces,
});
/** Above zero, at most 10^9. Documents round quantities with `roundedQuantity`. */
export const quantityInput = anyQuantity
  .refine((text) => roundedQuantity(text) !== zeroText, {
    error: 'Must be at least 0.000001.',
    params: { code: 'OUT_OF_RANGE' },
  })
  .meta({ ...anyQuantity.meta() });

/** A quantity with at most 6 decimal places: 1/3, which JavaScript writes with 16 digits, becomes 0.333333. */
export function roundedQuantity(quantity: DecimalText): DecimalText {
  const point = quantity.indexOf('.');
  if (point < 0 || quantity.length - point - 1 <= quantityPlaces) return quantity;
  return toDecimalText(roundToUnit(decimal(quantity), quantityPlaces));
}
/**
 * A rate as a fraction: 0.065 is 6.5 %. VAT rates reach 0.27; for US sales tax, a lower maximum is checked once the
 * address is known.
 */
export const manualRateInput = numberWithin({
  min: '0',
  max: '0.5',
  maxPlaces: 8,
  hint: ' 12 % is 0.12.',
});
/** The value of a unit of one currency in another currency: above zero, at most 10^9 and 12 significant digits. */
export const exchangeRateInput = numberWithin({
  min: '0',
  isMinExcluded: true,
  max: '1000000000',
  maxDigits: 12,
  maxPlaces: 20,
});
/** A fraction from 0 to 1: 0.065 is 6.5 %. */
export const fractionInput = numberWithin({
  min: '0',
  max: '1',
  maxPlaces: 8,
  hint: ' 12 % is 0.12.',
});
