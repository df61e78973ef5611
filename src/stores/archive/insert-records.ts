import type { ClientBase } from 'pg';
import type { ArchivedRecord } from '../../domain/archive/archive-form.ts';
import { AppError } from '../../domain/base/errors.ts';
import { beginImporting } from '../sql/importing.ts';
import { countImported } from '../totals/document-counts.ts';
import { type ArchivedTable, archivedColumns, quoted, tablesFor } from './archived-tables.ts';
import { batchesOf, isOfFiles } from './record-batches.ts';

/**
 * Stores the records in order. The archive already includes the rows that triggers would add, except the counts of
 * documents.
 */
export async function insertRecords(
  connection: ClientBase,
  tenantId: string | null,
  records: AsyncIterable<ArchivedRecord>,
): Promise<void> {
  await beginImporting(connection);
  const tables = tablesFor(tenantId);
  const statements = new Map<ArchivedTable, string>();
  for await (const { table, rows, content } of batchesOf(records, tables)) {
    const statement = statements.get(table) ?? (await insertInto(connection, table, tenantId));
    statements.set(table, statement);
    const values = [`[${rows.join(',')}]`, ...(content ? [content] : [])];
    // Counts the rows itself, because a distributed store reports omitted rows as inserted.
    const stored = await connection.query(statement, values);
    if (stored.rows.length !== rows.length) throw isTaken(table);
  }
  for (const table of tables) await countOn(connection, table);
  await countImported(connection, tenantId);
}

async function insertInto(connection: ClientBase, table: ArchivedTable, tenantId: string | null): Promise<string> {
  const { name } = table;
  const columns = (await archivedColumns(connection, table, tenantId)).map((column) => quoted(column.name));
  const added = {
    ...(tenantId !== null && { tenant_id: `'${tenantId}'::uuid`, ...table.ofStore }),
    ...(isOfFiles(table) && { content: '$2::bytea' }),
  };
  return `INSERT INTO ${name} (${[...Object.keys(added), ...columns].join(', ')})
    SELECT ${[...Object.values(added), ...columns].join(', ')} FROM json_populate_recordset(NULL::${name}, $1::json)
    ON CONFLICT DO NOTHING RETURNING 1 AS stored`;
}

function isTaken({ name }: ArchivedTable): AppError {
  const message =
    name === 'clients'
      ? 'The store already has a client from the archive. Import the tenant without clients and webhooks: --without-connections'
      : `The store already has a record from the archive, in ${name}.`;
  return new AppError('CONFLICT', message);
}

/** Sets the next number of a sequence to one more than the highest stored number. */
async function countOn(connection: ClientBase, { name, counted }: ArchivedTable): Promise<void> {
  if (counted === undefined) return;
  await connection.query(
    `SELECT setval(pg_get_serial_sequence('${name}', '${counted}'), max(${counted})) FROM ${name}
     HAVING max(${counted}) IS NOT NULL`,
  );
}
