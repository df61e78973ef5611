import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres, freePort } from '../support/postgres-server.ts';

/** A PostgreSQL server that can be killed, frozen and started again on the same data. */
export type FaultyPostgres = {
  readonly url: string;
  /** The folder of its data. */
  readonly folder: string;
  start(): Promise<void>;
  /** Without any chance to finish, as after `kill -9`. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  query(statement: string): Promise<Record<string, unknown>[]>;
  connect(): Promise<pg.Client>;
  remove(): Promise<void>;
};

type Options = { readonly settings?: readonly string[]; readonly folder?: string };

export async function createPostgres({ settings = [], folder }: Options = {}): Promise<FaultyPostgres> {
  const binaries = findPostgres();
  if (binaries === null) throw new Error('There is no PostgreSQL on this machine: neither initdb nor postgres.');
  const home = folder ?? mkdtempSync(join(tmpdir(), 'tollgate-faults-'));
  const account = accountFor(home);
  const data = join(home, 'data');
  const port = await freePort();
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--wal-segsize=1'];
  const made = spawnSync(join(binaries, 'initdb'), initdb, { ...account, cwd: home, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const own = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100'];
  const options = [...own, ...settings].flatMap((setting) => ['-c', setting]);
  let server: ChildProcess | null = null;

  const start = async () => {
    const until = Date.now() + 60_000;
    // After a kill, the last children of the previous server may hold its memory for a moment.
    for (;;) {
      const started = spawn(join(binaries, 'postgres'), ['-D', data, ...options], {
        ...account,
        cwd: home,
        // The folder in which a node of a cluster, as a client of the others, looks for certificates.
        env: { ...process.env, HOME: home },
        stdio: 'ignore',
      });
      server = started;
      const hasEnded = new Promise<'ended'>((resolve) => started.once('close', () => resolve('ended')));
      if ((await Promise.race([hasEnded, answers(url)])) === 'answers') return;
      if (Date.now() > until) throw new Error('PostgreSQL did not start.');
      await wait(200);
    }
  };
  const signalAll = (signal: NodeJS.Signals) => {
    const { pid } = server!;
    const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    for (const each of [pid, ...stdout.trim().split('\n').filter(Boolean).map(Number)]) {
      try {
        process.kill(each!, signal);
      } catch {} // It has just ended.
    }
  };
  const ended = () =>
    new Promise((resolve) =>
      server?.exitCode === null && server.signalCode === null ? server.once('close', resolve) : resolve(null),
    );
  process.once('exit', () => server?.kill('SIGQUIT'));
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {}); // The server is killed in the meantime.
    await client.connect();
    return client;
  };
  await start();
  return {
    url,
    folder: home,
    start,
    kill: async () => {
      const end = ended();
      signalAll('SIGKILL');
      await end;
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    connect,
    query: async (statement) => {
      const client = await connect();
      return (await client.query(statement).finally(() => client.end())).rows;
    },
    remove: async () => {
      const end = ended();
      server?.kill('SIGQUIT');
      await end;
      // A folder of the caller may be the mount point of a file system.
      rmSync(folder === undefined ? home : data, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function accountFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const account = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(folder, account.uid, account.gid);
  return account;
}

async function answers(url: string): Promise<'answers' | 'silent'> {
  for (const until = Date.now() + 30_000; Date.now() < until; await wait(100)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return 'answers';
    } catch {} // Not yet.
  }
  return 'silent';
}
