import type { ArchivedRecord } from '../../domain/archive/archive-form.ts';
import { AppError } from '../../domain/base/errors.ts';
import { type ArchivedTable, filePieces } from './archived-tables.ts';

/** Records of one table that are stored in one batch. */
type Batch = {
  readonly table: ArchivedTable;
  readonly rows: readonly string[];
  /** Set for a file, which is always a separate batch. */
  readonly content: Buffer | null;
};

const mostRows = 1_000;
const mostCharacters = 1_000_000;

type Begun = { readonly table: ArchivedTable; readonly rows: string[]; readonly pieces: Buffer[]; characters: number };

/** Consecutive records, in batches of bounded size. */
export async function* batchesOf(
  records: AsyncIterable<ArchivedRecord>,
  tables: readonly ArchivedTable[],
): AsyncGenerator<Batch, void, void> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  let begun: Begun | null = null;
  for await (const record of records) {
    if (record.table === filePieces) {
      begun?.pieces.push(contentOf(record));
      continue;
    }
    const table = byName.get(record.table);
    if (!table) throw new AppError('INVALID_INPUT', `The archive has records of ${record.table}, an unknown table.`);
    if (begun && !takesMore(begun, table)) {
      yield batchOf(begun);
      begun = null;
    }
    begun ??= { table, rows: [], pieces: [], characters: 0 };
    begun.rows.push(record.row);
    begun.characters += record.row.length;
  }
  if (begun) yield batchOf(begun);
}

function takesMore({ table, rows, characters }: Begun, next: ArchivedTable): boolean {
  return table === next && !isOfFiles(table) && rows.length < mostRows && characters < mostCharacters;
}

function batchOf({ table, rows, pieces }: Begun): Batch {
  return { table, rows, content: isOfFiles(table) ? Buffer.concat(pieces) : null };
}

/** Whether each record of the table has a file. */
export const isOfFiles = ({ without = [] }: ArchivedTable): boolean => without.includes('content');

function contentOf({ row }: ArchivedRecord): Buffer {
  const { content }: { content: string } = JSON.parse(row);
  return Buffer.from(content, 'base64');
}
