// npm run test:postgres [-- --if-available] [files]: runs the tests of the store and the doors on a real PostgreSQL, which
// reveals races that the embedded store cannot have. Uses the server of TEST_DATABASE_URL, or starts a temporary one from
// this machine's binaries.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findPostgres, startPostgres } from './postgres-server.ts';

const testsOfTheStore = [
  ...['test/stores', 'test/adapters/auth', 'test/usecases', 'test/rest', 'test/graphql'],
  ...['test/server/main/rolling', 'test/server/main/workers', 'test/build/deploy'],
];

const isOptional = process.argv.includes('--if-available');
const project = process.argv.find((argument) => argument.startsWith('--project='));
const files = process.argv.slice(2).filter((argument) => argument !== '--if-available' && argument !== project);

process.exitCode = await main();

async function main(): Promise<number> {
  if (process.env.TEST_DATABASE_URL) return runTests(process.env.TEST_DATABASE_URL);
  const binaries = findPostgres();
  if (!binaries) {
    console.error('!!! No PostgreSQL: neither TEST_DATABASE_URL nor initdb and postgres on this machine.');
    console.error('!!! THE TESTS ON A REAL SERVER DID NOT RUN.');
    return isOptional ? 0 : 1;
  }
  const server = await startPostgres(binaries, ['fsync=off', 'max_connections=300']);
  try {
    return await runTests(server.url);
  } finally {
    await server.stop();
  }
}

async function runTests(url: string): Promise<number> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const chosen = files.length > 0 || project ? files : testsOfTheStore;
  const projects = project ? [project] : ['--project=tests', '--project=processes'];
  const tests = spawn(process.execPath, [vitest, 'run', ...projects, ...chosen], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url },
  });
  // The tests share our process group, so they are interrupted with us; the server must be stopped after them.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
  return new Promise((resolve) => tests.once('close', (code) => resolve(code ?? 1)));
}
