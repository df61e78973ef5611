import type { ClientBase } from 'pg';
import { expect, it } from 'vitest';
import { createArchiveStore } from '../../../src/stores/archive/archive.ts';
import type { Database } from '../../../src/stores/database/database.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';

/** A connection that the server ends after one statement. */
function lostAfterOne(): Pick<Database, 'withConnection'> {
  let sent = 0;
  const query = async () => {
    sent += 1;
    if (sent === 1) return { rows: [{ locked: true }], rowCount: 1 };
    throw new Error(sent === 2 ? 'terminating connection due to administrator command' : 'not queryable');
  };
  return { withConnection: (work) => work({ query } as unknown as ClientBase) };
}

it.each([
  ['migrates', () => migrate({ kind: 'server', ...lostAfterOne() } as Database)],
  ['reads an archive', () => createArchiveStore(lostAfterOne()).read(null, async () => {})],
  ['stores an archive', () => createArchiveStore(lostAfterOne()).insertAll((async function* () {})())],
])('a gateway that %s reports why the connection was lost', async (_, work) => {
  await expect(work()).rejects.toThrow('terminating connection');
});
