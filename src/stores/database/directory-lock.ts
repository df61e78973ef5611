import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

type DirectoryLock = { release(): void };

/** Another process has the directory open. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
  readonly directory: string;

  constructor(directory: string, message: string) {
    super(message);
    this.directory = directory;
  }
}

type Holder = { readonly pid: number; readonly host: string; readonly startedAt: string | null };

const heartbeatMs = 3_000;
const expiryMs = 15_000;
const attempts = 6;

/**
 * The embedded engine does not lock its directory, and two processes in one directory would overwrite each other's
 * data. Each process therefore writes a claim beside the data, and holds the directory once it sees no other live
 * claim. Every claim has a unique name, so that removing a dead claim can never remove the claim of a process that has
 * just taken over.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const claims = join(directory, 'claims');
  mkdirSync(claims, { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const claim = writeClaim(claims);
    const rival = findRival(claims, claim);
    if (!rival) return keepAlive(join(claims, claim));
    rmSync(join(claims, claim), { force: true });
    if (attempt === attempts) throw new DirectoryInUse(directory, refusal(directory, rival));
    // Two processes that start simultaneously see each other and both back off; a random delay determines the winner.
    await wait(20 + Math.random() * 100 * attempt);
  }
}

function writeClaim(claims: string): string {
  const self: Holder = { pid: process.pid, host: hostname(), startedAt: startOf(process.pid) };
  const name = `${randomUUID()}.json`;
  const draft = join(claims, `${name}.draft`);
  writeFileSync(draft, JSON.stringify(self));
  renameSync(draft, join(claims, name)); // A claim file appears with its content, or not at all.
  return name;
}

function findRival(claims: string, own: string): Holder | null {
  for (const name of readdirSync(claims)) {
    if (name === own || !name.endsWith('.json')) continue;
    const file = join(claims, name);
    const holder = readHolder(file);
    if (holder && isAlive(holder, file)) return holder;
    rmSync(file, { force: true });
  }
  return null;
}

function readHolder(file: string): Holder | null {
  try {
    const { pid, host, startedAt } = JSON.parse(readFileSync(file, 'utf8'));
    return { pid: Number(pid), host: String(host), startedAt: startedAt ?? null };
  } catch {
    return null; // Another process has removed the claim.
  }
}

function isAlive(holder: Holder, file: string): boolean {
  if (holder.host !== hostname()) {
    // Processes on another host or in another container are invisible, so the heartbeat decides.
    const beatAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Date.now() - beatAt < expiryMs;
  }
  // The start time reveals whether the process id has been reused.
  return processExists(holder.pid) && (holder.startedAt === null || holder.startedAt === startOf(holder.pid));
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process started, in clock ticks since boot; null without /proc. */
function startOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function keepAlive(file: string): DirectoryLock {
  const timer = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      // Someone has removed the claim, so there is nothing to keep alive.
    }
  }, heartbeatMs).unref();
  return {
    release() {
      clearInterval(timer);
      rmSync(file, { force: true });
    },
  };
}

function refusal(directory: string, { pid, host }: Holder): string {
  const who = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  const gone =
    host === hostname() ? '' : ` If that process is gone, its claim expires after ${expiryMs / 1000} seconds.`;
  return `The data directory ${directory} is in use by ${who}. Stop that process, or set DATA_DIR to another directory.${gone}`;
}
