import type { Catalog, KnownTable } from './catalog.ts';
import { movedUnits } from './units-of-work.ts';

/** The table with which all others are co-located, because their triggers write into it. */
const anchor = 'changes';

/**
 * The statements that distribute undistributed tables and functions, in order; empty if everything is distributed.
 * Tables that triggers write into come first, followed by functions and by tables with triggers.
 */
export function planDistribution({ tables, functions }: Catalog): string[] {
  const missing = inOrder(tables.filter(({ isDistributed }) => !isDistributed));
  const ofTenants = missing.filter(({ owner }) => owner === 'TENANT');
  const isPlain = ({ names, triggers }: KnownTable) => names.length === 0 && triggers.length === 0;
  const steps = [
    ...missing.filter(({ owner }) => owner === 'ALL').map(({ name }) => `SELECT create_reference_table('${name}')`),
    ...ofTenants.filter(isPlain).map(distributing),
    ...functions
      .filter(({ isDistributed }) => !isDistributed)
      .map(({ signature }) => `SELECT create_distributed_function('${signature}')`),
    ...ofTenants.filter((table) => !isPlain(table)).map(distributing),
    ...tables
      .filter((table) => missing.includes(table) || table.hasRowsHere)
      .map(({ name }) => `SELECT truncate_local_data_after_distributing_table('${name}')`),
  ];
  if (steps.length === 0) return [];
  return [allowTriggers, ...(ofTenants.some(({ name }) => name === anchor) ? [movingUnits(null)] : []), ...steps];
}

/** Our triggers are safe, because they write only to tables of the same tenant; the extension cannot verify this. */
export const allowTriggers = 'SET citus.enable_unsafe_triggers TO on';

/**
 * Copying rows into the shards inserts them, so triggers would count them again and record them as new. Triggers are
 * therefore created after the copy, in the same unit of work, so that the table is never without them.
 */
function distributing({ name, triggers }: KnownTable): string {
  const place = name === anchor ? 'none' : anchor;
  const placed = `SELECT create_distributed_table('${name}', 'tenant_id', colocate_with => '${place}')`;
  if (triggers.length === 0) return placed;
  const dropped = triggers.map((trigger) => `DROP TRIGGER ${trigger.name} ON ${name}`);
  return ['BEGIN', ...dropped, placed, ...triggers.map(({ created }) => created), 'COMMIT'].join('; ');
}

/**
 * Renumbers the units of work of one tenant, or of all tenants (null): each node has its own numbers, and earlier units
 * of work must sort before all of them.
 */
export function movingUnits(tenantId: string | null): string {
  const isOwned = (table: string) => (tenantId === null ? 'TRUE' : `${table}tenant_id = '${tenantId}'::uuid`);
  const isTheirs = (table: string) =>
    `FROM moved WHERE ${table}.tenant_id = moved.tenant_id AND distance > 0 AND ${isOwned(`${table}.`)}`;
  return `WITH moved AS MATERIALIZED (${movedUnits(isOwned(''))}), of_changes AS (
    UPDATE changes SET xid = xid - distance ${isTheirs('changes')}
  ), of_seals AS (
    UPDATE change_seals SET below_xid = below_xid - distance, xid_offset = xid_offset + distance ${isTheirs('change_seals')}
  )
  UPDATE webhook_feeds SET xid = xid - distance ${isTheirs('webhook_feeds')}`.replaceAll(/\s+/g, ' ');
}

/** Sorts the tables: the anchor comes first, and each table follows the tables that its foreign keys reference. */
function inOrder(tables: readonly KnownTable[]): KnownTable[] {
  const ordered: KnownTable[] = [];
  const add = (table: KnownTable): void => {
    if (ordered.includes(table)) return;
    for (const other of tables) if (other !== table && table.names.includes(other.name)) add(other);
    ordered.push(table);
  };
  for (const table of tables.toSorted((one) => (one.name === anchor ? -1 : 0))) add(table);
  return ordered;
}

const oldestRelease = 11;
const isTooOld = (citus: string) => Number.parseInt(citus, 10) < oldestRelease;

/** Whether settings can be changed on the nodes. */
export const canBeSet = ({ citus, nodes }: Catalog) => citus !== null && !isTooOld(citus) && nodes > 0;

/** Prerequisites that the operator must provide before tables can be distributed; empty if nothing is missing. */
export function needsOf({ citus, nodes, tables }: Catalog, others: number): string[] {
  if (citus === null) {
    return [
      'The extension citus is not installed. Install it on every node, add it to shared_preload_libraries, and run ' +
        'CREATE EXTENSION citus in this database.',
    ];
  }
  const foreign = tables.filter(({ isOwn }) => !isOwn).map(({ name }) => name);
  const needs = [
    isTooOld(citus) && `Citus ${citus} is too old: ${oldestRelease} or newer is required.`,
    nodes === 0 && "No node stores tenants. Add each node with SELECT citus_add_node('host', 5432).",
    foreign.length > 0 &&
      `The role of DATABASE_URL does not own ${foreign.join(', ')}. Use the role that runs migrations.`,
    others > 0 && `The database has other connections (${others}). Stop every replica first.`,
  ];
  return needs.filter((need) => need !== false);
}
