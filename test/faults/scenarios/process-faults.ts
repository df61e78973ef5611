import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isReady, type Replica } from '../gateway.ts';
import { tollgate } from '../outcome.ts';
import type { FaultyPostgres } from '../postgres.ts';
import { onStage, type Report, type Setting, untilReady } from '../stage.ts';
import { Untried } from './untried.ts';

const kills = 50;

/** Kills a gateway, the database, the other gateway, the database, and so on. */
export const killAll = (): Promise<Report> =>
  onStage({}, async ({ postgres, replicas }) => {
    for (let kill = 0; kill < kills; kill++) {
      await wait(300 + Math.random() * 1_200);
      if (kill % 2 === 0) {
        const killed = replicas[(kill / 2) % 2]!;
        await killed.kill();
        await killed.start();
      } else {
        await postgres.kill();
        await postgres.start();
        await Promise.all(replicas.map(untilReady));
      }
    }
    return `${kills / 2} kills of a gateway, ${kills / 2} of the database`;
  });

export const rollingRestart = (): Promise<Report> =>
  onStage({}, async ({ replicas, replica }) => {
    for (const old of [...replicas]) {
      const fresh = await replica();
      await fresh.start();
      replicas.push(fresh);
      await old.stop();
      replicas.splice(replicas.indexOf(old), 1);
      await wait(3_000);
    }
    return 'two gateways replaced, one after the other';
  });

/** Long enough for each release to seal what the other has written, about once a minute. */
const besideMs = 70_000;

/**
 * The new release migrates the store under the old one, which continues to write for a while. 0.1.0 cannot claim
 * idempotency keys in an upgraded store: it does nothing and returns 500, and the client repeats the request.
 */
export const rollingUpgrade = async (make?: (folder: string) => Promise<FaultyPostgres>): Promise<Report> => {
  const { version, folder } = buildLastRelease();
  const setting = {
    replicas: { folder },
    repeatsFailures: version === '0.1.0',
    ...(make && { server: await make(folder) }),
  };
  return onStage(setting, async ({ replicas, replica }) => {
    for (const old of [...replicas]) {
      const fresh = await replica({ folder: '.' });
      await fresh.start();
      replicas.push(fresh);
      await wait(besideMs);
      await old.stop();
      replicas.splice(replicas.indexOf(old), 1);
    }
    await wait(3_000);
    return `from ${version}, both releases writing for ${besideMs / 1_000} seconds, twice`;
  });
};

/** The next release: this one, with additional migrations. */
function nextRelease(migrations: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-next-'));
  for (const entry of ['dist', 'prisma', 'package.json']) cpSync(entry, join(folder, entry), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [name, sql] of Object.entries(migrations)) {
    mkdirSync(join(folder, 'prisma/migrations', name));
    writeFileSync(join(folder, 'prisma/migrations', name, 'migration.sql'), sql);
  }
  return folder;
}

const besideNext = {
  '29990101000000_next': 'ALTER TABLE "tenants" ADD COLUMN "next" TEXT;',
  '29990102000000_next_index': 'CREATE INDEX "tenants_next_idx" ON "tenants"("next");',
};

/**
 * To the next release, whose migrations are compatible with this one. First it fails to start after it has migrated;
 * then a gateway of this release is restarted beside it. It is a fault if a gateway of this release is ever not ready.
 */
export const nextUpgrade = (setting: Setting = {}): Promise<Report> => {
  const failing = nextRelease({ ...besideNext, '29990103000000_failing': 'SELECT 1 / 0;' });
  const folder = nextRelease(besideNext);
  return onStage(setting, async ({ postgres, replicas, replica }) => {
    let unready = 0;
    let polls = 0;
    let leaving: Replica | undefined;
    const polling = setInterval(async () => {
      const asked = replicas.filter((one) => one !== leaving);
      const ready = await Promise.all(asked.map(({ url }) => isReady(url)));
      polls += ready.length;
      unready += ready.filter((is, index) => !is && asked[index] !== leaving).length;
    }, 200);
    try {
      const { code, output } = await tollgate(postgres.url, ['migrate'], failing);
      if (code === 0 || !/29990103000000_failing failed/.test(output)) throw new Error(`It did not fail: ${output}`);
      await wait(10_000);
      const [first] = replicas;
      leaving = first;
      await first!.stop();
      await first!.start();
      leaving = undefined;
      await wait(3_000);
      for (const old of [...replicas]) {
        const fresh = await replica({ folder });
        await fresh.start();
        replicas.push(fresh);
        await wait(5_000);
        leaving = old;
        await old.stop();
        replicas.splice(replicas.indexOf(old), 1);
      }
    } finally {
      clearInterval(polling);
    }
    if (unready > 0) throw new Error(`${unready} of ${polls} polls found a gateway that was not ready.`);
    return `a failed start of the next release, then two replaced, ${polls} polls ready`;
  });
};

/** Built from the commit that took the snapshots of the newest release. */
function buildLastRelease(): { readonly version: string; readonly folder: string } {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30 }).stdout.trim();
  const added = git('log', '--diff-filter=A', '--format=%H', '--name-only', '-1', '--', 'test/stores/released/*.json');
  const [commit, , file] = added.split('\n');
  if (!commit || !file) throw new Untried('the repository has no commit of the last release, as in a shallow clone');
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-release-'));
  spawnSync('sh', ['-c', `git archive ${commit} | tar x -C ${folder}`]);
  // Separate packages, because this release may have dropped some.
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  const installed = run('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund');
  const { status, stderr } = installed.status === 0 ? run(process.execPath, 'src/build/build.mjs') : installed;
  if (status !== 0 || !existsSync(join(folder, 'dist/main.js'))) throw new Untried(`it could not be built: ${stderr}`);
  return { version: file.replace(/^.*\/|\.json$/g, ''), folder };
}

/** Longer than the time after which another attempt may take over an idempotency key. */
const frozenMs = 65_000;

export const freeze = (): Promise<Report> =>
  onStage({}, async ({ postgres, replicas }) => {
    postgres.freeze();
    await wait(8_000);
    postgres.thaw();
    await Promise.all(replicas.map(untilReady));
    await wait(2_000);
    const [first] = replicas;
    first!.freeze();
    await wait(frozenMs);
    first!.thaw();
    await wait(5_000);
    return `the database for 8 seconds, a gateway for ${frozenMs / 1_000}`;
  });

const faketime = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/local/lib']
  .map((folder) => join(folder, 'faketime/libfaketime.so.1'))
  .find(existsSync);

export const clockJumps = async (): Promise<Report> => {
  if (!faketime) throw new Untried('there is no libfaketime (package faketime)');
  const offset = join(mkdtempSync(join(tmpdir(), 'tollgate-clock-')), 'offset');
  const { writeFileSync } = await import('node:fs');
  const set = (text: string) => writeFileSync(offset, text);
  set('+0');
  const environment = {
    LD_PRELOAD: faketime,
    FAKETIME_TIMESTAMP_FILE: offset,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
  return onStage({}, async ({ replicas, replica }) => {
    const jumping = await replica({ environment });
    await jumping.start();
    replicas.push(jumping);
    for (const jump of ['+2h', '-1h', '+30s', '-30s', '+0']) {
      set(jump);
      await wait(4_000);
    }
    return 'one of three gateways by +2 h, -1 h, +30 s and -30 s';
  });
};
