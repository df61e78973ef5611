import { once } from 'node:events';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { scopes } from '../domain/account/scope.ts';
import { AppError } from '../domain/base/errors.ts';
import { parseInput } from '../domain/base/parse-input.ts';
import { formatCount, formatNumber } from '../domain/base/words.ts';
import type { ReconciledRow, Reconciliation } from '../domain/reconciliations/reconciliation.ts';
import { reconciliationOptions } from '../domain/reconciliations/reconciliation-options.ts';
import type { Context } from '../ports/context.ts';
import type { Stores } from '../ports/stores.ts';
import { ownWork } from '../ports/work.ts';
import { loadInTurns } from '../rates/book/bundled.ts';
import { activeNumber, fetchVersion } from '../rates/versions/load-version.ts';
import { createRuledBooks } from '../rates/versions/ruled-books.ts';
import { accountAsStored } from '../usecases/account/account.ts';
import { reconcileDocuments } from '../usecases/reconciliations/reconcile-documents.ts';
import type { ReconciliationPart } from '../usecases/reconciliations/reconciled-rows.ts';
import { argumentsOf, type Command, onlyArgument, type Terminal, UsageError } from './command.ts';
import { tenantNamed } from './tenants.ts';

export const reconcileCommand: Command = {
  name: 'reconcile',
  usage:
    '<file> --tenant <name or id> [--stored] [--format avatax] [--source 1] [--tolerance 0.01] [--worst 10] [--from <day>] [--to <day>] [--column taxAmount=Tax]… [--tax-code PC040100=C1S2]… [--out <file>]',
  summary:
    'compares the tax in a CSV or JSON Lines file with a calculation, or with the stored documents, and prints the cause of each difference; --out writes all rows as JSON Lines; Ctrl-C stops it',

  async run(args, terminal) {
    const { path, tenant, out, options } = readOptions(args);
    const size = sizeOf(path);
    const stores = await terminal.openStoresToRead();
    const ctx = await contextOf(stores, tenant, terminal);
    const stop = new AbortController();
    const onInterrupt = () => stop.abort();
    process.once('SIGINT', onInterrupt);
    const rows = out === undefined ? null : openRows(out);
    const progress = terminal.startProgress();
    let read = 0;
    const bytes = countedFile(path, (count) => {
      read = count;
    });
    try {
      const parts = reconcileDocuments(ctx, bytes, options, stop.signal);
      for (let next = await parts.next(); ; next = await parts.next()) {
        if (next.done) {
          progress.end();
          printSummary(
            next.value.summary,
            next.value.worst.map(({ row }) => row),
            terminal,
          );
          break;
        }
        progress.report('reconciling', { bytes: read, size });
        await rows?.write(next.value);
      }
      if (stop.signal.aborted) throw new Error('Stopped. The figures cover only the documents compared so far.');
    } catch (error) {
      throw error instanceof AppError ? new Error(inWords(error)) : error;
    } finally {
      progress.end();
      process.removeListener('SIGINT', onInterrupt);
      await rows?.close();
    }
  },
};

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const pairs = { type: 'string', multiple: true } as const;
  const { positionals, values } = argumentsOf(args, {
    tenant: text,
    stored: { type: 'boolean' },
    format: text,
    source: text,
    tolerance: text,
    worst: text,
    from: text,
    to: text,
    column: pairs,
    'tax-code': pairs,
    out: text,
  });
  const { tenant, stored, format, worst: worstCount = '10', column, 'tax-code': taxCode, out, ...others } = values;
  if (!tenant?.trim()) throw new UsageError('Specify the tenant: --tenant <name or id>');
  try {
    const options = parseInput(reconciliationOptions, {
      ...others,
      worstCount,
      ...(format !== undefined && { format: format.toUpperCase() }),
      against: stored ? 'STORED' : 'CALCULATION',
      columns: pairsOf(column, 'column'),
      taxCodes: pairsOf(taxCode, 'tax-code'),
    });
    return { path: onlyArgument(positionals, 'the file to reconcile'), tenant: tenant.trim(), out, options };
  } catch (error) {
    throw error instanceof AppError ? new UsageError(inWords(error)) : error;
  }
}

function pairsOf(pairs: readonly string[] = [], option: string) {
  return Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 1) throw new UsageError(`Write --${option} as a pair with an equals sign, not ${pair}.`);
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}

const inWords = ({ message, issues }: AppError) =>
  issues.length > 0 ? issues.map((one) => one.message).join('\n') : message;

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new UsageError(`File not found: ${path}.`);
  return found.size;
}

/** The operator may read all of the tenant's data. */
async function contextOf(stores: Stores, wanted: string, terminal: Terminal): Promise<Context> {
  const { tenantId } = await tenantNamed(stores, wanted);
  const tenant = (await stores.tenants.find(tenantId))!;
  const records = stores.forTenant(tenantId);
  const principal = { clientId: 'operator', tenantId, scopes: new Set(scopes) };
  const book = await loadInTurns(await fetchVersion(stores.rateBooks, await activeNumber(stores.rateBooks)));
  return {
    session: { principal, tenant, recent: accountAsStored(records), stores: records, work: ownWork },
    reference: await createRuledBooks(stores).bookFor(tenant, book),
    registers: [],
    requestId: 'reconcile',
    now: () => terminal.now(),
  };
}

async function* countedFile(path: string, onRead: (bytes: number) => void) {
  let count = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
    count += piece.byteLength;
    onRead(count);
    yield piece;
  }
}

function openRows(path: string) {
  const file = createWriteStream(path);
  return {
    async write(part: ReconciliationPart): Promise<void> {
      if (!file.write(`${JSON.stringify(part.kind === 'row' ? part.row : { faults: part.faults })}\n`)) {
        await once(file, 'drain');
      }
    },
    async close(): Promise<void> {
      file.end();
      await once(file, 'close');
    },
  };
}

function printSummary(
  summary: Reconciliation,
  worst: readonly ReconciledRow[],
  { print, printRecord }: Terminal,
): void {
  const { rowCount, equalCount, faultCount, causes, differences, faults, notices } = summary;
  for (const { line, column, message } of faults.slice(0, 20)) {
    print(`line ${line}${column === null ? '' : `, ${column}`}: ${message}`);
  }
  if (faultCount > 20) print(`… and ${formatCount(faultCount - 20, 'more error')}.`);
  for (const { message } of notices) print(message);
  for (const row of worst) print(`line ${row.line ?? '-'} ${row.externalId ?? ''}: ${row.cause}. ${row.message}`);
  for (const { cause, currency, rowCount: count, taxDifference } of causes) {
    printRecord({ cause, count, taxDifference, currency });
  }
  for (const { currency, theirTaxAmount, taxAmount, taxDifference } of differences) {
    print(`${currency}: theirs ${theirTaxAmount}, ours ${taxAmount}, difference ${taxDifference}`);
  }
  print(
    `${formatNumber(equalCount)} of ${formatCount(rowCount, 'document')} ${equalCount === 1 ? 'has' : 'have'} the same tax; ${formatCount(faultCount, 'error')} in rows.`,
  );
}
