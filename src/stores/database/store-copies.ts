import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BackgroundWork, createBackgroundWork } from '../background/background-work.ts';
import { type Database, openDatabase } from './database.ts';
import type { StoreFiles } from './embedded-engine.ts';
import { makeChannel } from './private-directory.ts';

/*
 * Only one process can open an embedded store, and a running server has it open. A command that reads the whole store
 * therefore requests a copy from the server through a file in the data directory. Anyone who can write there can read
 * the whole store anyway. The copy looks like a store after a crash, from which the engine recovers. The server creates
 * the folder for requests, accessible only to its own user.
 */

const lookEveryMs = 500;
const longestWaitMs = 60_000;

const folderOf = (directory: string) => join(directory, 'copies');
const requestOf = (copy: string) => `${copy}.request`;
const failureOf = (copy: string) => `${copy}.failed`;

/** Makes the requested copies, after removing leftover copies. */
export function createCopyMaker({ directory, copyTo }: StoreFiles, onError: (error: unknown) => void): BackgroundWork {
  const folder = folderOf(directory);
  makeChannel(folder);

  async function make(copy: string): Promise<void> {
    const draft = `${copy}.draft`;
    try {
      await copyTo(draft);
      // Without its request, nobody waits for the copy or removes it.
      if (existsSync(requestOf(copy))) renameSync(draft, copy);
      else rmSync(draft, { recursive: true });
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
      for (const name of readdirSync(folder)) {
        if (name.endsWith('.request')) await make(join(folder, name.slice(0, -'.request'.length)));
      }
    },
  });
}

/** Opens a copy of a store that a server has open. Its directory is removed on closing. */
export async function openCopy(directory: string, trailKey?: Uint8Array): Promise<Database> {
  const copy = join(folderOf(directory), randomUUID());
  const remove = () => {
    for (const path of [copy, requestOf(copy), failureOf(copy)]) rmSync(path, { recursive: true, force: true });
  };
  try {
    await copied(copy);
    const database = await openDatabase({ kind: 'embedded', place: { kind: 'directory', directory: copy }, trailKey });
    return { ...database, close: () => database.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function copied(copy: string): Promise<void> {
  const until = performance.now() + longestWaitMs;
  let isAsked = false;
  while (!existsSync(copy)) {
    // The folder is missing while the server is starting.
    if (!isAsked && existsSync(dirname(copy))) {
      writeFileSync(requestOf(copy), '', { mode: 0o600 });
      isAsked = true;
    }
    if (existsSync(failureOf(copy)))
      throw new Error(`The server cannot copy its store: ${readFileSync(failureOf(copy), 'utf8')}`);
    if (performance.now() > until)
      throw new Error('The server did not copy its store within a minute. Stop it, and try again.');
    await wait(100);
  }
}
