import { text } from 'node:stream/consumers';
import { formatCount, formatList, formatNumber } from '../../domain/base/words.ts';
import type {
  BoundariesLayer,
  CorrectionsLayer,
  RateLayer,
  StateRatesLayer,
} from '../../domain/rate-book/rate-layer.ts';
import type { CsvFormat, CsvRow } from '../../files/csv/csv.ts';
import type { IndexedJurisdiction } from '../../ports/rate-book-index.ts';
import type { RateBookDraft } from '../../ports/stores/rate-book-store.ts';
import { correctionKey, readCorrections, readJsonCorrections } from './corrections/read-corrections.ts';
import type { FileKind } from './file-kind.ts';
import { BrokenFile } from './files/broken-file.ts';
import { readRateFileRows } from './files/rate-file-rows.ts';
import type { FileToImport } from './files-to-import.ts';
import type { ImportRequest, ImportTools } from './import-tools.ts';
import { noteOnOldBoundaries, notesOnAge, notesOnEnds, notesOnMissing, notesOnZips } from './notes.ts';
import { readPublishedCorrections } from './published/import-published.ts';
import { countChanges, type RateChanges } from './rate-changes.ts';
import { readSstBoundaries } from './sst/boundaries.ts';
import { checkCodes, ratedCodes } from './sst/boundary-codes.ts';
import { readSstRates } from './sst/rates.ts';

/** The result of importing one file. */
export type LayerReport = {
  readonly file: string;
  /** For example: `Rates of Minnesota (MNR2026Q2FEB18)`. */
  readonly title: string;
  readonly asOf: string;
  /** For example: `147 rows, 121 jurisdictions (2 new, 13 changed), 146 rates`. */
  readonly counts: string;
  readonly notes: readonly string[];
};

export type ImportedLayer = {
  readonly layer: RateLayer;
  readonly report: LayerReport;
  /** The line of each corrections row, followed by the line of each fact. */
  readonly lines: readonly number[];
  /** For files with place names: the omitted data, and the keys of the jurisdictions that have rates in the files. */
  readonly published?: Pick<PublishedCorrections, 'unreadable' | 'unused' | 'covered'>;
};

type PublishedCorrections = Awaited<ReturnType<typeof readPublishedCorrections>>;

type SstFile = Extract<FileKind, { readonly kind: 'SST_RATES' | 'SST_BOUNDARIES' }>;
type PublishedFile = Extract<FileKind, { readonly kind: 'PUBLISHED_RATES' }>;

export async function importSstRates(
  one: FileToImport,
  { state, label, form, listedOn }: SstFile,
  tools: ImportTools,
): Promise<ImportedLayer> {
  const { layerId, source, asOf, issues } = one;
  const { rows, jurisdictions, notes } = await readSstRates(rowsOf(one, form, tools), { state, issues, asOf });
  const lists = { [state.code]: listedOn ?? asOf };
  const layer: StateRatesLayer = {
    kind: 'STATE_RATES',
    layerId,
    source,
    asOf,
    lists,
    state: state.code,
    jurisdictions,
  };
  const before = new Map(state.jurisdictions.map((known) => [`${known.level} ${known.code}`, known.windows]));
  const compared = jurisdictions.map(({ level, code, windows }) => ({
    before: before.get(`${level} ${code}`) ?? null,
    after: windows,
  }));
  const windows = jurisdictions.reduce((sum, jurisdiction) => sum + jurisdiction.windows.length, 0);
  const changes = formatChanges(jurisdictions.length, countChanges(compared, asOf));
  const counts = `${formatCount(rows, 'row')}, ${changes}, ${formatCount(windows, 'rate')}`;
  const title = `Rates of ${state.name} (${label})`;
  const missing = notesOnMissing(state, { jurisdictions, day: asOf });
  const age = notesOnAge(state, { jurisdictions, asOf });
  const allNotes = [...notesOnDay(one), ...age, ...notes, ...missing];
  const report = { file: one.file.name, title, asOf, counts, notes: allNotes };
  return { layer, report, lines: [] };
}

export async function importCorrections(
  one: FileToImport,
  {
    form,
    areHighRatesMeant,
    areRulings,
    source: given,
    completeStates = [],
  }: Pick<ImportRequest, 'areHighRatesMeant' | 'areRulings' | 'completeStates' | 'source'> & {
    readonly form: CsvFormat | null;
  },
  tools: ImportTools,
): Promise<ImportedLayer> {
  const { layerId, source, asOf, issues } = one;
  const reading = {
    book: tools.book,
    issues,
    source: areRulings ? (given ?? '') : source,
    areHighRatesMeant,
    areRulings,
  };
  const { rows, facts, lines } = form
    ? await readCorrections(rowsOf(one, form, tools), reading)
    : readJsonCorrections(await jsonText(one), reading);
  const unknown = completeStates.filter((code) => !tools.book.states.has(code));
  if (unknown.length > 0) issues.add(`--complete: unknown state ${unknown.join(', ')}. Write two letters, such as AL.`);
  const lists = Object.fromEntries(completeStates.map((code) => [code, asOf]));
  const head = { layerId, source, asOf, ...(completeStates.length > 0 && { lists }) };
  const layer: CorrectionsLayer = { kind: 'CORRECTIONS', ...head, rows, ...(facts.length > 0 && { facts }) };
  const keys = [...new Set(rows.map(correctionKey))];
  const added = keys.filter((key) => tools.book.jurisdiction(key) === null).length;
  const changes = formatChanges(keys.length, { added, changed: keys.length - added });
  const counts = `${formatCount(rows.length, 'row')}, ${changes}, ${formatCount(rows.length, 'rate')}${facts.length > 0 ? `, ${formatCount(facts.length, 'other fact')}` : ''}`;
  const notes = [...notesOnEnds(rows, { lines, book: tools.book }), ...notesOnZips(rows, lines)];
  const report = { file: one.file.name, title: `Corrections (${one.file.csvName})`, asOf, counts, notes };
  return { layer, report, lines };
}

