import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dayOf } from '../../domain/base/calendar.ts';
import type { CsvFormat, CsvRow } from '../../files/csv/csv.ts';
import type { RateBookIndex } from '../../ports/rate-book-index.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { IssueList, issuesOfFile } from './cells/issue-list.ts';
import { findKind } from './file-kind.ts';
import { BrokenFile } from './files/broken-file.ts';
import { type InputFile, openInput } from './files/input-file.ts';
import { readRateFileRows } from './files/rate-file-rows.ts';
import { compareRates, type RateDifference } from './published/compare.ts';
import type { PublishedFile, PublishedRate } from './published/published-rate.ts';
import { csvFormat, publishedFormOf, readPublishedFile } from './published/read-published.ts';
import { readSstRates } from './sst/rates.ts';

/** The result for a file of the directory: its differences, or why it was not compared. */
type CheckedFile = {
  readonly name: string;
  readonly title: string;
  readonly rateCount: number;
  readonly unreadable: readonly number[];
  readonly differences: readonly RateDifference[];
};
type SkippedFile = { readonly name: string; readonly reason: string };

type Check = { readonly reference: ReferenceData; readonly book: RateBookIndex; readonly now: Date };

/** Compares the rate book with every published file of a directory. */
export async function checkPublishedFiles(
  folder: string,
  check: Check,
): Promise<readonly (CheckedFile | SkippedFile)[]> {
  const results: (CheckedFile | SkippedFile)[] = [];
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    try {
      results.push(await checkFile(await openInput(join(folder, name)), check));
    } catch (error) {
      if (!(error instanceof BrokenFile)) throw error;
      results.push({ name, reason: error.message });
    }
  }
  return results;
}

async function checkFile(file: InputFile, check: Check): Promise<CheckedFile> {
  const { title, rates, unreadable } = (await readPublished(file, dayOf(check.now))) ?? (await readSst(file, check));
  const differences = compareRates(check.reference, rates);
  return { name: file.name, title, rateCount: rates.length, unreadable, differences };
}

async function readPublished(file: InputFile, today: string): Promise<PublishedFile | null> {
  for (const delimiter of ['\t', ',', ';']) {
    const first = await firstRow(file, csvFormat(delimiter));
    if (first === null) throw new BrokenFile('The file is empty.');
    const form = publishedFormOf(first.cells);
    if (form) return readPublishedFile(form, readRateFileRows(await file.open(), csvFormat(delimiter)), today);
  }
  return null;
}

/** The rates of a Streamlined Sales Tax file that are in force on the day it was published for. */
async function readSst(file: InputFile, { book, now }: Check): Promise<PublishedFile> {
  const kind = await findKind(file, book);
  if (kind.kind !== 'SST_RATES') {
    const reason =
      kind.kind === 'SST_BOUNDARIES'
        ? 'boundaries are checked by "rates import --dry-run"'
        : 'it holds rates of your own';
    throw new BrokenFile(`The file was not compared: ${reason}.`);
  }
  const { state, publishedOn, form, label } = kind;
  const on = publishedOn ?? dayOf(now);
  const list = new IssueList();
  const rows = readRateFileRows(await file.open(), form);
  const { jurisdictions } = await readSstRates(rows, { state, issues: issuesOfFile(list, file.name), asOf: on });
  if (list.count > 0) throw new BrokenFile(`The file has ${list.count} issues; "rates import --dry-run" lists them.`);
  const rates = jurisdictions.flatMap(({ level, code, windows }): PublishedRate[] => {
    const window = windows.find(
      ({ validFrom, validThrough }) => (validFrom ?? '') <= on && (validThrough === null || on <= validThrough),
    );
    const base = { line: 0, country: 'US', state: state.code, level, name: code, county: null, code } as const;
    return window ? [{ ...base, kind: 'OWN', rate: decimal(window.rate), on }] : [];
  });
  return { title: `Streamlined Sales Tax rate file ${label}`, rates, unreadable: [] };
}

async function firstRow(file: InputFile, form: CsvFormat): Promise<CsvRow | null> {
  for await (const row of readRateFileRows(await file.open(), form)) return row;
  return null;
}
