import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const here = import.meta.dirname;
const root = join(here, '../..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

type Outcome = { readonly code: number; readonly output: string };

async function compile(project: string): Promise<Outcome> {
  const outcome = await run(process.execPath, [compiler, '-p', project], { cwd: root }).catch((error) => error);
  return { code: outcome.code ?? 0, output: outcome.stdout };
}

beforeAll(async () => {
  await run(process.execPath, ['--import', 'tsx', join(here, 'generate.ts')], { cwd: root });
});

// Code that must not compile is marked `@ts-expect-error`; the compiler rejects unnecessary marks.
it('the clients compile against schema.graphql, but not if a result type is missing', async () => {
  expect(await compile('test/clients')).toEqual({ code: 0, output: '' });
  for (const fixture of ['tada-fixture.ts', 'codegen-fixture.ts']) {
    expect(readFileSync(join(here, fixture), 'utf8')).toMatch(/@ts-expect-error: \w+ was left out/);
  }
});