/** A JSON file is read into memory, where it takes up several times its size. */
const mostJson = 16 * 1024 ** 2;

async function jsonText({ file }: FileToImport): Promise<string> {
  if (file.size <= mostJson) return text(await file.open());
  throw new BrokenFile(
    `The file has ${file.size} bytes, but JSON corrections can have at most ${mostJson}. Use CSV, or split the file.`,
  );
}

export async function importPublished(
  one: FileToImport,
  {
    published: of,
    label,
    form,
    isPartial,
    completeStates = [],
  }: PublishedFile & Pick<ImportRequest, 'isPartial' | 'completeStates'>,
  tools: ImportTools,
): Promise<ImportedLayer> {
  const { asOf, file, issues } = one;
  const rows = rowsOf(one, form, tools);
  const { layer, lines, title, counts, notes, ...published } = await readPublishedCorrections(
    one,
    { form: of, rows },
    tools,
  );
  if (!isPartial) {
    for (const { line, reason } of published.unreadable) issues.at(line, null, reason);
    if (published.covered.length === 0 && published.unused.length === 0) issues.add('The file has no rates.');
  }
  // A list that has no date, has unreadable lines or covers only part of a state does not prove that nothing else has
  // changed.
  const isComplete = completeStates.includes(of.state ?? '');
  const missing = isComplete ? null : published.missing;
  const isReadable = one.isAsOfKnown && published.unreadable.length === 0 && published.covered.length > 0;
  const isWhole = isReadable && missing === null;
  const allNotes = [...notesOnDay(one), ...notes, ...(isReadable ? notesOnPart(of.state, missing) : [])];
  const report = { file: file.name, title: `${title} (${label})`, asOf, counts, notes: allNotes };
  const past = (day: string) => (day < asOf ? day : asOf);
  const countries = Object.entries(published.countries).map(([code, day]) => [code, past(day)] as const);
  const ofCountries = countries.length > 0 ? { countries: Object.fromEntries(countries) } : {};
  const ofState = published.isOfOneDay && !isComplete && { areListsOfOneDay: true };
  const days = of.state !== null ? { lists: { [of.state]: past(published.listedOn) }, ...ofState } : ofCountries;
  const listed = isWhole ? { ...layer, ...days } : layer;
  return { layer: listed, lines, report, published };
}

function notesOnPart(state: string | null, missing: readonly string[] | null): string[] {
  if (missing === null) return [];
  const count = missing.length === 0 ? 'all local rates' : `${formatNumber(missing.length)} (${formatList(missing)})`;
  return [
    `rates of ${state} missing from the list: ${count}; if the list is complete for the state, add --complete ${state}`,
  ];
}

type BoundaryTools = ImportTools & {
  /** The jurisdictions that the boundaries refer to. */
  readonly jurisdictions: readonly Pick<IndexedJurisdiction, 'level' | 'code'>[];
  readonly draft: RateBookDraft | null;
};

export async function importSstBoundaries(
  one: FileToImport,
  { state, label, form }: SstFile,
  tools: BoundaryTools,
): Promise<ImportedLayer> {
  const { layerId, source, asOf, issues } = one;
  const { book, draft, jurisdictions } = tools;
  const { rows, rowCount, stacks, notes } = await readSstBoundaries(rowsOf(one, form, tools), {
    book,
    state,
    issues,
    write: async (batch) => draft?.addBoundaries(layerId, batch),
  });
  const codeNotes = checkCodes(stacks, ratedCodes(jurisdictions), { state: state.name, issues });
  const layer: BoundariesLayer = { kind: 'BOUNDARIES', layerId, source, asOf, state: state.code, rowCount, stacks };
  const counts = `${formatCount(rows, 'row')}, ${rowCount === rows ? '' : `${formatCount(rowCount, 'row')} kept, `}${formatCount(stacks.length, 'set')} of jurisdictions`;
  const title = `Boundaries of ${state.name} (${label})`;
  const allNotes = [...notesOnDay(one), ...noteOnOldBoundaries(state, asOf), ...notes, ...codeNotes];
  const report = { file: one.file.name, title, asOf, counts, notes: allNotes };
  return { layer, report, lines: [] };
}

function notesOnDay({ isAsOfKnown }: FileToImport): string[] {
  return isAsOfKnown
    ? []
    : ['the file name contains no publication date, so today was used (set another date with --as-of)'];
}

async function* rowsOf({ file }: FileToImport, form: CsvFormat, { onProgress }: ImportTools): AsyncGenerator<CsvRow> {
  const showProgress = (bytes: number) => onProgress(file.name, { bytes, size: file.size });
  yield* readRateFileRows(await file.open(), form, showProgress);
}

function formatChanges(count: number, { added, changed }: RateChanges): string {
  return `${formatCount(count, 'jurisdiction')} (${added} new, ${changed} changed)`;
}
