import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CommandResult, createCommandRunner, runInServer } from '../../src/cli/served-commands.ts';
import type { BackgroundWork } from '../../src/stores/background/background-work.ts';

let directory: string;
let runner: BackgroundWork | null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-commands-'));
  runner = null;
});
afterEach(async () => {
  await runner?.stop();
  rmSync(directory, { recursive: true, force: true });
});

function serve(
  run: (args: readonly string[]) => Promise<CommandResult>,
  onError: (error: unknown) => void = () => {},
): void {
  runner = createCommandRunner(directory, run, onError);
  runner.start();
}

const folder = () => join(directory, 'commands');

it('returns the output of each of several commands, and leaves no files behind', async () => {
  const modes: string[] = [];
  serve(async (args) => {
    modes.push((statSync(folder()).mode & 0o777).toString(8));
    return { code: args.length, printed: [`ran ${args.join(' ')}`], errors: [] };
  });
  const asked = [['clients', 'list'], ['tenants', 'list', '--json'], ['token']];
  const answers = await Promise.all(asked.map((args) => runInServer(directory, args)));
  expect(answers).toEqual([
    { code: 2, printed: ['ran clients list'], errors: [] },
    { code: 3, printed: ['ran tenants list --json'], errors: [] },
    { code: 1, printed: ['ran token'], errors: [] },
  ]);
  expect(readdirSync(folder())).toEqual([]);
  expect(modes).toEqual(['700', '700', '700']);
});

it('suggests a fix when no server responds, and withdraws the command', async () => {
  const answered = () => runInServer(directory, ['clients', 'list'], 100);
  const advice = 'The process that has the store open did not respond. Stop it and try again.';
  await expect(answered()).rejects.toThrow(advice);
  expect(readdirSync(directory)).toEqual([]); // Only the server creates the folder.
  mkdirSync(folder());
  await expect(answered()).rejects.toThrow(advice);
  expect(readdirSync(folder())).toEqual([]);
});

it('runs no abandoned command, and keeps no response that was not read', async () => {
  mkdirSync(folder());
  writeFileSync(join(folder(), 'old.request.json'), '["clients","list"]');
  const ran: string[] = [];
  serve(async (args) => {
    ran.push(args.join(' '));
    return { code: 0, printed: [], errors: [] };
  });
  expect(readdirSync(folder())).toEqual([]);
  await runInServer(directory, ['first']);
  const answer = join(folder(), 'gone.answer.json');
  writeFileSync(answer, '{}');
  utimesSync(answer, new Date(), new Date(Date.now() - 120_000));
  await runInServer(directory, ['second']);
  await runInServer(directory, ['third']);
  expect(existsSync(answer)).toBe(false);
  expect(ran).toEqual(['first', 'second', 'third']);
});

it('continues after a command that fails or is unknown', async () => {
  const failures: string[] = [];
  serve(
    async ([name]) => {
      if (name === 'fails') throw new Error('The store is closed.');
      return { code: 0, printed: [String(name)], errors: [] };
    },
    (error) => failures.push(error instanceof Error ? error.message : String(error)),
  );
  const failing = runInServer(directory, ['fails'], 800);
  await expect(failing).rejects.toThrow('did not respond');
  writeFileSync(join(folder(), '0.request.json'), '{');
  writeFileSync(join(folder(), '1.request.json'), '{}');
  expect(await runInServer(directory, ['works'])).toMatchObject({ printed: ['works'] });
  expect(failures[0]).toBe('The store is closed.');
  expect(failures).toHaveLength(3);
});
