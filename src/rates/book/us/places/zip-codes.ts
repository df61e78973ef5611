import type { StateBook, UsBook, ZipRow } from '../book/state-book.ts';

type ZipReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'found'; readonly row: ZipRow; readonly isRepaired: boolean }
  /** `states` are the states whose ZIP codes begin with the same three digits. */
  | { readonly kind: 'unknown'; readonly zip: string; readonly states: readonly StateBook[] }
  | { readonly kind: 'malformed' };

export type KnownZip = Exclude<ZipReading, { readonly kind: 'malformed' }>;

/**
 * Parses ZIP5 and ZIP+4 codes, with or without a hyphen, spaces and a leading state code. Lost leading zeros are
 * restored if the result is a ZIP code.
 */
export function readZipCode(book: UsBook, text: string | null): ZipReading {
  const given = (text ?? '').replace(/\s/g, '').replace(/[‐-―−]/g, '-');
  if (given === '') return { kind: 'absent' };
  const digits = /^(?:[A-Za-z]{2}-?)?(\d{3,5})(?:-?\d{4})?-?$/.exec(given)?.[1];
  if (digits === undefined) return { kind: 'malformed' };
  const zip = digits.padStart(5, '0');
  const row = book.zips.get(zip);
  if (row) return { kind: 'found', row, isRepaired: digits.length < 5 };
  if (digits.length < 5) return { kind: 'malformed' };
  return { kind: 'unknown', zip, states: book.statesByPrefix.get(zip.slice(0, 3)) ?? [] };
}
