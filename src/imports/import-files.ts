import type { RateBookVersion } from '../domain/rate-book/rate-book-version.ts';
import type { StateRatesLayer } from '../domain/rate-book/rate-layer.ts';
import type { RateBookDraft } from '../ports/stores/rate-book-store.ts';
import { FaultList, type FileFaults, ImportRefused } from './cells/fault-list.ts';
import { type FileToImport, openFiles, whole } from './files-to-import.ts';
import type { ImportRequest, ImportTools, LayerFault } from './import-tools.ts';
import {
  type ImportedLayer,
  importBoundaries,
  importOfficialRates,
  importOwnRates,
  type LayerReport,
} from './layers.ts';

export type ImportReport = {
  readonly files: readonly LayerReport[];
  /** Null after a dry run. */
  readonly version: RateBookVersion | null;
};

/** Makes one version of the rate book of all files; when one of them has a fault, nothing is kept of any. */
export async function importFiles(request: ImportRequest, tools: ImportTools): Promise<ImportReport> {
  const faults = new FaultList();
  const files = await openFiles(request, tools.book, faults);
  // Corrections take the place of no layer.
  if (files.every(({ kind }) => kind.kind === 'OWN')) addBrokenBase(faults, tools);
  if (faults.count > 0) throw new ImportRefused(faults);
  const draft = request.isDryRun ? null : await tools.rateBooks.beginImport();
  try {
    const imported = await importAll(files, { tools, draft, faults });
    const layers = imported.map(({ layer }) => layer);
    if (faults.count === 0) addLayerFaults(imported, tools.faultsOver(layers), { tools, faults });
    if (faults.count > 0) throw new ImportRefused(faults);
    const note = imported.map(({ report }) => report.title).join('; ');
    const version = draft ? await draft.commit({ layers, note, at: request.now, onto: request.onto }) : null;
    return { files: imported.map(({ report }) => report), version };
  } catch (error) {
    await draft?.discard();
    throw error;
  }
}

type Work = { readonly tools: ImportTools; readonly draft: RateBookDraft | null; readonly faults: FaultList };
type Imported = ImportedLayer & { readonly faults: FileFaults };

/** Rates before the boundaries that name them, and our own over both, whatever the order in which they were given. */
async function importAll(files: readonly FileToImport[], { tools, draft, faults }: Work): Promise<Imported[]> {
  const imported: Imported[] = [];
  for (const one of sortFiles(files)) {
    const before = faults.count;
    const made = await whole(one.faults, () => {
      const { kind } = one;
      if (kind.kind === 'SST_RATES') return importOfficialRates(one, kind, tools);
      if (kind.kind === 'OWN') return importOwnRates(one, kind, tools);
      const jurisdictions = ratesOf(imported, kind.state.code) ?? kind.state.jurisdictions;
      return importBoundaries(one, kind, { ...tools, jurisdictions, draft: before > 0 ? null : draft });
    });
    if (made && faults.count === before) imported.push({ ...made, faults: one.faults });
  }
  return imported;
}

const order = ['SST_RATES', 'SST_BOUNDARIES', 'OWN'] as const;

function sortFiles(files: readonly FileToImport[]): readonly FileToImport[] {
  return order.flatMap((kind) => files.filter((one) => one.kind.kind === kind));
}

function ratesOf(imported: readonly Imported[], state: string): StateRatesLayer['jurisdictions'] | null {
  for (const { layer } of imported)
    if (layer.kind === 'STATE_RATES' && layer.state === state) return layer.jurisdictions;
  return null;
}

/** A version that could not be loaded must not be made. */
function addLayerFaults(
  imported: readonly Imported[],
  found: readonly LayerFault[],
  { tools, faults: all }: Pick<Work, 'tools' | 'faults'>,
): void {
  const ownOf = ({ layerId }: LayerFault) => imported.find(({ layer }) => layer.layerId === layerId);
  const isBaseBroken = tools.brokenBase !== null && found.some((fault) => !ownOf(fault));
  if (isBaseBroken) addBrokenBase(all, tools);
  for (const fault of found) {
    const own = ownOf(fault);
    if (!own && isBaseBroken) continue;
    const line = fault.row === null ? undefined : own?.lines[fault.row];
    // A layer of before cannot forbid what did not forbid itself; the first file bears the message then.
    const { faults } = own ?? imported[0]!;
    if (line === undefined) faults.add(fault.message);
    else faults.at(line, null, fault.message);
  }
}

/** Nothing can be added to a version that does not load, whatever is in the files. */
function addBrokenBase(faults: FaultList, { brokenBase }: ImportTools): void {
  if (!brokenBase) return;
  const message = `It does not load any more, so nothing can be added to it; "--onto" names another one, 0 being the bundled data. ${brokenBase.message}`;
  faults.add({ file: brokenBase.version, line: null, column: null, message });
}
