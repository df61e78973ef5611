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
 * restored. Null if the text is not a ZIP code.
 */
export function zipParts(
  text: string | null,
): { readonly zip: string; readonly plus4: string | null; readonly isRepaired: boolean } | null {
  const given = (text ?? '').replace(/\s/g, '').replace(/[‐-―−]/g, '-');
  const [, digits, plus4 = null] = /^(?:[A-Za-z]{2}-?)?(\d{3,5})(?:-?(\d{4}))?-?$/.exec(given) ?? [];
  return digits === undefined ? null : { zip: digits.padStart(5, '0'), plus4, isRepaired: digits.length < 5 };
}

/** A code with restored zeros is valid only if the rate book contains it. */
export function readZipCode(book: UsBook, text: string | null): ZipReading {
  if ((text ?? '').trim() === '') return { kind: 'absent' };
  const parts = zipParts(text);
  if (parts === null) return { kind: 'malformed' };
  const { zip, isRepaired } = parts;
  const row = book.zips.get(zip);
  if (row) return { kind: 'found', row, isRepaired };
  if (isRepaired) return { kind: 'malformed' };
  return { kind: 'unknown', zip, states: book.statesByPrefix.get(zip.slice(0, 3)) ?? [] };
}
