import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

const folder = join(import.meta.dirname, '../../../src/stores');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));

let store: TestStore;
beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

/** Each of our functions and triggers, as the database would recreate it. */
async function definitions(connection: ClientBase): Promise<Record<string, string>> {
  const { rows } = await connection.query<{ name: string; definition: string }>(`
    SELECT oid::regprocedure::text AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal`);
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
}

it('the migrations make the functions and triggers that the files of src/stores show, and no others', async () => {
  await store.database.withConnection(async (connection) => {
    const migrated = await definitions(connection);
    expect(Object.keys(migrated)).toEqual(expect.arrayContaining(['note_change()', 'note_change on customers']));
    expect(Object.keys(migrated).length).toBeGreaterThan(20);
    await connection.query('BEGIN');
    try {
      const functions = Object.keys(migrated).filter((name) => name.endsWith(')'));
      await connection.query(`DROP FUNCTION ${functions.join(', ')} CASCADE`);
      expect(await definitions(connection)).toEqual({});
      // `importing.sql` first, because the conditions of all others call it.
      for (const file of files.toSorted((one) => (one.endsWith('importing.sql') ? -1 : 1))) {
        await connection.query(readFileSync(join(folder, file), 'utf8'));
      }
      expect(await definitions(connection)).toEqual(migrated);
    } finally {
      await connection.query('ROLLBACK');
    }
  });
});
