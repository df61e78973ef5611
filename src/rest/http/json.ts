import type { DecimalText } from '../../domain/base/amount.ts';

/*
 * Records as JSON. Members without a value are omitted, except those that the interface defines as null, such as
 * `county`, `cities` and `regions`. A record can be sent back with PUT as it was read.
 */

/**
 * The only place where decimal text becomes a JSON number. The text has up to 15 significant digits, which a double
 * preserves.
 */
export function number(text: DecimalText): number {
  return Number(text);
}

/** JSON omits undefined members. */
export function shown<Value>(value: Value | null): Value | undefined {
  return value ?? undefined;
}

export function shownNumber(text: DecimalText | null): number | undefined {
  return text === null ? undefined : number(text);
}
