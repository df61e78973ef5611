import type { CsvRow } from '../../../files/csv/csv.ts';
import type { PublishedFile, PublishedRate } from './published-rate.ts';
import { columnsOf, readPublishedRate } from './readings.ts';

const columns = { location: ['location'], rate: ['rate'], county: ['county'], type: ['type'] } as const;

export function isCaliforniaHeader(cells: readonly string[]): boolean {
  return columnsOf(cells, columns) !== null;
}

/** The list of the CDTFA, saved as CSV: the total rate of each city and of the rest of each county. */
export function readCalifornia([header, ...rows]: readonly CsvRow[], on: string): PublishedFile {
  const at = columnsOf(header!.cells, columns)!;
  const rates: PublishedRate[] = [];
  const unreadable: number[] = [];
  for (const { line, cells } of rows) {
    const [location, county, type] = [at.location, at.county, at.type].map((position) =>
      (cells[position] ?? '').trim(),
    );
    const rate = readPublishedRate(cells[at.rate] ?? '');
    if (rate === null || !location) unreadable.push(line);
    else {
      const isCity = type?.toLowerCase() === 'city';
      const name = isCity ? location : county || location;
      rates.push({
        line,
        country: 'US',
        state: 'CA',
        level: isCity ? 'CITY' : 'COUNTY',
        name,
        county: county || null,
        code: null,
        kind: 'COMBINED',
        rate,
        on,
      });
    }
  }
  return { title: 'CDTFA, city and county sales tax rates', rates, unreadable };
}
