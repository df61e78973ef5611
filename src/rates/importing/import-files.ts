import type { RateBookVersion } from '../../domain/rate-book/rate-book-version.ts';
import type { RateLayer, StateRatesLayer } from '../../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../../ports/rate-book-index.ts';
import type { RateBookDraft } from '../../ports/stores/rate-book-store.ts';
import { type FileIssues, ImportRefused, IssueList, type RateFileIssue } from './cells/issue-list.ts';
import { type FileToImport, openFiles, reportingBrokenFile } from './files-to-import.ts';
import {
  type ImportedLayer,
  importCorrections,
  importPublished,
  importSstBoundaries,
  importSstRates,
  type LayerReport,
} from './import-layers.ts';
import type { ImportRequest, ImportTools, LayerIssue } from './import-tools.ts';
import type { CoveredRates } from './uncovered-rates.ts';

export type RateImportReport = {
  readonly files: readonly LayerReport[];
  /** Null after a dry run, or if a partial import changes nothing. */
  readonly version: RateBookVersion | null;
  readonly layers: readonly RateLayer[];
  /**
   * The omitted files, lines and rates, and the rates that the files cover. `refused` and `unreadable` are empty unless
   * the import is partial.
   */
  readonly refused: readonly RateFileIssue[];
  readonly unreadable: readonly RateFileIssue[];
  readonly unused: readonly RateFileIssue[];
  readonly covered: CoveredRates;
};

/**
 * Creates one version of the rate book from all files. If any file has an issue, nothing is saved; a partial import
 * omits unknown files and individual rows.
 */
export async function importFiles(request: ImportRequest, tools: ImportTools): Promise<RateImportReport> {
  const issues = new IssueList();
  const refused = request.isPartial ? new IssueList(Number.POSITIVE_INFINITY) : issues;
  const files = await openFiles(request, tools.book, { issues, refused });
  // Corrections do not replace layers, so a base that does not load remains broken.
  if (files.every(({ kind }) => !replacesLayer(kind.kind))) addBrokenBase(issues, tools);
  if (issues.count > 0) throw new ImportRefused(issues);
  const draft = request.isDryRun ? null : await tools.rateBooks.beginImport();
  try {
    const imported = await importAll(files, { request, tools, draft, issues });
    const layers = imported
      .map(({ layer }) => layer)
      .filter((layer) => !request.isPartial || !isEmpty(layer, tools.book));
    if (issues.count === 0) addLayerIssues(imported, tools.issuesOver(layers), { tools, issues });
    if (issues.count > 0) throw new ImportRefused(issues);
    const note = imported.map(({ report }) => report.title).join('; ');
    const isKept = draft !== null && (layers.length > 0 || !request.isPartial);
    const { now: at, onto, newest } = request;
    const version = isKept ? await draft.commit({ layers, note, at, onto, newest }) : null;
    if (!isKept) await draft?.discard();
    return {
      files: imported.map(({ report }) => report),
      version,
      layers,
      refused: refused.first,
      unreadable: findingsOf(imported, 'unreadable'),
      unused: findingsOf(imported, 'unused'),
      covered: coveredBy(imported),
    };
  } catch (error) {
    await draft?.discard();
    throw error;
  }
}

/** Whether corrections change no rate and do not come from a list newer than the rate book. */
function isEmpty(layer: RateLayer, book: RateBookIndex): boolean {
  if (layer.kind !== 'CORRECTIONS' || layer.rows.length > 0 || layer.facts?.length) return false;
  const { lists = {}, countries = {} } = layer;
  return (
    Object.entries(lists).every(([code, day]) => day <= (book.states.get(code)?.listedOn ?? '')) &&
    Object.entries(countries).every(([code, day]) => day <= (book.countryDays.get(code) ?? ''))
  );
}

