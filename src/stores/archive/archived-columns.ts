import type { ClientBase } from 'pg';
import type { ArchivedTable } from './archived-tables.ts';

type ArchivedColumn = { readonly name: string; readonly isText: boolean };

/** The columns of a table in an archive, in order. A tenant's archive omits the tenant id from its records. */
export async function archivedColumns(
  connection: ClientBase,
  { name, without = [], ofStore = {} }: ArchivedTable,
  tenantId: string | null,
): Promise<ArchivedColumn[]> {
  const { rows } = await connection.query<{ name: string; is_text: boolean }>(
    `SELECT attname AS name, attcollation <> 0 AS is_text FROM pg_attribute
     WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [name],
  );
  const left = tenantId === null ? without : [...without, 'tenant_id', ...Object.keys(ofStore)];
  return rows.filter((column) => !left.includes(column.name)).map((row) => ({ name: row.name, isText: row.is_text }));
}

/** Quotes a column name, because names such as `from` and `to` are reserved words. */
export const quoted = (name: string): string => `"${name}"`;
