import type { BoundariesLayer, CorrectionsLayer, RateLayer, StateRatesLayer } from '../domain/rate-book/rate-layer.ts';
import type { IndexedJurisdiction } from '../ports/rate-book-index.ts';
import type { RateBookDraft } from '../ports/stores/rate-book-store.ts';
import { say } from './cells/say.ts';
import type { FileKind } from './file-kind.ts';
import { type CsvForm, type CsvRow, readRows } from './files/csv-rows.ts';
import type { FileToImport } from './files-to-import.ts';
import type { ImportTools } from './import-tools.ts';
import { noteOnOldBoundaries, notesOnAge } from './notes/notes-on-age.ts';
import { notesOnEnds } from './notes/notes-on-ends.ts';
import { notesOnMissing } from './notes/notes-on-missing.ts';
import { notesOnZips } from './notes/notes-on-zips.ts';
import { checkCodes, ratedCodes } from './official/boundary-codes.ts';
import { readOfficialBoundaries } from './official/official-boundaries.ts';
import { readOfficialRates } from './official/official-rates.ts';
import { keyOf, readOwnRates } from './own/own-rates.ts';
import { countChanges, type RateChanges } from './rate-changes.ts';

/** What became of one file. */
export type LayerReport = {
  readonly file: string;
  /** `Rates of Minnesota (MNR2026Q2FEB18)`. */
  readonly title: string;
  readonly asOf: string;
  /** `147 rows, 121 jurisdictions (2 new, 13 changed), 146 rates`. */
  readonly counts: string;
  readonly notes: readonly string[];
};

export type ImportedLayer = {
  readonly layer: RateLayer;
  readonly report: LayerReport;
  /** Of corrections, the line of each row. */
  readonly lines: readonly number[];
};

type Official = Exclude<FileKind, { readonly kind: 'OWN' }>;

export async function importOfficialRates(
  one: FileToImport,
  { state, label, form }: Official,
  tools: ImportTools,
): Promise<ImportedLayer> {
  const { layerId, source, asOf, faults } = one;
  const { rows, jurisdictions, notes } = await readOfficialRates(rowsOf(one, form, tools), { state, faults, asOf });
  const layer: StateRatesLayer = { kind: 'STATE_RATES', layerId, source, asOf, state: state.code, jurisdictions };
  const before = new Map(state.jurisdictions.map((known) => [`${known.level} ${known.code}`, known.windows]));
  const compared = jurisdictions.map(({ level, code, windows }) => ({
    before: before.get(`${level} ${code}`) ?? null,
    after: windows,
  }));
  const windows = jurisdictions.reduce((sum, jurisdiction) => sum + jurisdiction.windows.length, 0);
  const changes = sayChanges(jurisdictions.length, countChanges(compared, asOf));
  const counts = `${say(rows, 'row')}, ${changes}, ${say(windows, 'rate')}`;
  const title = `Rates of ${state.name} (${label})`;
  const missing = notesOnMissing(state, { jurisdictions, day: asOf });
  const age = notesOnAge(state, { jurisdictions, asOf });
  const allNotes = [...notesOnDay(one), ...age, ...notes, ...missing];
  const report = { file: one.file.name, title, asOf, counts, notes: allNotes };
  return { layer, report, lines: [] };
}

export async function importOwnRates(
  one: FileToImport,
  { form }: { readonly form: CsvForm },
  tools: ImportTools,
): Promise<ImportedLayer> {
  const { layerId, source, asOf, faults } = one;
  const { rows, lines } = await readOwnRates(rowsOf(one, form, tools), { book: tools.book, faults, source });
  const layer: CorrectionsLayer = { kind: 'CORRECTIONS', layerId, source, asOf, rows };
  const keys = [...new Set(rows.map(keyOf))];
  const added = keys.filter((key) => tools.book.jurisdiction(key) === null).length;
  const changes = sayChanges(keys.length, { added, changed: keys.length - added });
  const counts = `${say(rows.length, 'row')}, ${changes}, ${say(rows.length, 'rate')}`;
  const notes = [...notesOnEnds(rows, { lines, book: tools.book }), ...notesOnZips(rows, lines)];
  const report = { file: one.file.name, title: `Rates of our own (${one.file.csvName})`, asOf, counts, notes };
  return { layer, report, lines };
}

type BoundaryTools = ImportTools & {
  /** Whose rates the boundaries lead to. */
  readonly jurisdictions: readonly Pick<IndexedJurisdiction, 'level' | 'code'>[];
  readonly draft: RateBookDraft | null;
};

export async function importBoundaries(
  one: FileToImport,
  { state, label, form }: Official,
  tools: BoundaryTools,
): Promise<ImportedLayer> {
  const { layerId, source, asOf, faults } = one;
  const { book, draft, jurisdictions } = tools;
  const { rows, rowCount, stacks, notes } = await readOfficialBoundaries(rowsOf(one, form, tools), {
    book,
    state,
    faults,
    write: async (batch) => draft?.addBoundaries(layerId, batch),
  });
  const codeNotes = checkCodes(stacks, ratedCodes(jurisdictions), { state: state.name, faults });
  const layer: BoundariesLayer = { kind: 'BOUNDARIES', layerId, source, asOf, state: state.code, rowCount, stacks };
  const counts = `${say(rows, 'row')}, ${rowCount === rows ? '' : `${say(rowCount, 'row')} kept, `}${say(stacks.length, 'set')} of jurisdictions`;
  const title = `Boundaries of ${state.name} (${label})`;
  const allNotes = [...notesOnDay(one), ...noteOnOldBoundaries(state, asOf), ...notes, ...codeNotes];
  const report = { file: one.file.name, title, asOf, counts, notes: allNotes };
  return { layer, report, lines: [] };
}

function notesOnDay({ isAsOfKnown }: FileToImport): string[] {
  return isAsOfKnown
    ? []
    : ['its name does not tell when it was published; today was taken (--as-of tells another day)'];
}

async function* rowsOf({ file }: FileToImport, form: CsvForm, { onProgress }: ImportTools): AsyncGenerator<CsvRow> {
  const told = (bytes: number) => onProgress(file.name, { bytes, size: file.size });
  yield* readRows(await file.open(), form, told);
}

function sayChanges(count: number, { added, changed }: RateChanges): string {
  return `${say(count, 'jurisdiction')} (${added} new, ${changed} changed)`;
}
