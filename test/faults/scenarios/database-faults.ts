import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../support/postgres-server.ts';
import { onStage, type Report, untilReady } from '../stage.ts';
import { Untried } from './untried.ts';

const diskBytes = 512 * 1024 * 1024;
const leftBytes = 1024 * 1024;

/** The data is on a separate file system, which is filled up and then emptied. */
export const fullDisk = async (): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder], { encoding: 'utf8' });
  if (mounted.status !== 0) throw new Untried(`no file system can be mounted here: ${mounted.stderr.trim()}`);
  try {
    return await onStage({ postgres: { folder } }, async ({ postgres, replicas, load }) => {
      const filler = join(folder, 'filler');
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - leftBytes));
      const refused = () => [...load.refusals.values()].reduce((sum, count) => sum + count, load.resets);
      const refusedBefore = refused();
      // A gateway that notices it first receives no requests to refuse.
      const isNoticed = () => refused() > refusedBefore || replicas.some(({ isReady }) => !isReady);
      for (const until = Date.now() + 600_000; Date.now() < until && !isNoticed(); ) await wait(200);
      if (!isNoticed()) throw new Error('The disk did not become full.');
      await wait(8_000);
      rmSync(filler);
      // PostgreSQL stops if it cannot write its log.
      if (
        !(await postgres.query('SELECT 1').then(
          () => true,
          () => false,
        ))
      ) {
        await postgres.kill();
        await postgres.start();
      }
      await Promise.all(replicas.map(untilReady));
      return 'for 8 seconds';
    });
  } finally {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Two gateways with pools of 10 and their checks, where the server allows fewer than one pool. */
export const connectionLimit = (): Promise<Report> =>
  onStage({ writers: 16 }, async ({ postgres }) => {
    await postgres.query('CREATE ROLE others LOGIN');
    const others: pg.Client[] = [];
    // All but eight connections are taken by other programs.
    for (const until = Date.now() + 20_000; Date.now() < until; await wait(20)) {
      const client = new pg.Client({ connectionString: postgres.url.replace('postgres@', 'others@') });
      client.on('error', () => {});
      await client.connect().then(
        () => others.push(client),
        () => {},
      );
    }
    await Promise.all(others.map((client) => client.end()));
    return `${others.length} of 100 connections held by others for up to 20 seconds`;
  });

export const readOnly = (): Promise<Report> =>
  onStage({}, async ({ postgres, replicas }) => {
    await postgres.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await postgres.query('SELECT pg_reload_conf()');
    await wait(8_000);
    const unready = replicas.filter(({ isReady }) => !isReady).length;
    const client = await postgres.connect();
    await client.query('SET default_transaction_read_only = off');
    await client.query('ALTER SYSTEM RESET default_transaction_read_only');
    await client.query('SELECT pg_reload_conf()');
    await client.end();
    await Promise.all(replicas.map(untilReady));
    if (unready < 2) throw new Error('A gateway of a database that can only be read said that it was ready.');
    return 'for 8 seconds, both gateways not ready';
  });

/** As by an operator who forgot to commit. */
export const lockHeld = (): Promise<Report> =>
  onStage({}, async ({ postgres }) => {
    const client = await postgres.connect();
    await client.query(`BEGIN; LOCK TABLE transactions IN SHARE ROW EXCLUSIVE MODE`);
    await wait(12_000);
    await client.query('ROLLBACK');
    await client.query(`BEGIN; SELECT FROM transactions FOR UPDATE; UPDATE tenants SET name = name`);
    await wait(12_000);
    await client.query('ROLLBACK');
    await client.end();
    return 'on the table of documents for 12 seconds, on all of their rows for 12';
  });

/** The pooler is also killed and restarted. */
export const pooler = async (): Promise<Report> => {
  const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(
    (path) => spawnSync(path, ['--version']).status === 0,
  );
  if (!program) throw new Untried('there is no PgBouncer');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-pooler-'));
  chmodSync(folder, 0o755);
  const start = (serverPort: string) => {
    const settings = join(folder, 'pgbouncer.ini');
    const lines = [
      '[databases]',
      `* = host=127.0.0.1 port=${serverPort} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 20',
      `logfile = ${join(folder, 'log')}`,
    ];
    writeFileSync(settings, `${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'log'), '');
    chmodSync(join(folder, 'log'), 0o666);
    return spawn(program, ['-q', ...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), settings], {
      stdio: 'ignore',
    });
  };
  let running: ReturnType<typeof spawn> | null = null;
  try {
    const database = ({ url }: { readonly url: string }) => {
      running ??= start(new URL(url).port);
      const pooled = new URL(url);
      pooled.port = String(port);
      return pooled.href;
    };
    return await onStage({ database }, async ({ postgres, replicas }) => {
      for (let kill = 0; kill < 5; kill++) {
        await wait(1_500);
        const ended = new Promise((resolve) => running!.once('close', resolve));
        running!.kill('SIGKILL');
        await ended;
        running = start(new URL(postgres.url).port);
        await Promise.all(replicas.map(untilReady));
      }
      return 'PgBouncer by transaction, killed 5 times';
    });
  } finally {
    (running as ReturnType<typeof spawn> | null)?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
};
