import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

export type Cluster = { readonly url: string; stop(): Promise<void> };

/** A throw-away PostgreSQL server from the binaries of this machine, on a free port of 127.0.0.1. */
export async function startCluster(): Promise<Cluster> {
  const binaries = await findBinaries();
  const identity = await unprivileged();
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-bench-'));
  if (identity.uid !== undefined) await chown(directory, identity.uid, identity.gid ?? identity.uid);
  const data = join(directory, 'data');
  await run(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...identity,
    cwd: directory,
  });
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${directory}`];
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...identity,
    cwd: directory,
    stdio: 'ignore',
    detached: true, // Ctrl-C reaches the bench alone, which stops its servers in order.
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    if (server.exitCode === null) server.kill('SIGINT');
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  if (await answers(url)) return { url, stop };
  await stop();
  throw new Error('The PostgreSQL server did not start.');
}

async function findBinaries(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const installed = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((v) => `/usr/lib/postgresql/${v}/bin`);
  for (const directory of [...installed, ...(process.env.PATH ?? '').split(delimiter)]) {
    const names = await readdir(directory).catch((): string[] => []);
    if (names.includes('initdb') && names.includes('postgres')) return directory;
  }
  throw new Error('No PostgreSQL binaries found: install them, or set BENCH_DATABASE_URL.');
}

/** PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<Pick<SpawnOptions, 'uid' | 'gid'>> {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    const ids = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]).catch(() => null);
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
}

async function answers(url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new pg.Client({ connectionString: url });
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isUp) return true;
    await sleep(100);
  }
  return false;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('There is no free port.')),
      );
    });
  });
}
