import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { announcedBreaks, unannounced } from './support/compatibility/announced-breaks.ts';
import { currentRelease, root } from './support/compatibility/current-release.ts';
import { followed, schemasIn } from './support/compatibility/followed-keywords.ts';
import { graphqlDifferences } from './support/compatibility/graphql-differences.ts';
import { changelogFaults, keepRelease, keptVersions, newestRelease } from './support/compatibility/kept-releases.ts';
import { breaksOf, lockingIndexesOf, oldestBeside } from './support/compatibility/migration-breaks.ts';
import { migrationDifferences } from './support/compatibility/migration-differences.ts';
import { openapiDifferences } from './support/compatibility/openapi-differences.ts';
import { listOf } from './support/compatibility/schema-variants.ts';
import { aDirectory } from './support/directory.ts';
import { type Json, recordOf } from './support/openapi.ts';

const current = currentRelease();
const newest = newestRelease(root);

// The comparison with itself shows that a snapshot equals its original.
const compared = [
  { name: 'itself', release: current, announced: { graphql: {}, rest: {} } },
  ...(newest === null ? [] : [{ name: newest.version, release: newest, announced: announcedBreaks }]),
];

describe.each(compared)('compared with $name, nothing breaks unannounced', ({ release, announced }) => {
  it('in GraphQL', async () => {
    const found = await graphqlDifferences(release.graphql, current.graphql);
    expect(unannounced(found, announced.graphql)).toEqual([]);
  });

  it('in REST', () => {
    expect(unannounced(openapiDifferences(release.rest, current.rest), announced.rest)).toEqual([]);
  });

  it('in the migrations', () => {
    expect(migrationDifferences(release.migrations, current.migrations)).toEqual([]);
  });
});

it('a loss in any named schema of our own REST interface is found, once in each direction', () => {
  const components = recordOf(current.rest.components);
  const schemas = Object.entries(recordOf(components.schemas)).map(
    ([name, schema]) => [name, recordOf(schema)] as const,
  );
  const fuller = schemas.flatMap(([name, schema]) => {
    const more = withMore(schema);
    return more === null ? [] : [[name, more] as const];
  });
  const released = { ...components, schemas: { ...recordOf(components.schemas), ...Object.fromEntries(fuller) } };
  const found = openapiDifferences({ ...current.rest, components: released }, current.rest);
  const loss =
    /^In (?:requests|responses) with the schema (\w+), (?:`lost` is gone|the whole value (?:no longer accepts "LOST"|no longer has the value "LOST"))\.$/;
  expect(fuller.length).toBeGreaterThan(150);
  expect(found.filter((finding) => !loss.test(finding))).toEqual([]);
  expect(new Set(found.map((finding) => loss.exec(finding)?.[1]))).toEqual(new Set(fuller.map(([name]) => name)));
});

/** The schema with an additional member or value. */
function withMore(schema: Json): Json | null {
  if (schema.properties) return { ...schema, properties: { ...recordOf(schema.properties), lost: { type: 'string' } } };
  const list = ['enum', 'x-extensible-enum'].find((keyword) => keyword in schema);
  return list === undefined ? null : { ...schema, [list]: [...listOf(schema[list]), 'LOST'] };
}

it('our own REST interface says nothing by keywords that the comparison does not follow', () => {
  const keywords = new Set(schemasIn(current.rest).flatMap((schema) => Object.keys(schema)));
  expect([...keywords].filter((keyword) => !followed.includes(keyword))).toEqual([]);
});

it('every release of the change log is kept', () => {
  expect(changelogFaults(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), keptVersions(root))).toEqual([]);
  const changelog = '## [Unreleased]\n## [0.2.0] - 2027-02-01\n## [0.1.0] - 2026-11-23\n';
  expect(changelogFaults(changelog, ['0.1.0', '0.2.0'])).toEqual([]);
  expect(changelogFaults(changelog, ['0.1.0', '0.3.0'])).toEqual([
    '0.2.0 has no snapshots.',
    'CHANGELOG.md has no date for 0.3.0.',
  ]);
});

describe('an announced break', () => {
  it('passes', () => {
    expect(unannounced(['A is gone.'], { 'A is gone.': 'Deprecated since 0.1.0.' })).toEqual([]);
  });

  it.each([
    ['is not the one found', ['A is gone.'], {}, ['A is gone.']],
    ['does not occur', [], { 'A is gone.': 'It was wrong.' }, ['Announced, and not found: A is gone.']],
    ['has no reason', ['A is gone.'], { 'A is gone.': ' ' }, ['Announced without a reason: A is gone.']],
  ])('fails if it %s', (_what, findings, announced, faults) => {
    expect(unannounced(findings, announced)).toEqual(faults);
  });
});

describe('the migrations of a release', () => {
  const released = { '20261123_baseline': 'aa', '20270101_add_note': 'bb' };

  it('are only followed by others', () => {
    expect(migrationDifferences(released, { ...released, '20270201_add_tag': 'cc' })).toEqual([]);
  });

  it.each([
    ['changed', { ...released, '20261123_baseline': 'a1' }, 'The migration 20261123_baseline was changed.'],
    ['removed', { '20261123_baseline': 'aa' }, 'The migration 20270101_add_note is gone.'],
    [
      'preceded by a new one',
      { ...released, '20261201_late': 'cc' },
      'The migration 20261201_late must come after 20270101_add_note.',
    ],
  ])('are not %s', (_what, later, finding) => {
    expect(migrationDifferences(released, later)).toEqual([finding]);
  });
});

