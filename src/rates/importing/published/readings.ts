import { type Decimal, decimal } from '../../../tax/numbers/decimal.ts';

/** `0.0825`, `.0825` or `8.25%`; null for anything else, and for a rate above one half. */
export function readPublishedRate(text: string): Decimal | null {
  const match = /^(\d*\.?\d+)\s*(%?)$/.exec(text.trim());
  if (!match) return null;
  const value = decimal(match[1]!.startsWith('.') ? `0${match[1]}` : match[1]!);
  const rate = match[2] === '%' ? value.div(100) : value;
  return rate.gt('0.5') ? null : rate;
}

/** `20260701`, `7/1/2026` or `2026-07-01`; null for anything else. */
export function readDay(text: string): string | null {
  const plain = text.trim();
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(plain) ?? [];
  if (year) return `${year}-${month}-${day}`;
  const [, usMonth, usDay, usYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(plain) ?? [];
  if (usYear) return `${usYear}-${usMonth!.padStart(2, '0')}-${usDay!.padStart(2, '0')}`;
  const [, euDay, euMonth, euYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(plain) ?? [];
  return euYear ? `${euYear}-${euMonth!.padStart(2, '0')}-${euDay!.padStart(2, '0')}` : null;
}

/** The position of each column by its name in the header, ignoring case; null if one is missing. */
export function columnsOf<Name extends string>(
  header: readonly string[],
  names: Readonly<Record<Name, readonly string[]>>,
): Record<Name, number> | null {
  const found: [string, number][] = [];
  const cells = header.map((cell) => cell.trim().toLowerCase());
  for (const [name, spellings] of Object.entries<readonly string[]>(names)) {
    const position = cells.findIndex((cell) => spellings.includes(cell));
    if (position < 0) return null;
    found.push([name, position]);
  }
  return Object.fromEntries(found) as Record<Name, number>;
}
