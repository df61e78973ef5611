import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/stores/database/database.ts';
import { splitStatements } from '../../../src/stores/database/distribution/sql-statements.ts';
import { applyMigrations } from '../../../src/stores/database/migrate.ts';
import { planMigrations } from '../../../src/stores/database/migration-plan.ts';
import { lockModes, locksOf } from '../../../src/stores/database/statement-locks.ts';
import { commandLineOn } from '../../support/command-line.ts';
import { aDirectory } from '../../support/directory.ts';
import { createServerDatabase } from '../../support/stores.ts';

const server = process.env.TEST_DATABASE_URL;
let database: Database;
let drop = async () => {};
beforeAll(async () => {
  if (!server) {
    database = await openDatabase({ kind: 'embedded', place: { kind: 'memory', dump: null } });
    return;
  }
  const made = await createServerDatabase(server);
  drop = made.drop;
  database = await openDatabase({ kind: 'server', url: made.url, poolSize: 2, preparesStatements: true });
});
afterAll(() => database.close().then(drop));

const first = `
  CREATE TABLE things (id int PRIMARY KEY, size int, color text);
  CREATE TABLE parts (id int, thing int);
  CREATE INDEX things_color_idx ON things (color);
  CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
  CREATE TRIGGER note BEFORE INSERT ON things FOR EACH ROW EXECUTE FUNCTION f()`;
const run = (sql: string) => database.prisma.$executeRawUnsafe(sql);
const steps = (sql: string) => sql.split('\n').map((line) => line.trim());

let directory: string;
beforeEach(async () => {
  await run('DROP SCHEMA public CASCADE');
  await run('CREATE SCHEMA public');
  directory = aDirectory();
  write('1_first', first);
  await database.withConnection((connection) => applyMigrations(connection, directory));
});

function write(name: string, sql: string): void {
  mkdirSync(join(directory, name));
  writeFileSync(join(directory, name, 'migration.sql'), sql);
}

it.each(
  steps(`ALTER TABLE things ADD COLUMN weight int NOT NULL DEFAULT 0
    ALTER TABLE "things" ADD COLUMN "made" timestamptz DEFAULT now(), ADD COLUMN "lot" VARCHAR(4)
    ALTER TABLE things ADD COLUMN part int REFERENCES parts (id)
    ALTER TABLE things ALTER COLUMN size SET NOT NULL
    ALTER TABLE things ALTER COLUMN size DROP DEFAULT
    ALTER TABLE things ALTER COLUMN size TYPE bigint
    ALTER TABLE things ALTER COLUMN color SET STORAGE EXTERNAL
    ALTER TABLE things ALTER COLUMN color SET STATISTICS 500
    ALTER TABLE things ADD CONSTRAINT has_size CHECK (size IN (1, 2))
    ALTER TABLE things ADD CONSTRAINT has_color UNIQUE (id, color)
    ALTER TABLE parts ADD CONSTRAINT of_thing FOREIGN KEY (thing) REFERENCES things (id)
    ALTER TABLE things DROP COLUMN color
    ALTER TABLE things RENAME COLUMN color TO colour
    CREATE TABLE lots (id int, thing int REFERENCES things (id))
    CREATE UNIQUE INDEX one ON things (id, size)
    DROP INDEX things_color_idx
    CREATE TRIGGER more AFTER INSERT OR UPDATE OF size, color ON things FOR EACH ROW EXECUTE FUNCTION f()
    DROP TRIGGER note ON things
    UPDATE things SET size = 2 WHERE id = 3
    DELETE FROM things WHERE id = 3
    INSERT INTO things (id, size) VALUES (-1, 2)
    LOCK TABLE things IN SHARE MODE
    DO $$ BEGIN ALTER TABLE things ALTER COLUMN size SET DEFAULT 3; EXCEPTION WHEN undefined_table THEN RAISE NOTICE ''; END $$`),
)('names the lock that the database takes for %s', async (statement) => {
  await run('ALTER TABLE parts ADD PRIMARY KEY (id)');
  const taken = await database.withConnection(async (connection) => {
    await connection.query('BEGIN');
    await connection.query(statement);
    const { rows } = await connection.query<{ mode: string }>(
      "SELECT mode FROM pg_locks WHERE relation = 'things'::regclass AND pid = pg_backend_pid()",
    );
    await connection.query('ROLLBACK');
    return rows.map(({ mode }) => lockModes.findIndex((known) => mode === modeName(known)));
  });
  write('2_next', `CREATE FUNCTION g() RETURNS int LANGUAGE sql AS 'SELECT 1'; ${statement}`);
  const [next] = await planMigrations(database, directory);
  const lock = next?.steps[1]?.locks?.find(({ table }) => table === 'things');
  expect(lock?.mode).toBe(lockModes[Math.max(...taken)]);
  expect(next?.steps[0]?.locks).toEqual([]);
});

