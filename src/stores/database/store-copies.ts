import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BackgroundWork, createBackgroundWork } from './background-work.ts';
import { type Database, openDatabase } from './database.ts';
import type { StoreFiles } from './embedded-engine.ts';

/*
 * Only one process can open an embedded store, and a server has it open. So whoever wants to read the whole store asks the
 * server for a copy, by a file in the data directory: whoever may write there may read all of it anyway. The copy stands
 * there as after a crash, which the engine recovers from.
 */

const lookEveryMs = 500;
const longestWaitMs = 60_000;

const folderOf = (directory: string) => join(directory, 'copies');
const requestOf = (copy: string) => `${copy}.request`;
const failureOf = (copy: string) => `${copy}.failed`;

/** Makes the copies that others ask for. Removes those that were left behind before. */
export function createCopyMaker({ directory, copyTo }: StoreFiles, onError: (error: unknown) => void): BackgroundWork {
  const folder = folderOf(directory);
  rmSync(folder, { recursive: true, force: true });

  async function make(copy: string): Promise<void> {
    const draft = `${copy}.draft`;
    try {
      await copyTo(draft);
      renameSync(draft, copy);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      writeFileSync(failureOf(copy), error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      rmSync(requestOf(copy), { force: true });
    }
  }

  return createBackgroundWork({
    everyMs: lookEveryMs,
    onError,
    async run() {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) {
        if (name.endsWith('.request')) await make(join(folder, name.slice(0, -'.request'.length)));
      }
    },
  });
}

/** Opens a copy of a store that a server has open. Its directory is removed when it is closed. */
export async function openCopy(directory: string): Promise<Database> {
  mkdirSync(folderOf(directory), { recursive: true, mode: 0o700 });
  const copy = join(folderOf(directory), randomUUID());
  const remove = () => {
    for (const path of [copy, requestOf(copy), failureOf(copy)]) rmSync(path, { recursive: true, force: true });
  };
  try {
    writeFileSync(requestOf(copy), '');
    await copied(copy);
    const database = await openDatabase({ kind: 'embedded', place: { kind: 'directory', directory: copy } });
    return { ...database, close: () => database.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function copied(copy: string): Promise<void> {
  const until = performance.now() + longestWaitMs;
  while (!existsSync(copy)) {
    if (existsSync(failureOf(copy)))
      throw new Error(`The server cannot copy its store: ${readFileSync(failureOf(copy), 'utf8')}`);
    if (performance.now() > until)
      throw new Error('The server made no copy of its store within a minute. Stop it, and try again.');
    await wait(100);
  }
}
