import { z } from 'zod';
import table from './currencies.json' with { type: 'json' };
import { valueKinds } from './value-kinds.ts';

/** Decimal places by ISO 4217 code. */
const minorUnits: ReadonlyMap<string, number> = new Map(Object.entries(table.minorUnits));

/** The ISO 4217 code in upper case; null for an unknown currency. */
export function findCurrency(code: string): string | null {
  const upper = code.trim().toUpperCase();
  return minorUnits.has(upper) ? upper : null;
}

/** Decimal places of a known currency: 2 for USD, 0 for JPY, 3 for BHD. */
export function minorUnitOf(currency: string): number {
  const places = minorUnits.get(currency);
  if (places === undefined) throw new Error(`Unknown currency ${currency}`);
  return places;
}

/** An amount with at least the decimal places of its currency: 259.2 USD becomes 259.20. */
export function inMinorUnits(currency: string, amount: string): string {
  return paddedTo(minorUnitOf(currency), amount);
}

/** An amount with at least these decimal places: 259.2 becomes 259.20. */
export function paddedTo(places: number, amount: string): string {
  if (places === 0) return amount;
  const point = amount.indexOf('.');
  if (point === -1) return `${amount}.${'0'.repeat(places)}`;
  const missing = places - (amount.length - point - 1);
  return missing > 0 ? amount + '0'.repeat(missing) : amount;
}

/** The members with the currency of the amounts in a record and its descendants. */
export const currencyMembers: readonly string[] = ['currency', 'toCurrency', 'paidCurrency'];

/** An ISO 4217 code, in upper or lower case. */
export const currencyInput = z
  .string()
  .transform((code, ctx) => {
    const currency = findCurrency(code);
    if (currency !== null) return currency;
    const message = `${JSON.stringify(code.slice(0, 10))} is not an ISO 4217 currency code, such as USD.`;
    ctx.addIssue({ code: 'custom', params: { code: 'UNKNOWN_VALUE' }, message });
    return z.NEVER;
  })
  .register(valueKinds, { kind: 'currency' });
