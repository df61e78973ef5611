import { dayText } from './format.ts';

type Validity = { readonly validFrom: string | null; readonly validThrough: string | null };

/** `Jan 1, 2026 – Dec 31, 2026`, `since Jan 1, 2026`, `through Dec 31, 2026`. */
export function validityText({ validFrom, validThrough }: Validity): string {
  if (validFrom !== null && validThrough !== null) return `${dayText(validFrom)} – ${dayText(validThrough)}`;
  if (validFrom !== null) return `since ${dayText(validFrom)}`;
  return validThrough === null ? 'no end date' : `through ${dayText(validThrough)}`;
}
