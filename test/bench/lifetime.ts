import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds, median } from './load.ts';
import { figure, table } from './report.ts';
import type { RunningServer } from './servers.ts';

export const lifetimeName = 'start and memory';

type Start = { readonly seconds: number; readonly cpu: number };
type StartOn = (environment: Record<string, string>) => Promise<RunningServer>;

/** The memory of both servers after all requests, and the time to start on an existing store. */
export async function describeLifetime(
  used: RunningServer,
  handWritten: RunningServer,
  databaseUrl: string,
  startOn: StartOn,
  rounds: number,
) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  const embedded = { DATA_DIR: join(folder, 'data') };
  try {
    await (await startOn(embedded)).stop(); // The first start creates the store.
    const starts = [
      ['PostgreSQL', await startsOn({ DATABASE_URL: databaseUrl }, startOn, rounds)],
      ['embedded store', await startsOn(embedded, startOn, rounds)],
    ] as const;
    const cpuOf = (times: readonly Start[]) => median(times.map(({ cpu }) => cpu));
    const rows = starts.map(([store, times]) => [
      `start on an existing ${store}`,
      figure(median(times.map(({ seconds }) => seconds)), 1),
      figure(cpuOf(times), 1),
      figure(cpuOf(times) / cpuOf(starts[0][1]), 2),
    ]);
    const [ours, byHand] = [memoryOf(used), memoryOf(handWritten)];
    const memory = `Memory after all of this: ${figure(ours)} MB, by hand ${figure(byHand)} MB, ratio ${figure(ours / byHand, 1)}`;
    return `${memory}\n\n${table([lifetimeName, 'seconds', 'cpu seconds', 'to PostgreSQL'], rows)}`;
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

/** The resident memory in MB; needs /proc. */
function memoryOf({ processId }: RunningServer): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1]) / 1024;
}
