import type { ClientBase } from 'pg';
import { movedUnits } from '../database/distribution/units-of-work.ts';
import { archivedColumns, quoted } from './archived-columns.ts';
import type { ArchivedTable } from './archived-tables.ts';

/** A statement with the records of a table as the texts of JSON objects, in the order of their key. */
export async function selectRecords(
  connection: ClientBase,
  table: ArchivedTable,
  tenantId: string | null,
): Promise<string> {
  const { name, key, owner, only = 'TRUE', written = {} } = table;
  const columns = await archivedColumns(connection, table, tenantId);
  const texts = new Set(columns.flatMap((column) => (column.isText ? [column.name] : [])));
  const values = columns.map((column) => `${written[column.name] ?? quoted(column.name)} AS ${quoted(column.name)}`);
  const isOwned = tenantId === null ? 'TRUE' : `tenant_id = '${tenantId}'::uuid`;
  // Two servers may order texts differently, but never their bytes.
  const ordered = key.map((column) => `${name}.${quoted(column)}${texts.has(column) ? ' COLLATE "C"' : ''}`);
  const order = owner === 'TENANT' ? [`${name}.tenant_id`, ...ordered] : ordered;
  const from = table.written ? `${name} LEFT JOIN (${movedUnits(isOwned)}) AS moved USING (tenant_id)` : name;
  return `SELECT row_to_json(record)::text AS row FROM (
    SELECT ${values.join(', ')} FROM ${from} WHERE ${isOwned} AND ${only} ORDER BY ${order.join(', ')}) AS record`;
}
