// npm run test:postgres [-- --if-available] [files]: the tests of the store and the doors on a real PostgreSQL, where races
// show that the embedded store cannot have. Uses the server of TEST_DATABASE_URL, or starts one of its own from the
// binaries of this machine, and takes it away afterwards.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const testsOfTheStore = ['test/stores', 'test/auth', 'test/usecases', 'test/rest', 'test/graphql'];
const startLimitMs = 30_000;

const isOptional = process.argv.includes('--if-available');
const files = process.argv.slice(2).filter((argument) => argument !== '--if-available');

process.exitCode = await main();

async function main() {
  if (process.env.TEST_DATABASE_URL) return runTests(process.env.TEST_DATABASE_URL);
  const binaries = findBinaries();
  if (!binaries) {
    console.error('!!! No PostgreSQL: neither TEST_DATABASE_URL nor initdb and postgres on this machine.');
    console.error('!!! THE TESTS ON A REAL SERVER DID NOT RUN.');
    return isOptional ? 0 : 1;
  }
  const server = await startServer(binaries);
  try {
    return await runTests(server.url);
  } finally {
    await server.stop();
  }
}

async function runTests(url) {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const tests = spawn(process.execPath, [vitest, 'run', ...(files.length > 0 ? files : testsOfTheStore)], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url },
  });
  // The tests are interrupted with us, as one group; the server has to be stopped after them.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal));
  return new Promise((resolve) => tests.once('close', (code) => resolve(code ?? 1)));
}

/** The folder with initdb and postgres: on the PATH, or where packages put them, the newest first. */
function findBinaries() {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => existsSync(join(folder, 'initdb')));
  const installed = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr'].flatMap((parent) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((name) => /^(\d+|postgresql(@\d+)?|pgsql-\d+)$/.test(name))
      .sort((one, other) => versionOf(other) - versionOf(one))
      .map((name) => join(parent, name, 'bin')),
  );
  const folders = [...onPath.map((folder) => dirname(realpathSync(join(folder, 'initdb')))), ...installed];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

function versionOf(name) {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}

async function startServer(binaries) {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-postgres-'));
  const account = accountFor(directory);
  const data = join(directory, 'data');
  const port = await freePort();
  const options = { ...account, cwd: directory };
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(join(binaries, 'initdb'), initdb, { ...options, encoding: 'utf8' });
  if (made.status !== 0) {
    rmSync(directory, { recursive: true, force: true });
    throw new Error(`initdb failed: ${made.stderr || made.error}`);
  }
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=300',
  ];
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  process.once('exit', () => server.kill('SIGQUIT'));
  const stop = async () => {
    server.kill('SIGINT'); // PostgreSQL's word for: end connections, then stop.
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  if (await answers(url)) return { url, stop };
  await stop();
  throw new Error('PostgreSQL did not start.');
}

/** PostgreSQL refuses to run as root: somebody without rights does it then. */
function accountFor(directory) {
  if (process.getuid?.() !== 0) return {};
  const name = ['postgres', 'nobody'].find((user) => spawnSync('id', [user]).status === 0);
  if (!name) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' })));
  chownSync(directory, uid, gid);
  return { uid, gid };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(url) {
  const limit = Date.now() + startLimitMs;
  while (Date.now() < limit) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await wait(100);
    }
  }
  return false;
}
