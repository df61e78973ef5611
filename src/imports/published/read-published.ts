import type { CsvFormat, CsvRow } from '../../files/csv.ts';
import { BrokenFile } from '../files/broken-file.ts';
import { isCaliforniaHeader, readCalifornia } from './california.ts';
import type { PublishedFile } from './published-rate.ts';
import { isTedbHeader, readTedb } from './tedb.ts';
import { isTexasHeader, readTexas } from './texas.ts';
import { isWashingtonHeader, readWashington } from './washington.ts';

/** Whose form a file of published rates has. */
export type PublishedForm = 'TX' | 'CA' | 'WA' | 'TEDB';

/** More than any file of rates has. */
const rowLimit = 200_000;

/** The form of a file by the cells of its first row; null if it is none of these. */
export function publishedFormOf(cells: readonly string[]): PublishedForm | null {
  if (isTexasHeader(cells)) return 'TX';
  if (isWashingtonHeader(cells)) return 'WA';
  if (isCaliforniaHeader(cells)) return 'CA';
  return isTedbHeader(cells) ? 'TEDB' : null;
}

/** Quotes may be missing or misplaced in all of them. */
export function csvFormat(delimiter: string): CsvFormat {
  return { delimiter, hasLooseQuotes: true };
}

/** Rates without a day of their own are of the given day. */
export async function readPublishedFile(
  form: PublishedForm,
  rows: AsyncIterable<CsvRow>,
  day: string,
): Promise<PublishedFile> {
  const all: CsvRow[] = [];
  for await (const row of rows) {
    if (all.push(row) > rowLimit) throw new BrokenFile(`The file has more than ${rowLimit} rows.`);
  }
  switch (form) {
    case 'TX':
      return readTexas(all);
    case 'WA':
      return readWashington(all, day);
    case 'CA':
      return readCalifornia(all, day);
    case 'TEDB':
      return readTedb(all, day);
  }
}
