import { vi } from 'vitest';
import type { Stores } from '../../src/ports/stores.ts';
import { exportTenant } from '../../src/usecases/archive/write-archive.ts';

const at = new Date('2026-08-01T12:00:00Z');

/** The archive of a tenant as text. Its changes are sealed first; on a server, other units of work may delay that. */
export async function archiveOf(stores: Stores, tenantId: string): Promise<string> {
  const { audit } = stores.forTenant(tenantId);
  const sealAll = async () => {
    await audit.seal(at);
    if ((await audit.verify()).unsealed > 0) throw new Error('Other units of work are still running.');
  };
  await vi.waitFor(sealAll, { timeout: 15_000, interval: 100 });
  let text = '';
  await exportTenant(stores, tenantId, at, async (piece) => {
    text += piece;
  });
  return text;
}

/** The lines of an archive, as in a file. */
export async function* linesOf(archive: string): AsyncGenerator<Uint8Array> {
  for (const line of archive.split(/(?<=\n)/)) if (line !== '') yield Buffer.from(line);
}

/** The number of records by table, in the order of the archive. */
export function recordsIn(archive: string): Record<string, number> {
  return JSON.parse(archive.trimEnd().split('\n').at(-1)!).end.records;
}
