import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ledger } from './load.ts';
import type { FaultyPostgres } from './postgres.ts';
import type { Receiver } from './receiver.ts';

/** The fate of acknowledged requests; `faults` lists everything that should not happen. */
export type Outcome = {
  readonly lost: number;
  readonly doubled: number;
  /** Changes whose webhook waits for a time set by a wrong clock. */
  readonly delayed: number;
  readonly faults: readonly string[];
};

type Database = Pick<FaultyPostgres, 'query' | 'url'>;

/**
 * Compares the store with the acknowledged requests, waits for the webhooks, and recounts figures and the audit trail.
 */
export async function outcomeOf(database: Database, ledger: Ledger, receiver: Receiver): Promise<Outcome> {
  const faults = [...ledger.unexpected];
  let [lost, doubled] = [0, 0];
  const rows = (await database.query(
    `SELECT external_id, service_id::text, version FROM transactions WHERE source = '1'`,
  )) as { external_id: string; service_id: string; version: number }[];
  const stored = new Map(rows.map((row) => [row.external_id, row]));
  for (const [externalId, { serviceId, version }] of ledger.documents) {
    const row = stored.get(externalId);
    if (row?.service_id !== serviceId || row.version < version) lost++;
    else if (row.version > version) doubled++;
    else continue;
    faults.push(`${externalId}: version ${row?.version ?? 'none'} instead of ${version}`);
  }
  const { untold, delayed } = await waitForEvents(database, ledger, receiver);
  lost += untold.length;
  if (untold.length > 0) faults.push(`${untold.length} changes without a webhook, such as ${untold[0]}`);
  const twice = [...receiver.told].filter(([, ids]) => ids.size > 1);
  doubled += twice.length;
  if (twice.length > 0) faults.push(`${twice.length} changes with two events, such as ${twice[0]![0]}`);
  for (const command of [
    ['totals', 'verify'],
    ['audit', 'verify'],
  ]) {
    const { code, output } = await tollgate(database.url, command);
    if (code !== 0) faults.push(`tollgate ${command.join(' ')}: ${output.slice(0, 1_000)}`);
  }
  return { lost, doubled, delayed, faults };
}

const eventsWithinMs = 300_000;

/**
 * The changes that no webhook reported. A filing is reported by one event; changes by writers are reported individually.
 */
async function waitForEvents(database: Database, { documents }: Ledger, { told }: Receiver) {
  const expected = [...documents]
    .filter(([externalId]) => !externalId.includes('-june-'))
    .flatMap(([, { serviceId, version }]) =>
      Array.from({ length: version }, (_, index) => `${serviceId} ${index + 1}`),
    );
  for (const until = Date.now() + eventsWithinMs; ; await wait(500)) {
    const missing = expected.filter((version) => !told.has(version));
    if (missing.length === 0) return { untold: [], delayed: 0 };
    const waiting = await database.query(`SELECT concat_ws(' ', data ->> 'serviceId', data ->> 'version') AS version
      FROM webhook_deliveries WHERE status = 'PENDING' AND due_at > now() + interval '5 minutes'`);
    const later = new Set(waiting.map(({ version }) => version));
    const untold = missing.filter((version) => !later.has(version));
    if (untold.length === 0 || Date.now() > until) return { untold, delayed: missing.length - untold.length };
  }
}

export function tollgate(
  database: string | null,
  args: readonly string[],
  folder = '.',
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, ['dist/cli/tollgate.js', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...(database !== null && { DATABASE_URL: database }), ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
