import { memberStates } from '../../format/place-text.ts';

/** Prefixes other than country codes: Greece and Northern Ireland. */
const prefixes: Readonly<Record<string, string>> = { EL: 'GR', XI: 'XI' };

const bare = (taxNumber: string) => taxNumber.replaceAll(/[\s.\-/]/g, '').toUpperCase();

/** The country of a tax number: by its prefix in the EU, otherwise the customer's country. */
export function countryOfNumber(taxNumber: string, country: string | null): string | null {
  const prefix = /^[A-Z]{2}/.exec(bare(taxNumber))?.[0];
  if (prefix !== undefined && prefixes[prefix] !== undefined) return prefixes[prefix];
  if (prefix !== undefined && memberStates.includes(prefix)) return prefix;
  return country === '' ? null : country;
}

/**
 * Possible spellings of a tax number: as entered, without punctuation, and with the country prefix, which registers
 * add.
 */
export function spellings(taxNumber: string, country: string | null): string[] {
  const number = bare(taxNumber);
  const prefix = country === 'GR' ? 'EL' : country;
  return [...new Set([taxNumber, number, ...(prefix === null ? [] : [`${prefix}${number}`])])];
}
