import { afterAll, beforeAll, expect, it } from 'vitest';
import { archivedTables } from '../../../src/stores/archive/archived-tables.ts';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

/** Tables that are not in archives, with the reason. */
const leftOutTables: Readonly<Record<string, string>> = {
  _prisma_migrations: 'the store has its own',
  compatibility: 'the store has its own',
  client_changes: 'copied to the trail by a trigger',
  document_counts: 'counted at the end of an import',
  document_count_changes: 'counted at the end of an import',
  rate_book_tasks: 'plans and checks of a running gateway',
  rate_imports: 'imports under way',
  refusals: 'of passing interest: a document that is sent again is refused again',
  trail_heads: 'signed with the key of the store: made anew where the tenant comes to',
};

let store: TestStore;
beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

it('names every table: as archived by its key, or as omitted with the reason', async () => {
  const tables = await store.database.prisma.$queryRaw<{ name: string; key: string[] }[]>`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY array_position(i.indkey::int[], a.attnum::int)) AS key
    FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
    WHERE c.relnamespace = 'public'::regnamespace GROUP BY c.relname`;
  const archived = tables.filter(({ name }) => !(name in leftOutTables));
  expect(Object.fromEntries(archived.map(({ name, key }) => [name, key]))).toEqual(
    Object.fromEntries(
      archivedTables.map(({ name, key, owner }) => [
        name,
        owner === 'TENANT' && name !== 'clients' ? ['tenant_id', ...key] : key,
      ]),
    ),
  );
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(leftOutTables)));
});

it('keeps triggers on new records from noting those that are imported', async () => {
  const triggers = await store.database.prisma.$queryRaw<{ on: string; definition: string }[]>`
    SELECT relname AS on, pg_get_triggerdef(pg_trigger.oid) AS definition
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND tgtype & 4 = 4 AND relnamespace = 'public'::regnamespace`;
  // They complete rows in archives of earlier releases.
  const completing = /EXECUTE FUNCTION (?:take_labels|take_listed_columns|note_file_of_exemption)\(\)$/;
  const noting = triggers.filter(
    ({ definition }) => !definition.includes('WHEN ((NOT is_importing()))') && !completing.test(definition),
  );
  expect(triggers.length).toBeGreaterThan(5);
  expect(noting).toEqual([]);
});
