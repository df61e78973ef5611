import type { CsvRow } from '../../../files/csv/csv.ts';
import type { PublishedFile, PublishedRate } from './published-rate.ts';
import { columnsOf, readDay, readPublishedRate } from './readings.ts';

const columns = {
  name: ['name'],
  state: ['state'],
  rate: ['rate'],
  from: ['effective date'],
} as const;

export function isWashingtonHeader(cells: readonly string[]): boolean {
  return columnsOf(cells, columns) !== null;
}

/**
 * The quarterly rate file: the total rate of each location code. The part above the state's rate is the city's, including
 * county and transit.
 */
export function readWashington([header, ...rows]: readonly CsvRow[], today: string): PublishedFile {
  const at = columnsOf(header!.cells, columns)!;
  const rates: PublishedRate[] = [];
  const unreadable: number[] = [];
  for (const { line, cells } of rows) {
    const name = (cells[at.name] ?? '').trim();
    // Rows such as "KING COUNTY UNINC. AREAS" and those of transit or tribal areas belong to no city.
    if (/county|uninc|rta|tribe|tribal|reservation|ptba/i.test(name)) continue;
    const [total, ofState] = [at.rate, at.state].map((position) => readPublishedRate(cells[position] ?? ''));
    if (!total || !ofState || total.lt(ofState) || name === '') unreadable.push(line);
    else {
      const rate = total.minus(ofState);
      const on = readDay(cells[at.from] ?? '') ?? today;
      const level = 'CITY';
      rates.push({ line, country: 'US', state: 'WA', level, name, county: null, code: null, kind: 'OWN', rate, on });
    }
  }
  return { title: 'Washington Department of Revenue, local sales tax rates', rates, unreadable };
}
