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
