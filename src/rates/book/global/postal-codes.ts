import { asRecord, asText, asTexts, type JsonRecord } from '../files/json-file.ts';

/** The formats of a country's postal codes: `A` is a letter, `N` a digit, `X` either. */
type PostalForms = { readonly shown: readonly string[]; readonly pattern: RegExp };

export type PostalBook = {
  /** Formats by country. Countries without postal codes are omitted. */
  readonly forms: ReadonlyMap<string, PostalForms>;
  /** Letters before a postal code that indicate its country and are not ISO codes: `D`, `FL`. */
  readonly prefixes: ReadonlyMap<string, string>;
};

export function readPostalBook(file: JsonRecord): PostalBook {
  // Books from earlier releases do not contain formats.
  const codes = asRecord(file.postalCodes ?? { formats: {}, prefixes: {} }, 'postal codes');
  const formats = Object.entries(asRecord(codes.formats, 'postal codes'));
  const prefixes = Object.entries(asRecord(codes.prefixes, 'postal codes'));
  return {
    forms: new Map(
      formats.map(([country, forms]) => {
        const shown = asTexts(forms, country);
        return [country, { shown, pattern: new RegExp(`^(?:${shown.map(patternOf).join('|')})$`) }];
      }),
    ),
    prefixes: new Map(prefixes.map(([letters, country]) => [letters, asText(country, letters)])),
  };
}

const signs: Readonly<Record<string, string>> = { A: '[A-Z]', N: '[0-9]', X: '[A-Z0-9]' };

/** Literal letters are lower case: `bfpo N`. */
function patternOf(form: string): string {
  return form.replace(/[ -]/g, '').replace(/./g, (sign) => signs[sign] ?? sign.toUpperCase());
}

export type PostalCode = {
  /** As submitted, but in upper case and without spaces and punctuation. */
  readonly plain: string;
  /** Without prefix letters, and with restored leading zeros. */
  readonly code: string;
  /** Letters before a code that consists of digits, unless they are recognized as the country's own; otherwise null. */
  readonly letters: string | null;
  /** Whether the code matches a format of the country; null if there is no code or the country has no postal codes. */
  readonly match: 'EXACT' | 'GOOD' | 'NO_MATCH' | null;
};

/** `ES-35001` and `E-35 001` become `35001`; 8001 becomes `08001`. */
export function readPostalCode({ forms }: PostalBook, country: string, zip: string | null): PostalCode | null {
  const plain = (zip ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (plain === '') return null;
  const pattern = forms.get(country)?.pattern;
  const fits = (code: string) => pattern?.test(code) === true;
  if (fits(plain)) return { plain, code: plain, letters: null, match: 'EXACT' };
  const own = plain.startsWith(country) ? plain.slice(country.length) : '';
  if (fits(own)) return { plain, code: own, letters: null, match: 'EXACT' };
  const [, letters = null, digits = plain] = /^([A-Z]{1,3})(\d+)$/.exec(plain) ?? [];
  if (fits(digits)) return { plain, code: digits, letters, match: 'EXACT' };
  const padded = /^\d{2,}$/.test(digits) ? [`0${digits}`, `00${digits}`].find(fits) : undefined;
  if (padded !== undefined) return { plain, code: padded, letters, match: 'GOOD' };
  return { plain, code: digits, letters, match: pattern ? 'NO_MATCH' : null };
}
