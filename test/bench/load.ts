import { readdirSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';

export const connections = 16;
const mostRequests = 200_000;

/** A server under load, and the process of its database if that runs on this machine. */
export type Target = { readonly url: string; readonly processId: number; readonly databaseProcessId?: number | null };

/** The requests to send: the same one over and over, or a new one each time. */
export type Shot = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Record<string, string>;
  next(): { readonly path: string; readonly body?: string };
  readonly isAlwaysNew: boolean;
};

export type Round = {
  readonly requestsPerSecond: number;
  readonly p50: number; // ms
  readonly p99: number; // ms
  /** Processor time of the server with its workers, in microseconds per request. */
  readonly cpuPerRequest: number;
  /** The same for the database. */
  readonly databaseCpuPerRequest: number | null;
};

/** Keeps the server busy for some seconds; throws if any request fails. */
export async function fire(target: Target, shot: Shot, seconds: number): Promise<Round> {
  const { method, headers } = shot;
  const durations: number[] = [];
  const databaseProcessId = target.databaseProcessId ?? null;
  const cpuBefore = familyCpuSeconds(target.processId);
  const databaseBefore = databaseProcessId && familyCpuSeconds(databaseProcessId);
  const startedAt = performance.now();
  const run = autocannon({
    url: target.url,
    connections,
    duration: seconds,
    maxOverallRequests: mostRequests,
    timeout: 20,
    requests: [
      shot.isAlwaysNew
        ? { method, headers, ...shot.next(), setupRequest: (request) => ({ ...request, ...shot.next() }) }
        : { method, headers, ...shot.next() },
    ],
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => durations.push(milliseconds));
  const { non2xx, errors, timeouts } = await run;
  const elapsed = (performance.now() - startedAt) / 1_000;
  const cpuAfter = familyCpuSeconds(target.processId);
  const databaseAfter = databaseProcessId && familyCpuSeconds(databaseProcessId);
  if (non2xx + errors + timeouts > 0 || durations.length === 0) {
    throw new Error(`${target.url}: ${non2xx} bad answers, ${errors} errors, ${timeouts} timeouts`);
  }
  durations.sort((one, other) => one - other);
  return {
    requestsPerSecond: durations.length / elapsed,
    p50: quantile(durations, 0.5),
    p99: quantile(durations, 0.99),
    cpuPerRequest: microsecondsEach(cpuBefore, cpuAfter, durations.length),
    databaseCpuPerRequest:
      databaseBefore && databaseAfter && microsecondsEach(databaseBefore, databaseAfter, durations.length),
  };
}

type CpuSeconds = ReadonlyMap<string, number>;

function microsecondsEach(before: CpuSeconds, after: CpuSeconds, requests: number): number {
  return (addedSince(before, after) / requests) * 1_000_000;
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((one, other) => one - other),
    0.5,
  );
}

/** Other processes can only add to the time of a round, so the lower rounds are more accurate. */
export function lowerQuartile(values: readonly number[]): number {
  return quantile(
    [...values].sort((one, other) => one - other),
    0.25,
  );
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Processor time of a process with all its threads, in seconds; needs /proc. */
export function cpuSeconds(processId: number): number | null {
  try {
    const threads = readdirSync(`/proc/${processId}/task`);
    return threads.reduce((sum, thread) => sum + threadSeconds(`/proc/${processId}/task/${thread}`), 0);
  } catch {
    return null;
  }
}

/** Zero for a thread that has just ended. */
function threadSeconds(path: string): number {
  try {
    return Number(readFileSync(`${path}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e9;
  } catch {
    return 0;
  }
}

/** The same for a process and each of its children. */
export function familyCpuSeconds(processId: number): ReadonlyMap<string, number> {
  const own = String(processId);
  const family = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && (name === own || parentOf(name) === own));
  return new Map(family.map((name) => [name, cpuSeconds(Number(name)) ?? 0]));
}

/** The time of processes that began or ended in between is partly missing, but connections do not. */
export function addedSince(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return [...after].reduce((sum, [name, seconds]) => sum + Math.max(0, seconds - (before.get(name) ?? 0)), 0);
}

function parentOf(processId: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
