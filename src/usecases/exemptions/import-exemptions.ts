import { DayOrderEvidence, plainDay } from '../../domain/base/day-order.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import {
  csvField,
  type ExemptionCsvHeader,
  readExemptionCsvHeader,
} from '../../domain/exemptions/exemption-csv-header.ts';
import { type ExemptionImport, ExemptionImportReport } from '../../domain/exemptions/exemption-import-report.ts';
import type { CsvRow } from '../../files/csv/csv.ts';
import { inOneNotation } from '../../files/csv/one-notation.ts';
import { type CsvStop, readCsvFile } from '../../files/uploads/csv-file.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { createPatientYield } from '../writing/yield-to-event-loop.ts';
import { findCsvRowCustomers } from './csv-row-customers.ts';
import { createCsvRowReader } from './csv-row-to-exemption.ts';
import { exemptionsOf } from './exemptions.ts';

type Options = { readonly dryRun: boolean };

const rowsAtOnce = 250;
const charactersAtOnce = 1_000_000;
/** A separate limit, because a row may list many states. */
const exemptionsAtOnce = 500;

/**
 * Stores the valid rows of a CSV file and reports the invalid ones. The file is streamed and stored in batches. Sending
 * it again changes nothing.
 */
export async function importExemptions(
  ctx: Context,
  file: AsyncIterable<Uint8Array>,
  { dryRun }: Options,
): Promise<ExemptionImport> {
  const { stores } = authorize(ctx, 'exemptions:write');
  const giveWay = createPatientYield();
  const rows = readCsvFile(file, { limits: gatewayLimits.csv, afterPiece: giveWay });
  const header = await headerOf(rows);
  const report = new ExemptionImportReport();
  const reader = createCsvRowReader(header, ctx.reference, report);
  const store = createWriter(dryRun ? null : stores.exemptions);
  for await (const batch of batchesOf(inDayOrder(rows, header), report)) {
    await giveWay();
    const read = batch.map((row) => ({ row, cells: reader.cells(row) }));
    const customers = await findCsvRowCustomers(
      stores.customers,
      read.map(({ cells }) => cells),
    );
    const now = ctx.now();
    let exemptions: Exemption[] = [];
    for (const { row, cells } of read) {
      await giveWay();
      report.rowCount++;
      const input = reader.read(row, cells, customers);
      if (!input) continue;
      report.successCount++;
      exemptions.push(...exemptionsOf(input, now));
      if (exemptions.length < exemptionsAtOnce) continue;
      await store(exemptions);
      exemptions = [];
    }
    await store(exemptions);
    if (report.isHopeless) {
      report.stop(batch.at(-1)!.line + 1, 'Nearly all rows so far are invalid. Check the columns and their order.');
      break;
    }
  }
  await store([]); // Waits for the last batch.
  return report.finish(dryRun, header.ignored);
}

/**
 * Stores a batch while the next rows are read. Each call waits for the previous one. As a result, a later row for the
 * same exemption wins, and at most two batches are in memory.
 */
function createWriter(exemptions: Pick<TenantStores['exemptions'], 'storeAll'> | null) {
  let storing: Promise<unknown> = Promise.resolve();
  return async (rows: readonly Exemption[]): Promise<void> => {
    await storing;
    if (exemptions === null || rows.length === 0) return;
    storing = exemptions.storeAll(rows);
    storing.catch(() => {}); // The next call rethrows the error.
  };
}

type Rows = ReturnType<typeof readCsvFile>;

async function headerOf(rows: Rows): Promise<ExemptionCsvHeader> {
  const first = await rows.next();
  if (first.done) throw invalidFile('REQUIRED', 'The file is empty. Its first line must contain the column names.');
  if (first.value.kind === 'row') return readExemptionCsvHeader(first.value.cells);
  const { line, message } = first.value;
  throw invalidFile('INVALID_FORMAT', `Line ${line}: ${message}`);
}

/**
 * The rows with days such as 07/06/2025 converted to ISO 8601, if another day in the file shows the order of day and
 * month.
 */
function inDayOrder(rows: Rows, { places }: ExemptionCsvHeader): Rows {
  const evidence = new DayOrderEvidence();
  const ofDays = (['fromDate', 'toDate'] as const).flatMap((column) => places.get(column) ?? []);
  return inOneNotation(rows, {
    isOpen: (row) => row.kind === 'row' && ofDays.map((place) => evidence.add(row.cells[place]?.trim())).includes(true),
    notation: () => evidence.order,
    plain: (row, order) => {
      if (row.kind !== 'row') return row;
      const cells = row.cells.map((cell, place) => (ofDays.includes(place) ? plainDay(cell.trim(), order) : cell));
      return { ...row, cells };
    },
    charactersOf: (row) => (row.kind === 'row' ? lengthOf(row) : 0),
  });
}

const lengthOf = ({ cells }: CsvRow) => cells.reduce((length, cell) => length + cell.length, 0);

async function* batchesOf(rows: Rows, report: ExemptionImportReport): AsyncGenerator<readonly CsvRow[], void, void> {
  let batch: CsvRow[] = [];
  let characters = 0;
  let stop: CsvStop | null = null;
  for await (const row of rows) {
    if (row.kind === 'stopped') {
      stop = row;
      break;
    }
    batch.push(row);
    characters += lengthOf(row);
    if (batch.length < rowsAtOnce && characters < charactersAtOnce) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
  if (stop) report.stop(stop.line, stop.message);
}

function invalidFile(code: string, message: string) {
  return invalidInput([{ path: [csvField], code, message }]);
}
