import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import type { CsvFormat, CsvRow } from '../../src/files/csv/csv.ts';
import type { IndexedState, RateBookIndex } from '../../src/ports/rate-book-index.ts';
import { loadBooks } from '../../src/rates/book/bundled.ts';
import { makeRateBookIndex } from '../../src/rates/book/rate-book-index.ts';
import type { IssueList, RateFileIssue } from '../../src/rates/importing/cells/issue-list.ts';
import { readRateFileRows } from '../../src/rates/importing/files/rate-file-rows.ts';

let known: RateBookIndex | null = null;

/** The bundled rate book in the form that imports use. */
export function rateBookIndex(): RateBookIndex {
  known ??= makeRateBookIndex(loadBooks());
  return known;
}

export function knownState(code: string): IndexedState {
  const state = rateBookIndex().states.get(code);
  if (!state) throw new Error(`The rate book has no ${code}.`);
  return state;
}

export const sstForm: CsvFormat = { delimiter: ',', hasLooseQuotes: true };
export const ownForm: CsvFormat = { delimiter: ',', hasLooseQuotes: false };

export function csvRows(content: string | Uint8Array, form: CsvFormat): AsyncGenerator<CsvRow> {
  return readRateFileRows(Readable.from([Buffer.from(content)]), form);
}

/** Issues as `line 3, column: message`. */
export function issueTexts(issues: IssueList): string[] {
  return issues.first.map(issueText);
}

export function issueText({ line, column, message }: RateFileIssue): string {
  return [line === null ? 'file' : `line ${line}`, ...(column === null ? [] : [column])]
    .join(', ')
    .concat(`: ${message}`);
}

/** A row of a boundary file, given cells by their column number in the format; others are empty. */
export function boundaryLine(cells: Readonly<Record<number, string>>, columns = 89): string {
  return Array.from({ length: columns }, (_, index) => cells[index + 1] ?? '').join(',');
}

export function writeFile(directory: string, name: string, content: string | Uint8Array): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

/** `isStreamed`: sizes and checksum follow the content, in a data descriptor. */
export type ZipForm = { readonly isStreamed?: boolean; readonly isZip64?: boolean };

export async function writeZip(
  directory: string,
  name: string,
  entries: Readonly<Record<string, string>>,
  { isStreamed = false, isZip64 = false }: ZipForm = {},
): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const [entry, content] of Object.entries(entries)) {
    const options = { forceZip64Format: isZip64 };
    if (isStreamed) zip.addReadStream(Readable.from([Buffer.from(content)]), entry, options);
    else zip.addBuffer(Buffer.from(content), entry, options);
  }
  const chunks: Buffer[] = [];
  zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk));
  zip.end({ forceZip64Format: isZip64, comment: '' });
  await finished(zip.outputStream);
  return writeFile(directory, name, Buffer.concat(chunks));
}

/** Damages a written file. */
export function changeFile(path: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
}
