import type { ClientBase } from 'pg';
import { isDistributed, readCatalog } from './catalog.ts';
import { findUnset, liftLimits, requireSuccess, setSettings } from './node-settings.ts';
import { allowTriggers, canBeSet, movingUnits, needsOf, planDistribution } from './plan.ts';
import { splitStatements } from './sql-statements.ts';

type Distribution = {
  /** Prerequisites that the operator must provide before the statements can run. */
  readonly needs: readonly string[];
  /** Statements in order; empty if everything is distributed. */
  readonly statements: readonly string[];
};

/**
 * Describes the steps for distributing the tables of tenants, without changing anything. `own` contains the connections
 * of this process.
 */
export async function findDistribution(connection: ClientBase, own: readonly number[]): Promise<Distribution> {
  const catalog = await readCatalog(connection);
  const statements = planDistribution(catalog);
  const needs = statements.length === 0 ? [] : needsOf(catalog, await countOthers(connection, own));
  return { needs, statements: [...statements, ...(canBeSet(catalog) ? await missingSettings(connection) : [])] };
}

const missingSettings = async (connection: ClientBase) =>
  (await findUnset(connection)).length > 0 ? [setSettings] : [];

/** Whether a statement does more than change node settings. */
export const touchesRecords = (statement: string) => statement !== setSettings;

/** Describes the steps required before tenants of a distributed database move to other nodes. */
export async function findPreparation(connection: ClientBase, own: readonly number[]): Promise<Distribution> {
  if (!(await isDistributed(connection))) return { needs: ['The database is not distributed.'], statements: [] };
  const needs = needsOf(await readCatalog(connection), await countOthers(connection, own));
  const { rows } = await connection.query<{ tenant_id: string }>('SELECT tenant_id FROM tenants ORDER BY tenant_id');
  return { needs, statements: [liftLimits, ...rows.map(({ tenant_id }) => movingUnits(tenant_id))] };
}

/** If a statement fails, the previous statements remain in effect, and the next plan continues from there. */
export async function distribute(
  connection: ClientBase,
  statements: readonly string[],
  onDone: (statement: string) => void,
): Promise<void> {
  for (const statement of statements) {
    await runUnit(connection, statement);
    onDone(statement);
  }
}

/** Runs an entry of the plan, which may consist of several statements in one unit of work. */
async function runUnit(connection: ClientBase, statement: string): Promise<void> {
  try {
    for (const part of splitStatements(statement)) requireSuccess((await connection.query(part)).rows);
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {}); // The connection may be lost, and the unit of work with it.
    throw error;
  }
}

/** Counts the other connections, excluding connections of the extension. */
async function countOthers(connection: ClientBase, own: readonly number[]): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND application_name NOT LIKE 'citus%'
       AND pid <> pg_backend_pid() AND pid <> ALL($1::int[])`,
    [own],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Prepares a unit of work that migrates a distributed database: triggers are allowed, and statements on functions may
 * follow statements on tables, which requires a single connection per node.
 */
export async function beginUpgrade(connection: ClientBase): Promise<void> {
  if (!(await isDistributed(connection))) return;
  await connection.query(allowTriggers);
  await connection.query(`SET citus.multi_shard_modify_mode TO 'sequential'`);
}

/**
 * Distributes the tables and functions that migrations added to a distributed database, and sets missing settings on
 * its nodes.
 */
export async function distributeAdded(connection: ClientBase): Promise<void> {
  if (!(await isDistributed(connection))) return;
  const statements = [...planDistribution(await readCatalog(connection)), ...(await missingSettings(connection))];
  await distribute(connection, statements, () => {});
}
