import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds, median } from './load.ts';
import { figure, table } from './report.ts';
import type { RunningServer } from './servers.ts';

export const lifetimeName = 'start and memory';

type Start = { readonly seconds: number; readonly cpu: number };
type StartOn = (environment: Record<string, string>) => Promise<RunningServer>;

/** The gateway's memory after all requests, and the time to start on an existing store. */
export async function describeLifetime(used: RunningServer, databaseUrl: string, startOn: StartOn, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  const embedded = { DATA_DIR: join(folder, 'data') };
  try {
    await (await startOn(embedded)).stop(); // The first start creates the store.
    const starts = [
      ['PostgreSQL', await startsOn({ DATABASE_URL: databaseUrl }, startOn, rounds)],
      ['embedded store', await startsOn(embedded, startOn, rounds)],
    ] as const;
    const rows = starts.map(([store, times]) => [
      `start on an existing ${store}`,
      figure(median(times.map(({ seconds }) => seconds)), 1),
      figure(median(times.map(({ cpu }) => cpu)), 1),
    ]);
    return `Memory after all of this: ${memoryOf(used)} MB\n\n${table([lifetimeName, 'seconds', 'cpu seconds'], rows)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startsOn(environment: Record<string, string>, startOn: StartOn, rounds: number): Promise<Start[]> {
  const starts: Start[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const server = await startOn(environment);
    starts.push({
      seconds: (performance.now() - startedAt) / 1_000,
      cpu: cpuSeconds(server.processId) ?? Number.NaN,
    });
    await server.stop();
  }
  return starts;
}

/** The resident memory; `-` if the system does not report it. */
function memoryOf({ processId }: RunningServer): string {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1];
    return figure(Number(kilobytes) / 1024);
  } catch {
    return '-';
  }
}
