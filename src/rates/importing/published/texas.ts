import { decimal } from '../../../tax/numbers/decimal.ts';
import { type PublishedForm, type PublishedRate, type UnreadLine, unreadableRate } from './published-rate.ts';
import { readPublishedRate } from './readings.ts';

/**
 * The Comptroller's quarterly file `taxrates.txt`, separated by tabs. The first line contains `1`, the quarter as
 * `20263`, the month, its name and the state rate. After the due dates, there is one line per area with up to four
 * taxes, each with name, code and rate. The first digit of a code indicates its type: 2 city, 3 transit authority, 4
 * county, 5 and 6 special districts. Every code has one rate.
 */
export const texas: PublishedForm = {
  form: 'TX',
  title: 'Texas Comptroller, local sales tax rates',
  state: 'TX',
  matches: ([first]) =>
    first?.cells[0] === '1' && /^\d{4}[1-4]$/.test(first.cells[1] ?? '') && /^0?\.\d+$/.test(first.cells[4] ?? ''),
  publishedOn: ([header]) => quarterStart(header!.cells[1]!),
  read([header, ...areas]) {
    const [, quarter = '', , , stateRate = ''] = header!.cells;
    const on = quarterStart(quarter);
    const none = { county: null, code: null, includes: [], from: null, through: null };
    const base = { ...none, country: 'US', state: 'TX', kind: 'OWN', on } as const;
    const rates: PublishedRate[] = [
      { ...base, line: header!.line, level: 'STATE', name: 'Texas', rate: decimal(stateRate) },
    ];
    const unreadable: UnreadLine[] = [];
    const seen = new Map<string, string>();
    for (const { line, cells } of areas) {
      if (cells.length < 6) continue;
      for (let start = 0; start + 2 < Math.min(cells.length, 12); start += 3) {
        const [name = '', code = '', text = ''] = cells.slice(start, start + 3).map((cell) => cell.trim());
        const level = levels[code.charAt(0)];
        if (!level || seen.get(code) === text) continue;
        seen.set(code, text);
        const rate = readPublishedRate(text);
        if (rate === null) unreadable.push({ line, reason: unreadableRate });
        else rates.push({ ...base, line, level, name, rate });
      }
    }
    return { title: texas.title, rates, unreadable, leftOut: new Map() };
  },
};

/** `20263` is the third quarter of 2026. */
function quarterStart(quarter: string): string {
  return `${quarter.slice(0, 4)}-${String((Number(quarter.slice(4)) - 1) * 3 + 1).padStart(2, '0')}-01`;
}

const levels: Readonly<Record<string, PublishedRate['level']>> = {
  2: 'CITY',
  3: 'DISTRICT',
  4: 'COUNTY',
  5: 'DISTRICT',
  6: 'DISTRICT',
};
