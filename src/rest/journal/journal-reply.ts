import { z } from 'zod';
import type { TenantSettings } from '../../domain/account/tenant.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { type ReportPeriod, readReportPeriod, reportPeriodFields } from '../../domain/base/report-period.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { eachShown, type List, type Listed, listReply } from '../http/list.ts';
import { type CsvColumn, type Framing, formatParameters, listTypes } from '../http/list-format.ts';
import { answered, pageParameters } from '../http/query.ts';
import type { Reply, RouteCall } from '../http/route.ts';
import { datevBatch, inWindows1252 } from './datev-batch.ts';
import {
  type Ledger,
  type LedgerEntry,
  type LedgerFacts,
  type LedgerFile,
  ledgers,
  quickBooks,
  xero,
} from './ledger-files.ts';

const ledgerFiles: Readonly<Record<Ledger, LedgerFile>> = { datev: datevBatch, quickbooks: quickBooks, xero };
const isLedger = (format: string | undefined): format is Ledger => ledgers.some((one) => one === format);

/** The parameters of a journal; `list` names its cursors. */
export const journalParameters = (list: string) => ({
  ...pageParameters(list),
  ...formatParameters,
  format: z
    .enum([...formatParameters.format.unwrap().options, ...ledgers])
    .optional()
    .meta({
      description:
        'Format of the response; overrides the format in Accept. jsonl: one row per line. datev, quickbooks, xero: an import file for that program. Default: json. Accept can request another default.',
    }),
  ...reportPeriodFields,
});
type JournalQuery = z.output<z.ZodObject<ReturnType<typeof journalParameters>>>;

type Entry<Posted> = { readonly rows: readonly Posted[]; ledgerEntries(): Iterable<LedgerEntry> };

/** A list of records, each with its entries in a journal. */
type Journal<Row extends Listed, Posted> = {
  readonly name: string;
  /** Suffix of file names. */
  readonly suffix: string;
  readonly settings: TenantSettings;
  readonly columns: readonly CsvColumn<Posted>[];
  readonly read: List<Row>['read'];
  entriesOf(rows: readonly Row[]): Promise<readonly Entry<Posted>[]>;
  everyEntry(): AsyncIterable<Entry<Posted>>;
  rowJson(row: Posted): unknown;
};

export async function journalReply<Row extends Listed, Posted>(
  call: RouteCall,
  { limit, cursor, format, escapeFormulas, bom, ...asked }: JournalQuery,
  load: (period: ReportPeriod) => Promise<Journal<Row, Posted>>,
): Promise<Reply> {
  const ledger = isLedger(format) ? ledgerFiles[format] : null;
  const list = await answered(async () => {
    const { period, issues } = readReportPeriod(asked);
    if (period === null) throw invalidInput(issues);
    const journal = await load(period);
    const facts = { settings: journal.settings, period, now: call.deps.now() };
    if (ledger) await requireLines(ledger, journal, facts);
    return listOf(journal, ledger && ledgerFraming(ledger, journal, facts), ledger?.fileName);
  });
  const shown = { limit, cursor, format: isLedger(format) ? undefined : format, escapeFormulas, bom };
  return inCharset(await listReply(call, shown, list), ledger?.charset);
}

/** Rows that the file cannot represent are refused before the first line is sent. */
async function requireLines<Posted>(
  ledger: LedgerFile,
  journal: Pick<Journal<never, Posted>, 'everyEntry'>,
  facts: LedgerFacts,
): Promise<void> {
  const serveOthers = createYield();
  for await (const entry of journal.everyEntry()) {
    for (const one of entry.ledgerEntries()) for (const _ of ledger.linesOf(one, facts)) await serveOthers();
  }
}

function listOf<Row extends Listed, Posted>(
  { name, suffix, columns, read, entriesOf, rowJson }: Journal<Row, Posted>,
  framing: Framing<Row> | null,
  fileName = 'journal',
): List<Row> {
  const rowsOf = async (rows: readonly Row[]) => (await entriesOf(rows)).flatMap((entry) => entry.rows);
  return {
    name,
    fileName: `${fileName}${suffix}`,
    pageSize: 50,
    read,
    render: async (rows) => eachShown(await rowsOf(rows), rowJson),
    ...(framing && { framing }),
    csv: {
      columns,
      async *cellsOf(rows) {
        for (const row of await rowsOf(rows)) yield columns.map(({ value }) => value(row));
      },
    },
  };
}

function ledgerFraming<Row extends Listed, Posted>(
  ledger: LedgerFile,
  { entriesOf }: Pick<Journal<Row, Posted>, 'entriesOf'>,
  facts: LedgerFacts,
): Framing<Row> {
  const type = `${listTypes.csv}; charset=${ledger.charset ?? 'utf-8; header=present'}`;
  return {
    type,
    extension: 'csv',
    opening: ledger.opening(facts),
    separator: '',
    closing: '',
    async *textsOf(rows) {
      for (const entry of await entriesOf(rows)) {
        for (const one of entry.ledgerEntries()) yield ledger.linesOf(one, facts);
      }
    },
  };
}

function inCharset(reply: Reply, charset: LedgerFile['charset']): Reply {
  if (charset === undefined || reply.body === null) return reply;
  const decoder = new TextDecoder();
  const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) =>
    controller.enqueue(inWindows1252(decoder.decode(chunk, { stream: true })));
  const body = typeof reply.body === 'string' ? new Blob([reply.body]).stream() : reply.body;
  return { ...reply, body: body.pipeThrough(new TransformStream({ transform })) };
}
