import { randomUUID } from 'node:crypto';
import type { RateBookIndex } from '../ports/rate-book-index.ts';
import { type FaultList, type FileFaults, faultsOfFile } from './cells/fault-list.ts';
import { type FileKind, findKind } from './file-kind.ts';
import { BrokenFile } from './files/broken-file.ts';
import { type InputFile, openInput } from './files/input-file.ts';
import type { ImportRequest } from './import-tools.ts';

export type FileToImport = {
  readonly file: InputFile;
  readonly kind: FileKind;
  readonly faults: FileFaults;
  readonly layerId: string;
  readonly asOf: string;
  /** Whether that day is known, or is only the day of the import. */
  readonly isAsOfKnown: boolean;
  readonly source: string;
};

/** Finds out what each file is; one that cannot be told is a fault. */
export async function openFiles(
  request: ImportRequest,
  book: RateBookIndex,
  faults: FaultList,
): Promise<FileToImport[]> {
  const files: FileToImport[] = [];
  const taken = new Map<string, string>();
  for (const path of request.paths) {
    const name = path.split(/[/\\]/).at(-1) ?? path;
    const ofFile = faultsOfFile(faults, name);
    await whole(ofFile, async () => {
      const file = await openInput(path);
      const kind = await findKind(file, book);
      const content = kind.kind === 'OWN' ? path : `${kind.kind} ${kind.state.code}`;
      const other = taken.get(content);
      if (other !== undefined) ofFile.add(`It is of the same kind and state as ${other}; import one of them.`);
      taken.set(content, name);
      files.push({ file, kind, faults: ofFile, ...nameLayer(file, kind, request) });
    });
  }
  return files;
}

function nameLayer(file: InputFile, kind: FileKind, request: ImportRequest) {
  const label = kind.kind === 'OWN' ? file.csvName : kind.label;
  const told = kind.kind === 'OWN' ? null : kind.publishedOn;
  const what = {
    SST_RATES: 'Streamlined Sales Tax rate file',
    SST_BOUNDARIES: 'Streamlined Sales Tax boundary file',
    OWN: 'Rate file',
  };
  return {
    layerId: `${label.slice(0, 60)}-${randomUUID()}`,
    asOf: request.asOf ?? told ?? request.now.toISOString().slice(0, 10),
    isAsOfKnown: (request.asOf ?? told) !== null,
    source: request.source ?? `${what[kind.kind]} ${label}`,
  };
}

/** Turns a file that breaks off into a fault of it. */
export async function whole<Result>(faults: FileFaults, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    if (error.line === null) faults.add(error.message);
    else faults.at(error.line, null, error.message);
    return null;
  }
}
