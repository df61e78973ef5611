import { createHash } from 'node:crypto';
import { type ArchiveEnd, type ArchiveHead, archiveLine, headOf } from '../../domain/archive/archive-form.ts';
import type { Stores } from '../../ports/stores.ts';

/** Receives an archive in chunks. The next chunk is sent once the promise resolves. */
export type WriteText = (text: string) => Promise<void>;

/** Writes all records of a tenant. Earlier changes are sealed first, so that a second archive is identical. */
export async function exportTenant(
  stores: Pick<Stores, 'archive' | 'forTenant'>,
  tenantId: string,
  at: Date,
  write: WriteText,
): Promise<ArchiveEnd> {
  await stores.forTenant(tenantId).audit.seal(at);
  return writeArchive(stores, tenantId, write);
}

/** Writes all records of all tenants, with signing keys, clients and rates. */
export async function backUpStore(
  stores: Pick<Stores, 'archive' | 'forTenant' | 'tenants'>,
  at: Date,
  write: WriteText,
): Promise<ArchiveEnd> {
  for (const { tenantId } of await stores.tenants.list()) await stores.forTenant(tenantId).audit.seal(at);
  return writeArchive(stores, null, write);
}

async function writeArchive(
  { archive }: Pick<Stores, 'archive'>,
  tenantId: string | null,
  write: WriteText,
): Promise<ArchiveEnd> {
  const hash = createHash('sha256');
  const records: Record<string, number> = {};
  const writeHashed = async (text: string) => {
    hash.update(text);
    await write(text);
  };
  const head: ArchiveHead = headOf(tenantId, await archive.lastMigration());
  await writeHashed(`${JSON.stringify(head)}\n`);
  await archive.read(tenantId, async (taken) => {
    for (const { table } of taken) records[table] = (records[table] ?? 0) + 1;
    await writeHashed(taken.map((record) => `${archiveLine(record)}\n`).join(''));
  });
  const end: ArchiveEnd = { end: { records, sha256: hash.digest('hex') } };
  await write(`${JSON.stringify(end)}\n`);
  return end;
}
