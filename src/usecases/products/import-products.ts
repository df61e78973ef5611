import { invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';
import { formatNames } from '../../domain/base/words.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import { type ProductImport, type ProductInput, productColumns } from '../../domain/products/product.ts';
import { productText } from '../../domain/transactions/item-product.ts';
import { readCsvFile } from '../../files/uploads/csv-file.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { createPatientYield } from '../writing/yield-to-event-loop.ts';

const mostFaults = 1_000;
const rowsAtOnce = 500;

/**
 * Stores the valid rows of a CSV file as products, and reports the invalid ones. The file is streamed and stored in parts. If
 * several rows have the same key, the last one applies.
 */
export async function importProducts(
  ctx: Context,
  { product: schema }: Pick<Inputs, 'product'>,
  file: AsyncIterable<Uint8Array>,
  { dryRun }: { readonly dryRun: boolean },
): Promise<ProductImport> {
  const { products } = authorize(ctx, 'products:write').stores;
  const giveWay = createPatientYield();
  const faults: ProductImport['faults'][number][] = [];
  let [rowCount, changedCount, faultCount] = [0, 0, 0];
  let header: ReturnType<typeof readHeader> | null = null;
  const refuse = (line: number, column: string | null, code: string, message: string) => {
    if (faultCount++ < mostFaults) faults.push({ line, column, code, message });
  };
  const part = new Map<string, ProductInput>();
  const store = async () => {
    if (!dryRun && part.size > 0) changedCount += (await products.put([...part.values()], ctx.now())).length;
    part.clear();
  };
  for await (const row of readCsvFile(file, { limits: gatewayLimits.csv, afterPiece: giveWay })) {
    if (row.kind === 'stopped') {
      if (header === null) throw invalidField(['file'], 'INVALID_VALUE', row.message);
      refuse(row.line, null, 'STOPPED', `${row.message} Reading stopped at this line.`);
      break;
    }
    if (header === null) {
      header = readHeader(row.cells);
      continue;
    }
    rowCount++;
    const parsed = schema.safeParse(header.read(row.cells));
    if (parsed.success) part.set(productText(parsed.data), parsed.data);
    else
      for (const { path, code, message } of issuesOf(parsed.error)) {
        refuse(row.line, path[0] === undefined ? null : String(path[0]), code, message);
      }
    if (part.size >= rowsAtOnce) await store();
  }
  await store();
  if (header === null)
    throw invalidField(['file'], 'REQUIRED', 'The file is empty. Its first line must contain the column names.');
  return { isDryRun: dryRun, rowCount, changedCount, faultCount, faults, ignoredColumns: header.ignored };
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Columns are found by name, regardless of order, case, spaces and punctuation: `External ID` is `externalId`. */
function readHeader(cells: readonly string[]) {
  const places = new Map(
    productColumns.map((column) => [column, cells.findIndex((cell) => plain(cell) === plain(column))]),
  );
  const missing = (['source', 'externalId'] as const).filter((column) => places.get(column) === -1);
  if (missing.length > 0) {
    const message = `Missing from the header: ${formatNames(missing)}. The columns are ${productColumns.join(', ')}.`;
    throw invalidField(['file'], 'REQUIRED', message);
  }
  const known = new Set(places.values());
  return {
    ignored: cells.filter((cell, place) => !known.has(place) && cell.trim() !== ''),
    read: (row: readonly string[]) =>
      Object.fromEntries(
        [...places].flatMap(([column, place]) => {
          const cell = row[place]?.trim() ?? '';
          return cell === '' ? [] : [[column, cell]];
        }),
      ),
  };
}
