import type { ClientBase } from 'pg';
import { isDistributed } from './catalog.ts';

/**
 * With the default cost of random reads, meant for spinning disks, a planner without statistics sorts whole tables instead of
 * reading a page from an index. JIT is off because statements take milliseconds, less than compiling them.
 */
export const planning = { random_page_cost: '1.1', jit: 'off' } as const;

export const lockLimitMs = 5_000;
export const reportLimitMs = 60_000;

/**
 * Upper limits for every session. The coordinator enforces shorter limits by cancelling its statements on the nodes.
 */
const limits = { lock_timeout: `${lockLimitMs}ms`, statement_timeout: `${reportLimitMs}ms` };

/**
 * The gateway connects only to the coordinator. The coordinator's sessions with other nodes use the settings of the
 * role on those nodes.
 */
const settings = { ...planning, ...limits };

type NodeResult = { readonly nodeid: number; readonly success: boolean; readonly result: string };

const onAllNodes = (command: string) =>
  `SELECT nodeid, success, result FROM run_command_on_all_nodes($node$${command.replaceAll(/\s+/g, ' ').trim()}$node$)`;

/** A role may change its own settings, even if it does not own the database. */
const altering = (changes: readonly string[]) =>
  onAllNodes(`DO $$ BEGIN SET LOCAL citus.enable_ddl_propagation TO off;
    ${changes.map((change) => `EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I ${change}', current_database());`).join(' ')} END $$`);

export const setSettings = altering(Object.entries(settings).map(([name, value]) => `SET ${name} TO ''${value}''`));

/** Lifts the limits for work that may take a long time on each node, such as building an index or moving tenants. */
export const liftLimits = altering(Object.keys(limits).map((name) => `RESET ${name}`));

const findingUnset = onAllNodes(`SELECT string_agg(name, ' ') FROM pg_settings
  WHERE name IN (${Object.keys(settings).map((name) => `'${name}'`)}) AND reset_val = boot_val`);

/** The settings for which a node uses PostgreSQL's default. Other values may have been chosen by an operator. */
export async function findUnset(connection: ClientBase): Promise<string[]> {
  const { rows } = await connection.query<NodeResult>(findingUnset);
  requireSuccess(rows);
  return [...new Set(rows.flatMap(({ result }) => (result ? result.split(' ') : [])))].sort();
}

/** Throws if a node failed: the extension reports the failure only as a row of the result. */
export function requireSuccess(rows: readonly object[]): void {
  const failed = rows.find((row): row is NodeResult => 'success' in row && row.success === false);
  if (failed) throw new Error(`Node ${failed.nodeid} failed: ${failed.result}`);
}

/** Lifts the limits on all nodes until the unit of work ends. The connection itself has no limits. */
export async function liftLimitsInUnit(connection: ClientBase): Promise<void> {
  if (!(await isDistributed(connection))) return;
  await connection.query(`SET LOCAL citus.propagate_set_commands TO 'local'`);
  for (const name of Object.keys(limits)) await connection.query(`SET LOCAL ${name} TO 0`);
}

/** Lifts the limits on all nodes for work outside any unit of work. */
export async function withoutNodeLimits<T>(connection: ClientBase, work: () => Promise<T>): Promise<T> {
  if (!(await isDistributed(connection))) return work();
  // Open sessions with the nodes would keep their limits.
  await connection.query('SET citus.max_cached_conns_per_worker TO 0');
  requireSuccess((await connection.query(liftLimits)).rows);
  try {
    return await work();
  } finally {
    await connection.query(setSettings).catch(() => {}); // If a node is lost, `doctor` lists its missing settings.
  }
}
