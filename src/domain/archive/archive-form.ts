import { z } from 'zod';

/** The version of the format below. A release reads only its own version. */
export const archiveVersion = 1;

const format = 'tollgate-archive';

/** The first line of an archive. */
export const archiveHead = z.object({
  format: z.literal(format),
  version: z.int(),
  holds: z.enum(['TENANT', 'STORE']),
  /** The tenant in the archive; null for a whole store, where each record includes its tenant. */
  tenantId: z.uuid().nullable(),
  /** The last migration of the store. Records can only be imported into a store with the same last migration. */
  migration: z.string(),
});

/** The last line. A file without it is incomplete. */
export const archiveEnd = z.object({
  end: z.object({
    /** The number of records in each table. */
    records: z.record(z.string(), z.int()),
    /** The digest of all bytes before this line, in hexadecimal digits. */
    sha256: z.string(),
  }),
});

export type ArchiveHead = z.infer<typeof archiveHead>;
export type ArchiveEnd = z.infer<typeof archiveEnd>;

/** One record: its table, and its columns as the text of a JSON object. */
export type ArchivedRecord = { readonly table: string; readonly row: string };

export function headOf(tenantId: string | null, migration: string): ArchiveHead {
  return { format, version: archiveVersion, holds: tenantId === null ? 'STORE' : 'TENANT', tenantId, migration };
}

/**
 * The line for a record, without the line break. The text of a row is kept, because parsing it would change its
 * numbers.
 */
export function archiveLine({ table, row }: ArchivedRecord): string {
  return `{"table":"${table}","row":${row}}`;
}

const line = /^\{"table":"(\w+)","row":(.+)\}$/s;

/** Returns null for any other line. */
export function readArchiveLine(text: string): ArchivedRecord | null {
  const [, table, row] = line.exec(text) ?? [];
  return table !== undefined && row !== undefined ? { table, row } : null;
}
