import { readdirSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { dayOf } from '../domain/base/calendar.ts';
import { readTypedDay } from '../domain/base/day-order.ts';
import { versionName } from '../domain/rate-book/rate-book-version.ts';
import type { RateLayer } from '../domain/rate-book/rate-layer.ts';
import type { RateBookStore } from '../ports/stores/rate-book-store.ts';
import { loadReferenceData } from '../rates/book/bundled.ts';
import { importFiles, type RateImportReport } from '../rates/importing/import-files.ts';
import { openBaseVersion } from '../rates/versions/base-version.ts';
import { activeNumber } from '../rates/versions/load-version.ts';
import { argumentsOf, type Command, type Terminal, UsageError, withFullPaths } from './command.ts';
import { effectsOf, precedingRules } from './fact-effects.ts';
import { putInForce, versionNumber } from './rate-versions.ts';
import { importRulings } from './rulings.ts';

/** Larger imports do not run in a server, because boundary files take minutes and a gigabyte of memory. */
const mostServedBytes = 4_000_000;

/** How a server that has the embedded store open runs an import. */
export const servedIfSmall = {
  runsInServer: true,
  longestRunMs: 150_000,
  argsForServer(args: readonly string[]) {
    const all = withFullPaths(args);
    return all.filter(isAbsolute).reduce((sum, path) => sum + bytesAt(path), 0) > mostServedBytes ? null : all;
  },
} as const;

function bytesAt(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}

export const importRatesCommand: Command = {
  name: 'rates import',
  usage:
    '<file>... [--activate] [--as-of <day>] [--source <text>] [--onto <version>] [--dry-run] [--confirm-high-rates] [--complete <states>] [--tenant <tenant>]',
  summary:
    'creates a version of the rate book from Streamlined Sales Tax files, rate files from other authorities, or corrections in CSV or JSON (.csv, .txt, .json, .zip); with --tenant, stores corrections as rulings for one tenant',
  ...servedIfSmall,

  async run(args, terminal) {
    const options = readOptions(args);
    if (options.tenant !== undefined) return importRulings(options, options.tenant, terminal);
    const { rateBooks } = await terminal.openStores();
    const base = await openBaseVersion(rateBooks, options.onto);
    await importInto(base, options, terminal);
  },
};

type Base = Awaited<ReturnType<typeof openBaseVersion>>;

/** Imports files, reports their content, and activates the new version on request. */
export async function importInto(
  { number: base, layers, under, ...book }: Base,
  { isActivated, ...options }: ImportOptions & { readonly isPartial?: boolean },
  terminal: Terminal,
): Promise<RateImportReport> {
  if (options.tenant !== undefined) throw new UsageError('Only "rates import" can import for one tenant.');
  const stores = await terminal.openStores();
  const { rateBooks } = stores;
  const inForce = await activeNumber(rateBooks);
  if (isActivated && options.onto === undefined) await requireSameBook(rateBooks, base, inForce);
  const progress = terminal.startProgress();
  const newest = options.onto === undefined ? base : undefined;
  const request = { ...options, onto: base, newest, now: terminal.now() };
  const report = await importFiles(request, { rateBooks, ...book, onProgress: progress.report }).finally(progress.end);
  printReport(report, terminal);
  printEffects({ before: book.brokenBase === null ? layers : [], after: under(report.layers), book }, report, terminal);
  if (base !== inForce) terminal.print(`note: ${baseNote(base, inForce)}`);
  if (options.isDryRun) terminal.print('Dry run: nothing was written.');
  else if (!report.version) terminal.print('There are no differences from the rate book, so no version was created.');
  else if (isActivated) await putInForce(stores, { number: report.version.number, over: inForce }, terminal);
  else {
    const { number } = report.version;
    terminal.print(`${versionName(number)} was created. To activate it: ${terminal.program} rates activate ${number}`);
  }
  return report;
}

/** The newest version may be based on a published book that was never activated. */
async function requireSameBook(rateBooks: RateBookStore, base: number, inForce: number): Promise<void> {
  const versions = await rateBooks.list();
  const digestOf = (number: number) => versions.find((one) => one.number === number)?.base?.digest;
  if (digestOf(base) === digestOf(inForce)) return;
  throw new UsageError(
    `The newest version ${base} is based on a different rate book than version ${inForce}, which is in force. Choose the version to build on with --onto ${inForce} or --onto ${base}.`,
  );
}

/** After a rollback, an import would reinstate the version that was rolled back. */
function baseNote(base: number, inForce: number): string {
  return `this import builds on version ${base}, but version ${inForce} is in force; to build on version ${inForce}, use "--onto ${inForce}"`;
}

function printReport({ files }: RateImportReport, { print }: Terminal): void {
  for (const { title, asOf, counts, notes } of files) {
    print(`${title}, as of ${asOf}`);
    print(`  ${counts}`);
    for (const note of notes) print(`  note: ${note}`);
  }
}

/** Prints the effects of corrected rules, holidays, caps, thresholds and due days. */
function printEffects(
  {
    before,
    after,
    book: { archived },
  }: Record<'before' | 'after', readonly RateLayer[]> & { readonly book: Pick<Base, 'archived'> },
  { layers }: RateImportReport,
  terminal: Terminal,
): void {
  const facts = layers.flatMap((layer) => (layer.kind === 'CORRECTIONS' ? (layer.facts ?? []) : []));
  if (facts.length === 0) return;
  const load = (over: readonly RateLayer[]) =>
    loadReferenceData({ number: 0, layers: over, findBoundaries: async () => [], archived });
  const books = { before: load(before), after: load(after) };
  const today = dayOf(terminal.now());
  for (const line of effectsOf(facts, books, today)) terminal.print(`  effect: ${line}`);
  for (const line of precedingRules(facts, books.after, today)) terminal.print(`  note: ${line}`);
}

type ImportOptions = {
  readonly paths: readonly string[];
  readonly asOf: string | null;
  readonly source: string | null;
  readonly isDryRun: boolean;
  readonly isActivated: boolean;
  readonly areHighRatesMeant: boolean;
  readonly completeStates: readonly string[];
  readonly onto?: number;
  /** The tenant for which the corrections are stored as rulings; without a tenant, they apply to all tenants. */
  readonly tenant?: string;
};

export function readOptions(args: readonly string[]): ImportOptions {
  const { positionals, values } = argumentsOf(args, {
    activate: { type: 'boolean' },
    'as-of': { type: 'string' },
    source: { type: 'string' },
    onto: { type: 'string' },
    'dry-run': { type: 'boolean' },
    'confirm-high-rates': { type: 'boolean' },
    complete: { type: 'string' },
    tenant: { type: 'string' },
  });
  if (positionals.length === 0) throw new UsageError('Specify the files to import.');
  const day = values['as-of'];
  const asOf = day === undefined ? null : readTypedDay(day);
  if (day !== undefined && asOf === null) throw new UsageError(`${day} is not a date; write --as-of 2026-07-01.`);
  const source = values.source?.trim() || null;
  if (source !== null && source.length > 500) throw new UsageError('A source can have at most 500 characters.');
  const isDryRun = values['dry-run'] ?? false;
  const isActivated = values.activate ?? false;
  if (isDryRun && isActivated) throw new UsageError('Use either --dry-run or --activate, not both.');
  const onto = values.onto === undefined ? undefined : versionNumber(values.onto);
  const areHighRatesMeant = values['confirm-high-rates'] ?? false;
  const completeStates = (values.complete ?? '')
    .toUpperCase()
    .split(',')
    .filter((code) => code !== '');
  const { tenant } = values;
  if (tenant !== undefined && (isActivated || onto !== undefined || completeStates.length > 0))
    throw new UsageError('With --tenant, only --as-of, --source, --dry-run and --confirm-high-rates are allowed.');
  return { paths: positionals, asOf, source, isDryRun, isActivated, areHighRatesMeant, completeStates, onto, tenant };
}
