import type { BoundaryQuery, BoundaryRow } from '../../domain/rate-book/rate-layer.ts';
import type { PrismaDatabase } from '../database/database.ts';
import type { Statements } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';

/** A statement with this many rows takes a fraction of a second and little memory. */
const rowsPerStatement = 4_000;
/** Rows are deleted in batches, because no statement may run longer than a few seconds. */
const deletedPerStatement = 20_000;

/** The layer to write to; `before` is the number of rows it already has. */
type BoundaryTarget = { readonly importId: string; readonly layerNumber: number; readonly before: number };

/** Writes rows of an import in progress; false if it has been marked as dead in the meantime. */
export async function insertBoundaries(
  prisma: PrismaDatabase,
  { importId, layerNumber, before }: BoundaryTarget,
  rows: readonly BoundaryRow[],
): Promise<boolean> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const values = rows.slice(start, start + rowsPerStatement).map((row, index) => ({
      ...row,
      n: before + start + index,
      prefix: commonPrefix(row.zipLow, row.zipHigh),
    }));
    // A process that marks the import as dead waits for this statement, and then finds its rows.
    const inserted = await prisma.$executeRaw`
      WITH alive AS MATERIALIZED (
        SELECT 1 FROM rate_imports WHERE import_id = ${importId}::uuid AND alive_at IS NOT NULL FOR SHARE
      )
      INSERT INTO boundary_rows (layer_number, zip_prefix, street, row_number, kind, valid_from, valid_through, zip_low, zip_high,
        plus4_low, plus4_high, house_low, house_high, house_parity, pre_direction, suffix, post_direction, stack)
      SELECT ${layerNumber}::int, prefix, street, n, kind, "validFrom", "validThrough", "zipLow", "zipHigh", "plus4Low",
        "plus4High", "houseLow", "houseHigh", "houseParity", "preDirection", suffix, "postDirection", stack
      FROM json_to_recordset(${JSON.stringify(values)}::json) AS given (prefix text, street text, n int,
        kind "BoundaryKind", "validFrom" date, "validThrough" date, "zipLow" text, "zipHigh" text, "plus4Low" text,
        "plus4High" text, "houseLow" int, "houseHigh" int, "houseParity" "HouseParity", "preDirection" text,
        suffix text, "postDirection" text, stack int), alive`;
    if (inserted === 0) return false;
  }
  return true;
}

export async function findBoundaries(
  statements: Statements,
  layerId: string,
  { zip, plus4, streets }: BoundaryQuery,
): Promise<BoundaryRow[]> {
  const holdsPlus4 =
    plus4 === null
      ? Prisma.sql`false`
      : Prisma.sql`zip_low || plus4_low <= ${zip + plus4} AND zip_high || plus4_high >= ${zip + plus4}`;
  return statements.rows<BoundaryRow>(
    Prisma.sql`
      SELECT kind, valid_from AS "validFrom", valid_through AS "validThrough", zip_low AS "zipLow", zip_high AS "zipHigh",
        plus4_low AS "plus4Low", plus4_high AS "plus4High", house_low AS "houseLow", house_high AS "houseHigh",
        house_parity AS "houseParity", pre_direction AS "preDirection", street, suffix,
        post_direction AS "postDirection", stack
      FROM boundary_rows
      WHERE layer_number = (SELECT layer_number FROM rate_layers WHERE layer_id = ${layerId})
        AND zip_prefix = ANY(${prefixesOf(zip)}::text[]) AND street = ANY(${['', ...streets]}::text[])
        AND zip_low <= ${zip} AND zip_high >= ${zip} AND (kind <> 'ZIP4' OR (${holdsPlus4}))
        AND (kind <> 'STREET' OR street <> '')
      ORDER BY row_number`,
  );
}

export async function deleteBoundaries(prisma: PrismaDatabase, layerNumber: number): Promise<void> {
  for (;;) {
    const deleted = await prisma.$executeRaw`
      DELETE FROM boundary_rows WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM boundary_rows WHERE layer_number = ${layerNumber} LIMIT ${deletedPerStatement}))`;
    if (deleted < deletedPerStatement) return;
  }
}

function commonPrefix(low: string, high: string): string {
  let length = 0;
  while (length < low.length && low[length] === high[length]) length++;
  return low.slice(0, length);
}

/**
 * `55401` becomes `55401`, `5540`, `554`, `55`, `5` and the empty text: the prefixes of rows that may contain the ZIP
 * code.
 */
function prefixesOf(zip: string): string[] {
  return Array.from({ length: zip.length + 1 }, (_, length) => zip.slice(0, length));
}