function findingsOf(imported: readonly Imported[], kind: 'unreadable' | 'unused'): RateFileIssue[] {
  return imported.flatMap(({ report, published }) =>
    (published?.[kind] ?? []).map(({ line, reason }) => ({ file: report.file, line, column: null, message: reason })),
  );
}

function coveredBy(imported: readonly Imported[]): CoveredRates {
  const states = imported.flatMap(({ layer }) => (layer.kind === 'STATE_RATES' ? [layer.state] : []));
  return { states: new Set(states), keys: new Set(imported.flatMap(({ published }) => published?.covered ?? [])) };
}

type Work = {
  readonly request: ImportRequest;
  readonly tools: ImportTools;
  readonly draft: RateBookDraft | null;
  readonly issues: IssueList;
};
type Imported = ImportedLayer & { readonly issues: FileIssues };

/** Rates first, then the boundaries that refer to them, then corrections, regardless of the order of the files. */
async function importAll(files: readonly FileToImport[], { request, tools, draft, issues }: Work): Promise<Imported[]> {
  const imported: Imported[] = [];
  for (const one of sortFiles(files)) {
    const before = issues.count;
    const made = await reportingBrokenFile(one.issues, () => {
      const { kind } = one;
      if (kind.kind === 'SST_RATES') return importSstRates(one, kind, tools);
      if (kind.kind === 'CORRECTIONS_CSV') return importCorrections(one, { ...kind, ...request }, tools);
      if (kind.kind === 'PUBLISHED_RATES') return importPublished(one, { ...kind, ...request }, tools);
      const jurisdictions = ratesOf(imported, kind.state.code) ?? kind.state.jurisdictions;
      return importSstBoundaries(one, kind, { ...tools, jurisdictions, draft: before > 0 ? null : draft });
    });
    if (made && issues.count === before) imported.push({ ...made, issues: one.issues });
  }
  return imported;
}

const order = ['SST_RATES', 'SST_BOUNDARIES', 'PUBLISHED_RATES', 'CORRECTIONS_CSV'] as const;

/** Streamlined Sales Tax files replace the data of a state; all other files correct it. */
function replacesLayer(kind: (typeof order)[number]): boolean {
  return kind === 'SST_RATES' || kind === 'SST_BOUNDARIES';
}

function sortFiles(files: readonly FileToImport[]): readonly FileToImport[] {
  return order.flatMap((kind) => files.filter((one) => one.kind.kind === kind));
}

function ratesOf(imported: readonly Imported[], state: string): StateRatesLayer['jurisdictions'] | null {
  for (const { layer } of imported)
    if (layer.kind === 'STATE_RATES' && layer.state === state) return layer.jurisdictions;
  return null;
}

/** A version that cannot be loaded must not be created. */
function addLayerIssues(
  imported: readonly Imported[],
  found: readonly LayerIssue[],
  { tools, issues: all }: Pick<Work, 'tools' | 'issues'>,
): void {
  const ownOf = ({ layerId }: LayerIssue) => imported.find(({ layer }) => layer.layerId === layerId);
  const isBaseBroken = tools.brokenBase !== null && found.some((issue) => !ownOf(issue));
  if (isBaseBroken) addBrokenBase(all, tools);
  for (const issue of found) {
    const own = ownOf(issue);
    if (!own && isBaseBroken) continue;
    const line = issue.row === null ? undefined : own?.lines[issue.row];
    // If an earlier layer no longer loads, the new files are the cause, so the issue is reported for the first file.
    const { issues } = own ?? imported[0]!;
    if (line === undefined) issues.add(issue.message);
    else issues.at(line, null, issue.message);
  }
}

/** Nothing can be added to a version that does not load, regardless of the files. */
function addBrokenBase(issues: IssueList, { brokenBase }: ImportTools): void {
  if (!brokenBase) return;
  const message = `The version no longer loads, so nothing can be added to it. Choose another version with "--onto"; 0 is the bundled data. ${brokenBase.message}`;
  issues.add({ file: brokenBase.version, line: null, column: null, message });
}
