import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dayOf } from '../../domain/base/calendar.ts';
import { formatCount } from '../../domain/base/words.ts';
import type { IndexedState, RateBookIndex } from '../../ports/rate-book-index.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { IssueList, issuesOfFile } from './cells/issue-list.ts';
import { type FileKind, findKind } from './file-kind.ts';
import { BrokenFile } from './files/broken-file.ts';
import { type InputFile, openInput } from './files/input-file.ts';
import { readRateFileRows } from './files/rate-file-rows.ts';
import { compareRates, itemCapDifference, type RateDifference } from './published/compare.ts';
import type { PublishedFile, PublishedRate, UnreadLine } from './published/published-rate.ts';
import { readAll } from './published/read-published.ts';
import { readSstRates } from './sst/rates.ts';

/** A file that was compared with the rate book, and its differences. */
type CheckedFile = {
  readonly name: string;
  readonly title: string;
  readonly rateCount: number;
  readonly unreadable: readonly UnreadLine[];
  readonly differences: readonly RateDifference[];
  /** The price limit for local taxes on a single item, if it differs. */
  readonly itemCap: string | null;
};
type SkippedFile = { readonly name: string; readonly reason: string };

type Check = { readonly reference: ReferenceData; readonly book: RateBookIndex; readonly now: Date };

/** Compares the rate book with every published file in a directory. */
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
  const { state, ...published } = await readRates(file, check);
  const { title, rates, unreadable } = published;
  const differences = compareRates(check.reference, rates);
  const itemCap = itemCapDifference(published, state);
  return { name: file.name, title, rateCount: rates.length, unreadable, differences, itemCap };
}

type ReadFile = PublishedFile & { readonly state: IndexedState | null };

async function readRates(file: InputFile, { book, now }: Check): Promise<ReadFile> {
  const kind = await findKind(file, book);
  switch (kind.kind) {
    case 'PUBLISHED_RATES': {
      const rows = await readAll(readRateFileRows(await file.open(), kind.form));
      const state = book.states.get(kind.published.state ?? '') ?? null;
      return { ...kind.published.read(rows, kind.publishedOn ?? dayOf(now)), state };
    }
    case 'SST_RATES':
      return readSst(file, kind, dayOf(now));
    case 'SST_BOUNDARIES':
      throw new BrokenFile('The file was not compared. "rates import --dry-run" checks boundaries.');
    case 'CORRECTIONS_CSV':
      throw new BrokenFile('The file was not compared because it contains your own rates.');
  }
}

/**
 * The rates in a Streamlined Sales Tax file that are in force on the file's publication day, or today if that day is
 * unknown.
 */
async function readSst(
  file: InputFile,
  { state, publishedOn, form, label }: Extract<FileKind, { readonly kind: 'SST_RATES' | 'SST_BOUNDARIES' }>,
  today: string,
): Promise<ReadFile> {
  const on = publishedOn ?? today;
  const list = new IssueList();
  const rows = readRateFileRows(await file.open(), form);
  const { jurisdictions } = await readSstRates(rows, { state, issues: issuesOfFile(list, file.name), asOf: on });
  if (list.count > 0)
    throw new BrokenFile(`The file has ${formatCount(list.count, 'issue')}. "rates import --dry-run" lists them.`);
  const rates = jurisdictions.flatMap(({ level, code, windows }): PublishedRate[] => {
    const window = windows.find(
      ({ validFrom, validThrough }) => (validFrom ?? '') <= on && (validThrough === null || on <= validThrough),
    );
    const base = { line: 0, country: 'US', state: state.code, level, name: code, county: null, code } as const;
    const none = { includes: [], from: null, through: null };
    return window ? [{ ...base, ...none, kind: 'OWN', rate: decimal(window.rate), on }] : [];
  });
  return { title: `Streamlined Sales Tax rate file ${label}`, rates, unreadable: [], leftOut: new Map(), state };
}
