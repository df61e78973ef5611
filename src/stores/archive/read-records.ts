import type { ClientBase } from 'pg';
import type { ArchivedRecord } from '../../domain/archive/archive-form.ts';
import { liftLimitsInUnit } from '../database/distribution/node-settings.ts';
import { movedUnits } from '../database/distribution/units-of-work.ts';
import { type ArchivedTable, archivedColumns, filePieces, quoted, tablesFor } from './archived-tables.ts';
import { isOfFiles } from './record-batches.ts';

type Take = (records: readonly ArchivedRecord[]) => Promise<void>;

/**
 * Reads all records from one snapshot. The unit of work has no number and blocks no changes to records, so on a server,
 * writers never wait for it.
 */
export async function readRecords(connection: ClientBase, tenantId: string | null, take: Take): Promise<void> {
  await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    await liftLimitsInUnit(connection);
    for (const table of tablesFor(tenantId)) await readTable(connection, table, tenantId, take);
  } finally {
    await connection.query('ROLLBACK').catch(() => {}); // The connection may be lost, and the unit of work with it.
  }
}

/** Row limits of a fetch, and its target size in characters. */
const fetchedRows = { fewest: 10, most: 1_000 };
const fetchedCharacters = 1_000_000;

async function readTable(
  connection: ClientBase,
  table: ArchivedTable,
  tenantId: string | null,
  take: Take,
): Promise<void> {
  await connection.query(`DECLARE records NO SCROLL CURSOR FOR ${await selectRecords(connection, table, tenantId)}`);
  for (let count = fetchedRows.fewest; ; ) {
    const { rows } = await connection.query<{ row: string }>(`FETCH ${count} FROM records`);
    // A line ends where its record ends: within JSON, a line break between two members is equivalent to a space.
    const records = rows.map(({ row }) => ({ table: table.name, row: row.replaceAll('\n', ' ') }));
    if (isOfFiles(table)) await takeWithFiles(connection, records, tenantId, take);
    else if (records.length > 0) await take(records);
    if (rows.length < count) break;
    const characters = records.reduce((sum, { row }) => sum + row.length, 0);
    const fitting = Math.floor((count * fetchedCharacters) / characters);
    count = Math.min(fetchedRows.most, 2 * count, Math.max(fetchedRows.fewest, fitting));
  }
  await connection.query('CLOSE records');
}

type FileKey = { readonly tenant_id?: string; readonly service_id: string; readonly size: number };

const pieceBytes = 256 * 1024;

/** Files are read and sent in pieces: a whole file would use several times its size in memory. */
async function takeWithFiles(
  connection: ClientBase,
  records: readonly ArchivedRecord[],
  tenantId: string | null,
  take: Take,
): Promise<void> {
  for (const record of records) {
    await take([record]);
    const file: FileKey = JSON.parse(record.row);
    for (let start = 0; start < file.size; start += pieceBytes) {
      const { rows } = await connection.query<{ piece: Buffer }>(
        `SELECT substring(content FROM $3::int FOR ${pieceBytes}) AS piece FROM ${record.table}
         WHERE tenant_id = $1::uuid AND service_id = $2::uuid`,
        [file.tenant_id ?? tenantId, file.service_id, start + 1],
      );
      const content = rows[0]!.piece.toString('base64');
      await take([{ table: filePieces, row: JSON.stringify({ content }) }]);
    }
  }
}

/** A statement that returns the records of a table as JSON text, ordered by key. */
async function selectRecords(connection: ClientBase, table: ArchivedTable, tenantId: string | null): Promise<string> {
  const { name, key, owner, only = 'TRUE', written = {} } = table;
  const columns = await archivedColumns(connection, table, tenantId);
  const texts = new Set(columns.flatMap((column) => (column.isText ? [column.name] : [])));
  const values = columns.map((column) => `${written[column.name] ?? quoted(column.name)} AS ${quoted(column.name)}`);
  const isOwned = tenantId === null ? 'TRUE' : `tenant_id = '${tenantId}'::uuid`;
  // Two servers may sort text differently, but never bytes.
  const ordered = key.map((column) => `${name}.${quoted(column)}${texts.has(column) ? ' COLLATE "C"' : ''}`);
  const order = owner === 'TENANT' ? [`${name}.tenant_id`, ...ordered] : ordered;
  const from = table.written ? `${name} LEFT JOIN (${movedUnits(isOwned)}) AS moved USING (tenant_id)` : name;
  // The outer query sorts: in a distributed store, a sorted subquery would be sorted only within each shard.
  return `SELECT (SELECT row_to_json(record)::text FROM (SELECT ${values.join(', ')}) AS record) AS row
    FROM ${from} WHERE ${isOwned} AND ${only} ORDER BY ${order.join(', ')}`;
}
