import type { CsvRow } from '../../../files/csv/csv.ts';
import type { PublishedFile, PublishedRate } from './published-rate.ts';
import { columnsOf, readDay, readPublishedRate } from './readings.ts';

const columns = {
  country: ['member state', 'ms', 'country', 'memberstate'],
  type: ['type', 'rate type', 'vat rate type'],
  rate: ['rate', 'vat rate', 'rate value', 'value'],
} as const;
const dated = { on: ['situation on', 'situationon', 'date'] } as const;

export function isTedbHeader(cells: readonly string[]): boolean {
  return columnsOf(cells, columns) !== null;
}

/**
 * The VAT export of the European Commission's database "Taxes in Europe". Only standard rates are compared with the rate
 * book: reduced rates use CN and CPA codes, which our tax codes do not follow.
 */
export function readTedb([header, ...rows]: readonly CsvRow[], today: string): PublishedFile {
  const at = columnsOf(header!.cells, columns)!;
  const atDay = columnsOf(header!.cells, dated)?.on ?? null;
  const rates: PublishedRate[] = [];
  const unreadable: number[] = [];
  const seen = new Set<string>();
  for (const { line, cells } of rows) {
    if (!/standard/i.test(cells[at.type] ?? '')) continue;
    const text = (cells[at.rate] ?? '').trim();
    const rate = readPublishedRate(text.endsWith('%') ? text : `${text}%`);
    const country = memberStates[(cells[at.country] ?? '').trim().toUpperCase()] ?? (cells[at.country] ?? '').trim();
    const on = (atDay === null ? null : readDay(cells[atDay] ?? '')) ?? today;
    const key = `${country} ${on}`;
    if (rate === null || country === '') unreadable.push(line);
    else if (!seen.has(key)) {
      seen.add(key);
      const base = { country, state: null, level: 'COUNTRY', name: country, county: null, code: null } as const;
      rates.push({ ...base, line, kind: 'OWN', rate, on });
    }
  }
  return { title: 'European Commission, Taxes in Europe database', rates, unreadable };
}

/** The Commission writes EL for Greece. */
const memberStates: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };
