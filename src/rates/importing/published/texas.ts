import type { CsvRow } from '../../../files/csv/csv.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import type { PublishedFile, PublishedRate } from './published-rate.ts';
import { readPublishedRate } from './readings.ts';

/** The first line: `1`, the quarter as `20263`, the month, its name, the rate of the state, … */
export function isTexasHeader(cells: readonly string[]): boolean {
  return cells[0] === '1' && /^\d{4}[1-4]$/.test(cells[1] ?? '') && /^0?\.\d+$/.test(cells[4] ?? '');
}

/**
 * The Comptroller's quarterly file `taxrates.txt`, separated by tabs: after the header and the due dates, one line for each
 * area with up to four taxes, each with name, code and rate. The first digit of a code is its kind: 2 city, 3 transit
 * authority, 4 county, 5 and 6 special districts. Every code has one rate.
 */
export function readTexas(rows: readonly CsvRow[]): PublishedFile {
  const [header, ...areas] = rows;
  const [, quarter = '', , , stateRate = ''] = header!.cells;
  const on = `${quarter.slice(0, 4)}-${String((Number(quarter.slice(4)) - 1) * 3 + 1).padStart(2, '0')}-01`;
  const base = { country: 'US', state: 'TX', county: null, code: null, kind: 'OWN', on } as const;
  const rates: PublishedRate[] = [
    { ...base, line: header!.line, level: 'STATE', name: 'Texas', rate: decimal(stateRate) },
  ];
  const unreadable: number[] = [];
  const seen = new Set<string>();
  for (const { line, cells } of areas) {
    if (cells.length < 6) continue;
    for (let start = 0; start + 2 < Math.min(cells.length, 12); start += 3) {
      const [name = '', code = '', text = ''] = cells.slice(start, start + 3).map((cell) => cell.trim());
      const level = levels[code.charAt(0)];
      if (!level || seen.has(code)) continue;
      seen.add(code);
      const rate = readPublishedRate(text);
      if (rate === null) unreadable.push(line);
      else rates.push({ ...base, line, level, name, rate });
    }
  }
  return { title: 'Texas Comptroller, local sales tax rates', rates, unreadable };
}

const levels: Readonly<Record<string, PublishedRate['level']>> = {
  2: 'CITY',
  3: 'DISTRICT',
  4: 'COUNTY',
  5: 'DISTRICT',
  6: 'DISTRICT',
};
