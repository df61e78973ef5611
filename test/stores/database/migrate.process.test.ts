import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../src/stores/database/database.ts';
import { applyMigrations, migrate } from '../../../src/stores/database/migrate.ts';
import { findPendingMigrations } from '../../../src/stores/database/pending-migrations.ts';
import { aDirectory } from '../../support/directory.ts';
import { createServerDatabase } from '../../support/stores.ts';

const server = process.env.TEST_DATABASE_URL;
let embedded: Database | null = null;
afterAll(() => embedded?.close());

/** Returns a function that opens the same empty database each time, as several replicas do. */
async function anEmptyDatabase(): Promise<() => Promise<Database>> {
  if (!server) {
    embedded ??= await openDatabase({ kind: 'embedded', place: { kind: 'memory', dump: null } });
    const database = embedded;
    onTestFinished(async () => {
      await database.prisma.$executeRaw`DROP SCHEMA public CASCADE`;
      await database.prisma.$executeRaw`CREATE SCHEMA public`;
    });
    return async () => database;
  }
  const { url, drop } = await createServerDatabase(server);
  onTestFinished(drop);
  return async () => {
    const database = await openDatabase({ kind: 'server', url, poolSize: 2, preparesStatements: true });
    onTestFinished(() => database.close());
    return database;
  };
}

function writeMigration(directory: string, name: string, sql: string): void {
  mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, name, 'migration.sql'), sql);
}

describe('migrate', { timeout: 60_000 }, () => {
  it('runs in only one of several replicas that start together', async () => {
    const open = await anEmptyDatabase();
    const replicas = await Promise.all(Array.from({ length: 8 }, open));
    const applied = await Promise.all(replicas.map((replica) => migrate(replica)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await migrate(replicas[0]!)).toEqual([]);
  });

  it.runIf(server)(
    'builds the indexes of a migration while others write, and builds them again after a failure',
    async () => {
      const database = await (await anEmptyDatabase())();
      const directory = aDirectory();
      const apply = () =>
        database.withConnection((connection) => applyMigrations(connection, directory, undefined, true));
      const isValid = () =>
        database.prisma.$queryRaw`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('thing_id_idx')`;
      writeMigration(directory, '1_first', 'CREATE TABLE thing (id int); INSERT INTO thing VALUES (1), (1);');
      const build =
        '-- Once each\nCREATE UNIQUE INDEX "thing_id_idx" ON "thing"("id"); CREATE INDEX "other" ON "thing"(id);';
      writeMigration(directory, '2_index', build);
      await expect(apply()).rejects.toThrow(
        'The migration 2_index could not build its indexes: could not create unique',
      );
      expect(await isValid()).toEqual([{ indisvalid: false }]);
      await database.prisma.$executeRaw`DELETE FROM thing WHERE ctid = (SELECT min(ctid) FROM thing)`;
      expect(await apply()).toEqual(['2_index']);
      expect(await isValid()).toEqual([{ indisvalid: true }]);
      expect(await apply()).toEqual([]);
    },
  );

  it('applies in order, rolls back a failed migration, and continues once it is fixed', async () => {
    const database = await (await anEmptyDatabase())();
    const directory = aDirectory();
    const apply = () => database.withConnection((connection) => applyMigrations(connection, directory));
    writeMigration(directory, '2_second', 'ALTER TABLE thing ADD COLUMN more int; SELECT 1/0;');
    writeMigration(
      directory,
      '1_first',
      'CREATE TABLE thing (id int); CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$;',
    );
    await expect(apply()).rejects.toThrow('The migration 2_second failed and was rolled back: division by zero');
    await expect(database.prisma.$queryRaw`SELECT more FROM thing`).rejects.toThrow('column "more" does not exist');

    writeMigration(directory, '2_second', 'ALTER TABLE thing ADD COLUMN more int;');
    expect(await apply()).toEqual(['2_second']);
    expect(await database.prisma.$queryRaw`SELECT more FROM thing`).toEqual([]);
    expect(await apply()).toEqual([]);
  });

  it('refuses a migration that was edited after it was applied', async () => {
    const database = await (await anEmptyDatabase())();
    const directory = aDirectory();
    const apply = () => database.withConnection((connection) => applyMigrations(connection, directory));
    writeMigration(directory, '1_first', 'CREATE TABLE thing (id int);');
    await apply();
    writeMigration(directory, '1_first', 'CREATE TABLE thing (id bigint);');
    await expect(apply()).rejects.toThrow('The migration 1_first was edited after it was applied to this database.');
  });

  it('refuses a store that a newer release upgraded', async () => {
    const database = await (await anEmptyDatabase())();
    const newer = aDirectory();
    writeMigration(newer, '1_first', 'CREATE TABLE thing (id int);');
    writeMigration(newer, '2_second', 'ALTER TABLE thing ADD COLUMN more int;');
    await database.withConnection((connection) => applyMigrations(connection, newer));
    const older = aDirectory();
    writeMigration(older, '1_first', 'CREATE TABLE thing (id int);');
    await expect(database.withConnection((connection) => applyMigrations(connection, older))).rejects.toThrow(
      'The store was upgraded by a newer release (migration 2_second), and this release could damage it.',
    );
  });

  it('starts on a store that a newer release upgraded, if a migration there permits this release', async () => {
    const database = await (await anEmptyDatabase())();
    const later = aDirectory();
    writeMigration(
      later,
      '1_first',
      "CREATE TABLE compatibility (oldest_migration text); INSERT INTO compatibility VALUES ('1_first');",
    );
    const earlier = aDirectory();
    cpSync(join(later, '1_first'), join(earlier, '1_first'), { recursive: true });
    const apply = (directory: string) =>
      database.withConnection((connection) => applyMigrations(connection, directory));
    writeMigration(later, '2_second', 'CREATE TABLE more (id int);');
    expect(await apply(later)).toEqual(['1_first', '2_second']);
    expect(await apply(earlier)).toEqual([]);

    writeMigration(later, '3_third', "UPDATE compatibility SET oldest_migration = '2_second';");
    expect(await apply(later)).toEqual(['3_third']);
    await expect(apply(earlier)).rejects.toThrow('The store was upgraded by a newer release (migration 2_second)');
  });

  it('refuses a store of before the first migration, and changes nothing in it', async () => {
    const database = await (await anEmptyDatabase())();
    const earlier = aDirectory();
    writeMigration(earlier, '20261121000000_draft', 'CREATE TABLE tenants (tenant_id uuid);');
    await database.withConnection((connection) => applyMigrations(connection, earlier));
    await expect(migrate(database)).rejects.toThrow(
      'The store was created before the first release (migration 20261121000000_draft) and cannot be upgraded. Use an empty store.',
    );
    await expect(database.withConnection(findPendingMigrations)).rejects.toThrow('cannot be upgraded');
    expect(
      await database.prisma.$queryRaw`
      SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    ).toEqual([{ name: '_prisma_migrations' }, { name: 'tenants' }]);
  });
});
