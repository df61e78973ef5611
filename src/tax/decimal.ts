import { Decimal as DecimalJs } from 'decimal.js';

/** Exact decimals: 60 significant digits, more than any product of the bounds of the interface can need. */
const Exact = DecimalJs.clone({ precision: 60, rounding: DecimalJs.ROUND_HALF_UP, toExpNeg: -100, toExpPos: 100 });

export type Decimal = DecimalJs;
export const zero: Decimal = new Exact(0);
export const one: Decimal = new Exact(1);

/** Reads decimal text such as `-12.50`; throws on anything else. */
export function decimal(text: string): Decimal {
  return new Exact(text);
}

/** Plain text without exponent; minus zero is written `0`. */
export function decimalText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}
