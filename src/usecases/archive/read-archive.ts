import { createHash, type Hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type ArchivedRecord,
  type ArchiveEnd,
  type ArchiveHead,
  archiveEnd,
  archiveHead,
  archiveVersion,
  readArchiveLine,
} from '../../domain/archive/archive-form.ts';
import { requireSound } from '../../domain/archive/archived-records.ts';
import { AppError } from '../../domain/base/errors.ts';
import type { Stores } from '../../ports/stores.ts';

/** The lines of a file as bytes, including line ends, because the hash covers them. */
type ArchiveLines = AsyncIterable<Uint8Array>;

export type TenantImport = {
  /** The new tenant id; null to keep the archived id. */
  readonly as: string | null;
  readonly withConnections: boolean;
};

/** Stores the tenant of an archive, or nothing at all if the archive is incomplete or incompatible. */
export async function importTenant(
  { archive }: Pick<Stores, 'archive'>,
  lines: ArchiveLines,
  { as, withConnections }: TenantImport,
): Promise<{ readonly tenantId: string; readonly end: ArchiveEnd }> {
  const { head, records, end } = await openArchive(lines, await archive.lastMigration());
  if (head.tenantId === null) {
    throw new AppError(
      'INVALID_INPUT',
      'The file is a backup of a whole store. Restore it into an empty store with "tollgate restore".',
    );
  }
  const tenantId = as ?? head.tenantId;
  await archive.insertTenant({ tenantId, withConnections }, records);
  return { tenantId, end: end() };
}

/** Fills an empty store from a backup, or stores nothing if the backup is incomplete or incompatible. */
export async function restoreStore({ archive }: Pick<Stores, 'archive'>, lines: ArchiveLines): Promise<ArchiveEnd> {
  const { head, records, end } = await openArchive(lines, await archive.lastMigration());
  if (head.tenantId !== null) {
    throw new AppError('INVALID_INPUT', 'The file contains a single tenant. Import it with "tollgate import".');
  }
  await archive.insertAll(records);
  return end();
}

type OpenArchive = {
  readonly head: ArchiveHead;
  /** Fails where the archive is invalid, or at its end if its hash does not match. */
  readonly records: AsyncIterable<ArchivedRecord>;
  /** Throws until all records have been read. */
  end(): ArchiveEnd;
};

async function openArchive(lines: ArchiveLines, migration: string): Promise<OpenArchive> {
  const reading = lines[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  const first = await reading.next();
  if (first.done) throw notWhole('The archive is empty.');
  const head = readHead(textOf(first.value), migration);
  hash.update(first.value);
  let end: ArchiveEnd | null = null;

  async function* records(): AsyncGenerator<ArchivedRecord> {
    const counts: Record<string, number> = {};
    let lineNumber = 1;
    for (let next = await reading.next(); !next.done; next = await reading.next()) {
      const text = textOf(next.value);
      const record = readArchiveLine(text);
      if (!record) {
        end = readEnd(text, { hash, counts });
        if (!(await reading.next()).done) throw notWhole('Unexpected lines after the end of the archive.');
        return;
      }
      hash.update(next.value);
      counts[record.table] = (counts[record.table] ?? 0) + 1;
      lineNumber += 1;
      requireSound(record, lineNumber);
      yield record;
    }
    throw notWhole('The end of the archive is missing.');
  }

  return {
    head,
    records: records(),
    end() {
      if (!end) throw new Error('The archive was not read completely.');
      return end;
    },
  };
}

const textOf = (line: Uint8Array) => Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString().trimEnd();

function readHead(text: string, migration: string): ArchiveHead {
  const { data: head } = archiveHead.safeParse(parsed(text));
  if (!head) throw new AppError('INVALID_INPUT', 'The file is not a Tollgate archive: unexpected first line.');
  if (head.version !== archiveVersion) {
    throw new AppError(
      'INVALID_INPUT',
      `The archive has format version ${head.version}, but this release reads ${archiveVersion}. Use the release that wrote it.`,
    );
  }
  if (head.migration > migration) {
    throw new AppError(
      'INVALID_INPUT',
      `The archive was written by a newer release (migration ${head.migration}). Use that release.`,
    );
  }
  if (head.migration < migration) {
    throw new AppError(
      'INVALID_INPUT',
      `The archive was written by an older release (migration ${head.migration}). Read it with that release into an empty store, then start this release, which upgrades the store.`,
    );
  }
  return head;
}

type Found = { readonly hash: Hash; readonly counts: Readonly<Record<string, number>> };

function readEnd(text: string, { hash, counts }: Found): ArchiveEnd {
  const { data } = archiveEnd.safeParse(parsed(text));
  if (!data) throw notWhole(`Unexpected line: ${text.slice(0, 60)}`);
  const { records, sha256 } = data.end;
  if (sha256 !== hash.digest('hex') || !isDeepStrictEqual(records, counts)) {
    throw notWhole('The records do not match the hash and counts at the end.');
  }
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const notWhole = (detail: string) =>
  new AppError('INVALID_INPUT', `The archive is damaged. ${detail} Nothing was stored.`);
