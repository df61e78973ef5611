import type { RateBookDraft, RateBookVersion } from '../stores/rate-book-store.ts';
import { FaultList, type FileFaults, ImportRefused } from './fault-list.ts';
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
  if (faults.count > 0) throw new ImportRefused(faults);
  const draft = request.isDryRun ? null : await tools.rateBooks.beginImport();
  try {
    const imported = await importAll(files, { tools, draft, faults });
    const layers = imported.map(({ layer }) => layer);
    if (faults.count === 0) addLayerFaults(imported, tools.faultsOver(layers));
    if (faults.count > 0) throw new ImportRefused(faults);
    const note = imported.map(({ report }) => report.title).join('; ');
    const version = draft ? await draft.commit({ layers, note, at: request.now }) : null;
    return { files: imported.map(({ report }) => report), version };
  } catch (error) {
    await draft?.discard();
    throw error;
  }
}

type Work = { readonly tools: ImportTools; readonly draft: RateBookDraft | null; readonly faults: FaultList };
type Imported = ImportedLayer & { readonly faults: FileFaults };

/** Rates before the boundaries that name them, whatever the order in which they were given. */
async function importAll(files: readonly FileToImport[], { tools, draft, faults }: Work): Promise<Imported[]> {
  const imported: Imported[] = [];
  const keep = async (one: FileToImport, work: () => Promise<ImportedLayer>) => {
    const before = faults.count;
    const made = await whole(one.faults, work);
    if (made && faults.count === before) imported.push({ ...made, faults: one.faults });
  };
  for (const one of files) {
    const { kind } = one;
    if (kind.kind === 'OWN') await keep(one, () => importOwnRates(one, kind, tools));
    if (kind.kind === 'SST_RATES') await keep(one, () => importOfficialRates(one, kind, tools));
  }
  for (const one of files) {
    const { kind } = one;
    if (kind.kind !== 'SST_BOUNDARIES') continue;
    const rates = imported.find(({ layer }) => layer.kind === 'STATE_RATES' && layer.state === kind.state.code);
    const jurisdictions = rates?.layer.kind === 'STATE_RATES' ? rates.layer.jurisdictions : kind.state.jurisdictions;
    await keep(one, () =>
      importBoundaries(one, kind, { ...tools, jurisdictions, draft: faults.count > 0 ? null : draft }),
    );
  }
  return imported;
}

/** A version that could not be loaded must not be made. */
function addLayerFaults(imported: readonly Imported[], found: readonly LayerFault[]): void {
  for (const { layerId, row, message } of found) {
    const own = imported.find(({ layer }) => layer.layerId === layerId);
    const line = row === null ? undefined : own?.lines[row];
    // A layer of before cannot forbid what did not forbid itself; the first file bears the message then.
    const { faults } = own ?? imported[0]!;
    if (line === undefined) faults.add(message);
    else faults.at(line, null, message);
  }
}