describe('a migration', () => {
  const folder = join(root, 'prisma/migrations');
  const all = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  const declaring = all.filter((name) => name > '20261127150000_compatibility');

  it.each(declaring)('states which release is compatible with it, and breaks no compatible one: %s', (name) => {
    const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
    const oldest = oldestBeside(sql);
    expect(all).toContain(oldest);
    if (oldest! < name) expect(breaksOf(sql)).toEqual([]);
    expect(lockingIndexesOf(sql)).toEqual([]);
  });

  it.each([
    [
      'CREATE INDEX "by_name" ON "tenants"("name"); ALTER TABLE "tenants" ADD COLUMN "home" TEXT;',
      ['by_name on tenants'],
    ],
    ['CREATE INDEX "by_name" ON "tenants"("name"); CREATE INDEX "by_id" ON "tenants"("id");', []],
    ['CREATE TABLE "stores" ("id" TEXT NOT NULL); CREATE INDEX "one" ON "stores"("id");', []],
  ])('builds indexes of existing tables beside nothing else: %s', (sql, locking) => {
    expect(lockingIndexesOf(sql)).toEqual(locking);
  });

  it.each([
    ['DROP TABLE "refusals";', 'drops the table refusals'],
    ['ALTER TABLE "tenants" DROP COLUMN "name";', 'drops a column of tenants'],
    ['ALTER TABLE "tenants" RENAME COLUMN "name" TO "label";', 'renames in tenants'],
    ['ALTER TABLE "tenants" RENAME TO "sellers";', 'renames in tenants'],
    ['ALTER TABLE "tenants"\n  ALTER COLUMN "name" SET NOT NULL;', 'requires a value in tenants'],
    ['ALTER TABLE "tenants" ADD COLUMN "home" TEXT NOT NULL;', 'adds a required column to tenants'],
    ['ALTER TABLE "tenants" ALTER COLUMN "name" SET DATA TYPE VARCHAR(20);', 'changes a type in tenants'],
    ['ALTER TABLE "tenants" ALTER COLUMN "name" DROP DEFAULT;', 'removes a default from tenants'],
    ['ALTER TABLE "tenants" ADD CONSTRAINT "named" CHECK (name <> \'\');', 'constrains tenants'],
    ['CREATE UNIQUE INDEX "by_name" ON "tenants"("name");', 'constrains tenants'],
  ])('breaks earlier releases with %s', (sql, finding) => {
    expect(breaksOf(sql)).toEqual([finding]);
  });

  it.each([
    'ALTER TABLE "tenants" ADD COLUMN "home" TEXT;',
    'ALTER TABLE "tenants" ADD COLUMN "home" TEXT NOT NULL DEFAULT \'\';',
    'CREATE TABLE "stores" ("id" TEXT NOT NULL); CREATE UNIQUE INDEX "one" ON "stores"("id");',
    'CREATE INDEX CONCURRENTLY "by_name" ON "tenants"("name");',
    '-- DROP TABLE "tenants";\nUPDATE "tenants" SET "name" = \'DROP TABLE tenants\';',
  ])('breaks none with %s', (sql) => {
    expect(breaksOf(sql)).toEqual([]);
  });
});

describe('the kept snapshots', () => {
  const release = (version: string) => ({ ...current, version });

  it('are read back as they were, the newest version first', () => {
    const directory = aDirectory();
    expect(newestRelease(directory)).toBeNull();
    for (const version of ['0.9.1', '0.10.0', '0.9.0']) {
      expect(keepRelease(directory, release(version))).toEqual([
        `test/graphql/released/${version}.graphql`,
        `test/rest/released/${version}.json`,
        `test/stores/released/${version}.json`,
      ]);
    }
    expect(keptVersions(directory)).toEqual(['0.9.0', '0.9.1', '0.10.0']);
    expect(newestRelease(directory)).toEqual(release('0.10.0'));
  });

  it.each([
    ['an empty folder', 'test/graphql/released/0.1.0.graphql', null],
    ['a missing snapshot', 'test/rest/released/0.1.0.json', '0.2.0.json'],
    ['another file', 'test/stores/released/0.1.0.json', 'latest.json'],
  ])('are refused with %s', (_what, file, name) => {
    const directory = aDirectory();
    keepRelease(directory, release('0.1.0'));
    if (name === null) rmSync(join(directory, file));
    else renameSync(join(directory, file), join(directory, dirname(file), name));
    expect(() => newestRelease(directory)).toThrow(/snapshots/);
  });

  it('are never written again', () => {
    const directory = aDirectory();
    keepRelease(directory, release('0.1.0'));
    expect(() => keepRelease(directory, release('0.1.0'))).toThrow('The snapshots of 0.1.0 are kept already.');
  });
});
