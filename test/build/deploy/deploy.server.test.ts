import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { builtMain } from '../../support/built.ts';
import { environmentOf, readComposition, readStages, root, wordsOf } from '../../support/deployment.ts';
import { aDirectory } from '../../support/directory.ts';
import { findPostgres, freePort } from '../../support/postgres-server.ts';
import { createServerDatabase } from '../../support/stores.ts';

const run = promisify(execFile);

/** The folder, settings and commands of the image and the composition, checked without Docker. */
it('the image and its database run as src/build/deploy has them', { timeout: 240_000 }, async () => {
  const { url, drop } = await createServerDatabase(process.env.TEST_DATABASE_URL!);
  onTestFinished(drop);
  builtMain();
  const folder = `${aDirectory()}/app`;
  execFileSync(process.execPath, ['src/build/package.mjs', folder], { cwd: root });

  const image = readStages().at(-1)!;
  const { tollgate, database } = readComposition({ DATABASE_PASSWORD: 'secret' }).services;
  const environment = {
    PATH: process.env.PATH,
    ...environmentOf(image),
    ...tollgate!.environment,
    PORT: String(await freePort()),
    DATABASE_URL: url,
  };
  const [node, ...words] = wordsOf(image, 'CMD');
  expect(node).toBe('node');
  const gateway = spawn(process.execPath, words, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void gateway.kill('SIGKILL'));
  const [command, ...check] = wordsOf(image, 'HEALTHCHECK');
  expect(command).toBe('node');
  const health = () =>
    run(process.execPath, check, { cwd: folder, env: environment }).then(
      () => 0,
      ({ code }) => code,
    );
  expect(await health()).toBe(1); // It is still starting.
  for await (const line of createInterface({ input: gateway.stderr })) if (line.includes('"msg":"listening"')) break;
  expect(await health()).toBe(0);
  gateway.stderr.resume();

  const server = new URL(url);
  const [, ready, ...options] = database!.healthcheck!.test;
  const binary = `${findPostgres()}/${ready}`;
  if (existsSync(binary)) {
    const at = { PGHOST: server.hostname, PGPORT: server.port };
    const { stdout } = await run(binary, options, { env: at });
    expect(stdout).toContain('accepting connections');
  }

  gateway.kill('SIGTERM');
  expect(await once(gateway, 'close')).toEqual([0, null]);
  expect(await health()).toBe(1);
});