/** `AccessExclusiveLock` in the list of locks. */
function modeName(mode: string): string {
  return `${mode.toLowerCase().replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())}Lock`;
}

it('estimates times by the rows of the store, and how long each lock is held, and changes nothing', async () => {
  await run("INSERT INTO things SELECT number, 1, 'red' FROM generate_series(1, 40000) AS number");
  await run('ANALYZE things');
  write(
    '2_changes',
    'ALTER TABLE things ADD COLUMN weight int; UPDATE things SET weight = 1; CREATE TABLE new (id int);',
  );
  write(
    '3_indexes',
    'CREATE INDEX one ON things (size); CREATE INDEX two ON parts (id); CREATE INDEX three ON new (id);',
  );
  write('4_unknown', 'ALTER TABLE things ADD COLUMN key uuid DEFAULT gen_random_uuid(); VACUUM things;');
  const [changes, indexes, unknown] = await planMigrations(database, directory);
  expect(changes?.steps.map(({ locks }) => locks)).toEqual([
    [
      {
        table: 'things',
        rows: 40_000,
        mode: 'ACCESS EXCLUSIVE',
        blocks: 'reads and writes',
        held: { from: 0, to: 8 },
      },
    ],
    [
      {
        table: 'things',
        rows: 40_000,
        mode: 'ROW EXCLUSIVE',
        blocks: 'changes to the same rows',
        held: { from: 0, to: 8 },
      },
    ],
    [],
  ]);
  // Built concurrently on a server, except for a table without rows; within one unit of work in the embedded store.
  expect(indexes?.steps.map(({ locks }) => locks)).toMatchObject([
    server
      ? [{ mode: 'SHARE UPDATE EXCLUSIVE', blocks: 'nothing', held: { from: 0.04, to: 0.4 } }]
      : [{ mode: 'SHARE', blocks: 'writes', held: { from: 0.04, to: 0.4 } }],
    [{ table: 'parts', rows: 0, mode: 'SHARE', held: { from: 0, to: 0 } }],
    [],
  ]);
  expect(unknown?.steps).toMatchObject([
    { takes: null, locks: [{ mode: 'ACCESS EXCLUSIVE', held: null }] },
    { statement: 'VACUUM things', takes: null, locks: null },
  ]);
  expect(await database.prisma.$queryRaw`SELECT to_regclass('new')::text AS made`).toEqual([{ made: null }]);
  expect(await database.prisma.$queryRaw`SELECT migration_name FROM _prisma_migrations`).toHaveLength(1);
});

it('covers every statement of the migrations, and lists them for the operator', async () => {
  const migrations = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
  const names = readdirSync(migrations).filter((name) => !name.endsWith('.toml'));
  for (const name of names) {
    const statements = splitStatements(readFileSync(join(migrations, name, 'migration.sql'), 'utf8'));
    expect(statements.filter((statement) => locksOf(statement) === null)).toEqual([]);
  }
  const upTo = '20261127150000_compatibility';
  await run('DROP SCHEMA public CASCADE');
  await run('CREATE SCHEMA public');
  const earlier = aDirectory();
  for (const name of names.filter((name) => name <= upTo)) {
    mkdirSync(join(earlier, name));
    writeFileSync(join(earlier, name, 'migration.sql'), readFileSync(join(migrations, name, 'migration.sql')));
  }
  await database.withConnection((connection) => applyMigrations(connection, earlier));
  const command = commandLineOn(database);
  const { code, out } = await command('migrate', '--plan');
  expect({ code, lines: out.split('\n') }).toMatchObject({
    code: 0,
    lines: expect.arrayContaining([
      '20261127210221_rulings',
      '  ALTER TABLE "tenants" ADD COLUMN "rulings_revision" INTEGER NOT NULL DEFAULT 0: less than 0.1 s',
      '    tenants (0 rows): ACCESS EXCLUSIVE, blocks reads and writes, held: less than 0.1 s',
      '  1 statement without a lock on an existing table',
    ]),
  });
  expect(out).toMatch(/\n\d+ migrations pending; none were applied\.$/);
  await command('migrate');
  expect((await command('migrate', '--plan')).out).toBe('The store is up to date.');
});
