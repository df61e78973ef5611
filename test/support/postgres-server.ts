import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const startLimitMs = 30_000;

export type PostgresServer = { readonly url: string; readonly processId: number | null; stop(): Promise<void> };

/** The folder with initdb and postgres: on the PATH, or where packages install them, newest first; null if not found. */
export function findPostgres(): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => existsSync(join(folder, 'initdb')));
  const installed = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr'].flatMap((parent) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((name) => /^(\d+|postgresql(@\d+)?|pgsql-\d+)$/.test(name))
      .sort((one, other) => versionOf(other) - versionOf(one))
      .map((name) => join(parent, name, 'bin')),
  );
  const folders = [...onPath.map((folder) => dirname(realpathSync(join(folder, 'initdb')))), ...installed];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null;
}

function versionOf(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}

/** A separate server on a free port of 127.0.0.1, with its data in the system's temporary folder until it stops. */
export async function startPostgres(binaries: string, settings: readonly string[]): Promise<PostgresServer> {
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
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...all.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: 'ignore',
    detached: true, // Ctrl-C must only reach us; we stop the server when it is no longer used.
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  process.once('exit', () => server.kill('SIGQUIT'));
  const stop = async () => {
    server.kill('SIGINT'); // The signal for a fast shutdown: ends connections, then stops.
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  if (await answers(url)) return { url, processId: server.pid ?? null, stop };
  await stop();
  throw new Error('PostgreSQL did not start.');
}

/** PostgreSQL refuses to run as root, so an unprivileged user runs it then. */
function accountFor(directory: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const name = ['postgres', 'nobody'].find((user) => spawnSync('id', [user]).status === 0);
  if (!name) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  const account = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(directory, account.uid, account.gid);
  return account;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function answers(url: string): Promise<boolean> {
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
