import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BackgroundWork, createBackgroundWork } from '../stores/background/background-work.ts';
import { makeChannel } from '../stores/database/private-directory.ts';

/*
 * Only one process can open an embedded store. While a server has the store open, the server therefore runs short
 * commands that need the store: the command leaves a file in the data directory and waits for a response file. The
 * server creates the folder for these files, accessible only to its own user: anyone who can write there can read the
 * whole store anyway.
 */

const lookEveryMs = 250;
const longestWaitMs = 30_000;
/** A response may contain a secret, so it is removed after this time if the command did not remove it. */
const longestKeptMs = 60_000;

export type CommandResult = {
  readonly code: number;
  readonly printed: readonly string[];
  readonly errors: readonly string[];
};

const folderOf = (directory: string) => join(directory, 'commands');
const requestEnd = '.request.json';
const answerEnd = '.answer.json';

/** Runs the requested commands one at a time, and deletes files that nobody collected. */
export function createCommandRunner(
  directory: string,
  run: (args: readonly string[]) => Promise<CommandResult>,
  onError: (error: unknown) => void,
): BackgroundWork {
  const folder = folderOf(directory);
  makeChannel(folder);
  return createBackgroundWork({
    everyMs: lookEveryMs,
    onError,
    async run() {
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (name.endsWith(requestEnd)) await answer(path, run);
        else if (isOld(path)) rmSync(path, { force: true });
      }
    },
  });
}

/** The command may remove its file at any time. */
function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < Date.now() - longestKeptMs;
}

async function answer(request: string, run: (args: readonly string[]) => Promise<CommandResult>): Promise<void> {
  const text = readFileSync(request, 'utf8');
  rmSync(request); // Removed first, so that no command runs twice and a broken command does not block others.
  const args: unknown = JSON.parse(text);
  if (!Array.isArray(args)) throw new Error(`${request} does not contain a list of arguments.`);
  write(request.replace(requestEnd, answerEnd), await run(args.map(String)));
}

/** Sends a command to the server that has the store open. */
export async function runInServer(
  directory: string,
  args: readonly string[],
  waitMs: number = longestWaitMs,
): Promise<CommandResult> {
  const name = join(folderOf(directory), randomUUID());
  const until = performance.now() + waitMs;
  try {
    await untilExists(folderOf(directory), until); // The server may still be starting.
    write(name + requestEnd, args);
    await untilExists(name + answerEnd, until);
    return JSON.parse(readFileSync(name + answerEnd, 'utf8'));
  } finally {
    for (const end of [requestEnd, answerEnd]) rmSync(name + end, { force: true });
  }
}

async function untilExists(path: string, until: number): Promise<void> {
  while (!existsSync(path)) {
    if (performance.now() > until) {
      throw new Error('The process that has the store open did not respond. Stop it and try again.');
    }
    await wait(50);
  }
}

/** Written atomically, and readable only by its owner. */
function write(path: string, value: unknown): void {
  const draft = `${path}.draft`;
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600 });
  renameSync(draft, path);
}
