import type { CsvFormat, CsvRow } from '../../../files/csv/csv.ts';
import { BrokenFile } from '../files/broken-file.ts';
import { isCaliforniaHeader, readCalifornia } from './california.ts';
import type { PublishedFile } from './published-rate.ts';
import { isTedbHeader, readTedb } from './tedb.ts';
import { isTexasHeader, readTexas } from './texas.ts';
import { isWashingtonHeader, readWashington } from './washington.ts';

/** The authority whose format a file of published rates has. */
export type PublishedForm = 'TX' | 'CA' | 'WA' | 'TEDB';

/** More than any file of rates contains. */
const rowLimit = 200_000;

/** The format of a file, detected from the cells of its first row; null if it is none of these. */
export function publishedFormOf(cells: readonly string[]): PublishedForm | null {
  if (isTexasHeader(cells)) return 'TX';
  if (isWashingtonHeader(cells)) return 'WA';
  if (isCaliforniaHeader(cells)) return 'CA';
  return isTedbHeader(cells) ? 'TEDB' : null;
}

/** In all of these formats, quotes may be missing or misplaced. */
export function csvFormat(delimiter: string): CsvFormat {
  return { delimiter, hasLooseQuotes: true };
}

/** Rates that state no day get the given one. */
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
