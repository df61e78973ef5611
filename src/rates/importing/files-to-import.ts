import { randomUUID } from 'node:crypto';
import { dayOf } from '../../domain/base/calendar.ts';
import type { RateBookIndex } from '../../ports/rate-book-index.ts';
import { type FileIssues, type IssueList, issuesOfFile } from './cells/issue-list.ts';
import { type FileKind, findKind } from './file-kind.ts';
import { BrokenFile } from './files/broken-file.ts';
import { type InputFile, openInput } from './files/input-file.ts';
import type { ImportRequest } from './import-tools.ts';

export type FileToImport = {
  readonly file: InputFile;
  readonly kind: FileKind;
  readonly issues: FileIssues;
  readonly layerId: string;
  readonly asOf: string;
  /** Whether the day is known. Otherwise it is the day of the import. */
  readonly isAsOfKnown: boolean;
  readonly source: string;
};

/** Detects the kind of each file. Unknown and repeated files are omitted and listed in `refused`. */
export async function openFiles(
  request: ImportRequest,
  book: RateBookIndex,
  { issues, refused }: { readonly issues: IssueList; readonly refused: IssueList },
): Promise<FileToImport[]> {
  const files: FileToImport[] = [];
  const taken = new Map<string, string>();
  for (const path of request.paths) {
    const name = path.split(/[/\\]/).at(-1) ?? path;
    const notOpened = issuesOfFile(refused, name);
    await reportingBrokenFile(notOpened, async () => {
      const file = await openInput(path);
      const kind = await findKind(file, book);
      const content = contentOf(kind, path);
      const other = taken.get(content);
      if (other !== undefined) {
        notOpened.add(`This file has the same kind and state as ${other}. Import only one of them.`);
        return;
      }
      taken.set(content, name);
      files.push({ file, kind, issues: issuesOfFile(issues, name), ...nameLayer(file, kind, request) });
    });
  }
  return files;
}

/** Two files with the same content would overwrite each other, because a state has only one rate file. */
function contentOf(kind: FileKind, path: string): string {
  if (kind.kind === 'CORRECTIONS_CSV') return path;
  if (kind.kind === 'PUBLISHED_RATES') return `SST_RATES ${kind.published.form}`;
  return `${kind.kind} ${kind.state.code}`;
}

function nameLayer(file: InputFile, kind: FileKind, request: ImportRequest) {
  const label = kind.kind === 'CORRECTIONS_CSV' ? file.csvName : kind.label;
  const published = kind.kind === 'CORRECTIONS_CSV' ? null : kind.publishedOn;
  const what = {
    SST_RATES: 'Streamlined Sales Tax rate file',
    SST_BOUNDARIES: 'Streamlined Sales Tax boundary file',
    PUBLISHED_RATES: 'Published rate file',
    CORRECTIONS_CSV: 'Rate file',
  };
  return {
    layerId: `${label.slice(0, 60)}-${randomUUID()}`,
    asOf: request.asOf ?? published ?? dayOf(request.now),
    isAsOfKnown: (request.asOf ?? published) !== null,
    source: request.source ?? `${what[kind.kind]} ${label}`,
  };
}

/** Reports an unreadable file as an issue of that file. */
export async function reportingBrokenFile<Result>(
  issues: FileIssues,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    if (error.line === null) issues.add(error.message);
    else issues.at(error.line, null, error.message);
    return null;
  }
}
