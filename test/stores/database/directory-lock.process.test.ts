import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { lockDirectory } from '../../../src/stores/database/directory-lock.ts';
import { type Child, startChild } from '../../support/child.ts';
import { aDirectory } from '../../support/directory.ts';

const children: Child[] = [];
const claimsIn = (directory: string) => readdirSync(join(directory, 'claims'));

function holder(directory: string): Child {
  const child = startChild('test/support/lock-holder.ts', [directory]);
  children.push(child);
  return child;
}

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')));
});

function writeClaim(
  directory: string,
  claim: { pid: number; host: string; startedAt: string | null },
  ageMs = 0,
): void {
  mkdirSync(join(directory, 'claims'), { recursive: true });
  const file = join(directory, 'claims', `${claim.host}.json`);
  writeFileSync(file, JSON.stringify(claim));
  const at = new Date(Date.now() - ageMs);
  utimesSync(file, at, at);
}

describe('lockDirectory', () => {
  it('refuses a directory that is locked by another process, and reports the process', async () => {
    const directory = aDirectory();
    const first = holder(directory);
    await first.line(/^held$/);
    await expect(lockDirectory(directory)).rejects.toThrow(
      `The data directory ${directory} is in use by process ${first.process.pid}. Stop that process, or set DATA_DIR`,
    );
    const second = holder(directory);
    await second.line(/in use by process/);
    expect(await second.ended()).toBe(1);
    expect(claimsIn(directory)).toHaveLength(1);
  });

  it('refuses a directory that this process has already locked, until it is released', async () => {
    const directory = aDirectory();
    const lock = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${process.pid}`);
    lock.release();
    expect(claimsIn(directory)).toEqual([]);
    (await lockDirectory(directory)).release();
  });

  it('takes over from a process that was killed', async () => {
    const directory = aDirectory();
    const first = holder(directory);
    await first.line(/^held$/);
    await first.end('SIGKILL');
    expect(claimsIn(directory)).toHaveLength(1);
    (await lockDirectory(directory)).release();
    expect(claimsIn(directory)).toEqual([]);
  });

  it('allows only one of several processes to take over', { timeout: 60_000 }, async () => {
    const directory = aDirectory();
    writeClaim(directory, { pid: 999_999_999, host: hostname(), startedAt: '1' });
    const rivals = Array.from({ length: 6 }, () => holder(directory));
    await Promise.all(rivals.map((rival) => rival.line(/./)));
    expect(rivals.filter(({ output }) => output.includes('held'))).toHaveLength(1);
  });

  it('recognizes a process id that has been reused', async () => {
    const directory = aDirectory();
    writeClaim(directory, { pid: process.pid, host: hostname(), startedAt: 'another time' });
    (await lockDirectory(directory)).release();
  });

  it('judges a claim from another host by its heartbeat', async () => {
    const directory = aDirectory();
    writeClaim(directory, { pid: 1, host: 'elsewhere', startedAt: null }, 5_000);
    await expect(lockDirectory(directory)).rejects.toThrow('in use by process 1 on elsewhere');
    writeClaim(directory, { pid: 1, host: 'elsewhere', startedAt: null }, 20_000);
    (await lockDirectory(directory)).release();
  });
});
