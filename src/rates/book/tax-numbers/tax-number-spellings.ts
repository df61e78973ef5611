import type { TaxNumberFormat } from '../../../domain/tax-numbers/tax-number-format.ts';

/** Codes commonly written instead of the official prefixes: `GR` instead of Greece's `EL`, `UK` instead of `GB`. */
const spellings: Readonly<Record<string, string>> = { GR: 'EL', UK: 'GB' };

/** Places whose taxpayers get their numbers from a neighboring country. */
export const issuersOfOthers: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' };

/** Spaces of every width, periods, hyphens and dashes, slashes, and invisible characters. */
const separators = /[\s./\-\u00AD\u2010-\u2015\u2212\u200B-\u200D\u2060]/g;

/** The number in its normalized form: upper case, without separators. */
export function compactTaxNumber(text: string): string {
  return text.normalize('NFKC').toUpperCase().replaceAll(separators, '');
}

/** The country (alpha-2) that issues the tax numbers of a country. */
export function issuerFor(country: string): string {
  return issuersOfOthers[country] ?? country;
}

/** The official prefix for the first two letters: `GR…` becomes Greece's `EL…`. */
export function writtenPrefix(compact: string): string | null {
  const written = /^[A-Z]{2}/.exec(compact)?.[0];
  return written === undefined ? null : (spellings[written] ?? written);
}

/**
 * Prefixes have two letters, except Austria's `ATU` and Switzerland's `CHE`, whose third letter is part of the number.
 */
export function prefixCode({ prefix }: TaxNumberFormat): string | null {
  return prefix === null ? null : prefix.slice(0, 2);
}

/** The possible readings of a compact number that was written with a prefix, as a number of this country. */
export function spellingsWithPrefix(country: string, format: TaxNumberFormat, compact: string): readonly string[] {
  const written = writtenPrefix(compact);
  const rest = compact.slice(2);
  const code = prefixCode(format);
  if (code === null) return written === country ? [compact, rest] : [compact];
  const spelled = written === null ? compact : written + rest;
  if (spelled.startsWith(code)) return [spelled, ...padded(spelled)];
  if (written !== country) return [];
  return [rest.startsWith(code) ? rest : format.prefix + rest];
}

/** The possible readings of a compact number without a prefix, with the prefix added. */
export function spellingsWithoutPrefix(format: TaxNumberFormat, compact: string): readonly string[] {
  const code = prefixCode(format);
  if (code === null || writtenPrefix(compact) === code) return [];
  const supplied = code + compact;
  return [supplied, format.prefix + compact, ...padded(supplied)];
}

/** Belgian numbers had nine digits before 2008. */
function padded(number: string): readonly string[] {
  return /^BE\d{9}$/.test(number) ? [`BE0${number.slice(2)}`] : [];
}
