import type { CsvFormat, CsvRow } from '../../../files/csv/csv.ts';
import { BrokenFile } from '../files/broken-file.ts';
import type { InputFile } from '../files/input-file.ts';
import { readRateFileRows } from '../files/rate-file-rows.ts';
import { publishedForms } from './forms.ts';
import type { PublishedForm } from './published-rate.ts';
import { titleRows } from './table.ts';

/** More rows than any rate file contains. */
const rowLimit = 200_000;

type DetectedForm = {
  readonly published: PublishedForm;
  readonly form: CsvFormat;
  /** Null if neither the first rows nor the name of the file contain a date. */
  readonly publishedOn: string | null;
};

/**
 * The format of a file, detected from its first rows and its name; the reason why a similar format does not match; or
 * null if no format is similar.
 */
export async function detectPublished(file: InputFile, delimiter: string): Promise<DetectedForm | string | null> {
  // In all of these formats, quotes may be missing or misplaced.
  const form: CsvFormat = { delimiter, hasLooseQuotes: true };
  const rows = await firstRows(file, form);
  const published = publishedForms.find((one) => one.matches(rows, file.csvName));
  if (published) return { published, form, publishedOn: published.publishedOn(rows, file.csvName) };
  for (const one of publishedForms) {
    const mismatch = one.mismatch?.(rows, file.csvName) ?? null;
    if (mismatch !== null) return mismatch;
  }
  return null;
}

export async function readAll(rows: AsyncIterable<CsvRow>): Promise<readonly CsvRow[]> {
  const all: CsvRow[] = [];
  for await (const row of rows) {
    if (all.push(row) > rowLimit) throw new BrokenFile(`The file has more than ${rowLimit} rows.`);
  }
  return all;
}

async function firstRows(file: InputFile, form: CsvFormat): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = [];
  try {
    for await (const row of readRateFileRows(await file.open(), form)) {
      if (rows.push(row) === titleRows) break;
    }
  } catch (error) {
    // This error is reported when the file is read.
    if (!(error instanceof BrokenFile)) throw error;
  }
  return rows;
}
