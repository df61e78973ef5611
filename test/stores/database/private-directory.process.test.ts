import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../src/stores/database/database.ts';
import { makePrivate, requireOwnStore } from '../../../src/stores/database/private-directory.ts';
import { aDirectory } from '../../support/directory.ts';

const umask = process.umask();
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

async function open(directory: string): Promise<Database> {
  onTestFinished(() => void process.umask(umask));
  return openDatabase({ kind: 'embedded', place: { kind: 'directory', directory } });
}

/** Every path below with a mode that gives others access. */
function openTo(directory: string): string[] {
  const isOpen = (path: string) => (lstatSync(path).mode & 0o077) !== 0;
  const below = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => join(directory, path));
  return [directory, ...below].filter(isOpen);
}

async function insertKey({ prisma }: Database): Promise<void> {
  await prisma.$executeRawUnsafe('CREATE TABLE IF NOT EXISTS signing_keys (key_id text)');
  await prisma.$executeRawUnsafe(`INSERT INTO signing_keys VALUES ('key-1')`);
}

async function keysIn(database: Database): Promise<unknown[]> {
  return database.prisma.$queryRawUnsafe('SELECT key_id FROM signing_keys');
}

describe.skipIf(process.platform === 'win32')('the directory of an embedded store', () => {
  it('is closed to others with all of its files, at the first start and while it is written to', async () => {
    const directory = join(aDirectory(), 'data');
    const database = await open(directory);
    expect(openTo(directory)).toEqual([]);
    await database.prisma.$executeRawUnsafe('CREATE TABLE note AS SELECT 1 AS number');
    await database.prisma.$executeRawUnsafe('CHECKPOINT');
    expect(openTo(directory)).toEqual([]);
    expect(database.warnings).toEqual([]);
    await database.close();
  });

  it('is closed at a later start, which warns and replaces the key, since others could enter; and the next does not', async () => {
    const directory = aDirectory();
    const first = await open(directory);
    await insertKey(first);
    await first.close();
    execFileSync('chmod', ['-R', 'a+rwX', directory]);

    const second = await open(directory);
    expect(second.warnings).toEqual([expect.stringContaining(`had access to the data directory ${directory}`)]);
    expect(await keysIn(second)).toEqual([]);
    expect(openTo(directory)).toEqual([]);
    await insertKey(second);
    await second.close();

    const third = await open(directory);
    expect(third.warnings).toEqual([]);
    expect(await keysIn(third)).toEqual([{ key_id: 'key-1' }]);
    await third.close();
  });

  it('keeps the key where files are readable by others, but not reachable', async () => {
    const directory = aDirectory();
    const first = await open(directory);
    await insertKey(first);
    await first.close();
    execFileSync('chmod', ['-R', 'a+rwX', join(directory, 'pg')]);
    const second = await open(directory);
    expect(second.warnings).toEqual([]);
    expect(await keysIn(second)).toHaveLength(1);
    expect(openTo(directory)).toEqual([]);
    await second.close();
  });

  it('replaces the key later, if the start that closed it ended before', () => {
    const directory = aDirectory();
    mkdirSync(join(directory, 'pg'));
    chmodSync(directory, 0o755);
    expect(makePrivate(directory).areKeysExposed).toBe(true);
    const again = makePrivate(directory);
    expect(again.areKeysExposed).toBe(true);
    again.keysReplaced();
    expect(makePrivate(directory)).toMatchObject({ areKeysExposed: false, warnings: [] });
    process.umask(umask);
  });

  it('may be a link: its target is protected, and links in it are not followed', async () => {
    const place = aDirectory();
    const outside = join(place, 'outside');
    writeFileSync(outside, '');
    chmodSync(outside, 0o644);
    mkdirSync(join(place, 'real'), { mode: 0o755 });
    symlinkSync(outside, join(place, 'real/link'));
    symlinkSync(join(place, 'real'), join(place, 'data'));
    const database = await open(join(place, 'data'));
    expect((statSync(join(place, 'real')).mode & 0o777).toString(8)).toBe('700');
    expect((statSync(outside).mode & 0o777).toString(8)).toBe('644');
    expect(database.warnings).toEqual([]);
    await database.close();
  });
});

describe.runIf(isRoot)('the store of another user', () => {
  it('is refused at once, and nothing is left in it', async () => {
    const directory = aDirectory();
    mkdirSync(join(directory, 'pg'));
    for (const path of [directory, join(directory, 'pg')]) chownSync(path, nobody, nobody);
    await expect(open(directory)).rejects.toThrow(
      `The data directory ${directory} belongs to user ${nobody}, but this process runs as user 0. Run it as user ${nobody}.`,
    );
    expect(readdirSync(directory)).toEqual(['pg']);
    expect(existsSync(join(directory, 'claims'))).toBe(false);
  });

  it('is not one that root keeps in a volume of another user', () => {
    const directory = aDirectory();
    chownSync(directory, nobody, nobody);
    expect(() => requireOwnStore(directory)).not.toThrow();
  });

  it('cannot be read by others', async () => {
    const directory = aDirectory();
    chmodSync(directory, 0o777);
    const database = await open(directory);
    const read = spawnSync('cat', [join(directory, 'pg/PG_VERSION')], { uid: nobody, gid: nobody });
    expect(read.status).toBe(1);
    await database.close();
  });
});
