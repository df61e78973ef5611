import { formatCount } from '../domain/base/words.ts';
import type { Stores } from '../ports/stores.ts';
import type { Database } from '../stores/database/database.ts';
import {
  type PlannedLock,
  type PlannedMigration,
  type PlannedStep,
  planMigrations,
  type Span,
} from '../stores/database/migration-plan.ts';
import { findPendingMigrations } from '../stores/database/pending-migrations.ts';
import { argumentsOf, type Command, noArguments, type Terminal, UsageError } from './command.ts';
import { requireWholeTotals } from './verify-totals.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '[--plan | --back-fill]',
  summary:
    'applies pending migrations, as every server start does; --plan only lists them, with the locks that each statement takes and their duration; --back-fill also calculates figures left unknown by an upgrade, so reports do not have to wait, and adds missing digests of 0.1.0 documents to the audit trail',

  async run(args, terminal) {
    const { values, positionals } = argumentsOf(args, { plan: { type: 'boolean' }, 'back-fill': { type: 'boolean' } });
    noArguments(positionals);
    if (values.plan && values['back-fill']) throw new UsageError('Use either --plan or --back-fill.');
    if (values.plan) return printPlan(terminal);
    const applied = await terminal.migrate();
    terminal.print(applied.length === 0 ? 'The store is up to date.' : `Applied: ${applied.join(', ')}`);
    if (!values['back-fill']) return;
    const stores = await terminal.openStores();
    await backFillAll(stores, terminal);
    await addAllDigests(stores, terminal);
    await requireWholeTotals(stores, terminal);
  },
};

/** Changes nothing. Estimates are based on row counts and on measured times per document. */
async function printPlan(terminal: Terminal): Promise<void> {
  if (!terminal.hasStore()) return terminal.print('The store is created on first start.');
  const plan = await planMigrations(await terminal.openUnmigratedToRead());
  for (const line of planText(plan)) terminal.print(line);
  terminal.print(
    plan.length === 0
      ? 'The store is up to date.'
      : `${formatCount(plan.length, 'migration')} pending; none were applied.`,
  );
}

async function backFillAll(stores: Stores, terminal: Terminal): Promise<void> {
  const progress = terminal.startProgress();
  const tenants: { readonly tenantId: string; readonly unknown: number }[] = [];
  for (const { tenantId } of await stores.tenants.list()) {
    tenants.push({ tenantId, unknown: await stores.forTenant(tenantId).totals.countUnknown() });
  }
  const total = tenants.reduce((sum, { unknown }) => sum + unknown, 0);
  let done = 0;
  for (const { tenantId, unknown } of tenants) {
    if (unknown === 0) continue;
    const { totals } = stores.forTenant(tenantId);
    for (let part = await totals.backFill(); part > 0; part = await totals.backFill()) {
      done += part;
      progress.reportCount('Calculating totals:', { done, total, unit: 'document' });
    }
  }
  progress.end();
  terminal.print(`The totals of ${formatCount(done, 'document')} were calculated.`);
}

async function addAllDigests(stores: Stores, terminal: Terminal): Promise<void> {
  let done = 0;
  for (const { tenantId } of await stores.tenants.list()) {
    await stores.forTenant(tenantId).audit.addDigests((documents) => {
      done += documents;
    });
  }
  if (done > 0) terminal.print(`The digests of ${formatCount(done, 'document')} were added to the audit trail.`);
}

const longestStatement = 90;

/**
 * One line for each migration, for each statement that locks a table or may do so, and for each lock. Other statements
 * are only counted.
 */
function planText(plan: readonly PlannedMigration[]): string[] {
  return plan.flatMap(({ name, steps }) => {
    const locking = steps.filter(({ locks }) => locks?.length !== 0);
    const others = steps.length - locking.length;
    return [
      name,
      ...locking.flatMap(stepText),
      ...(others > 0 ? [`  ${formatCount(others, 'statement')} without a lock on an existing table`] : []),
    ];
  });
}

function stepText({ statement, locks, takes }: PlannedStep): string[] {
  const text = statement.length > longestStatement ? `${statement.slice(0, longestStatement)}…` : statement;
  if (locks === null) return [`  ${text}`, '    unknown kind of statement: locks and time unknown'];
  return [`  ${text}: ${timeText(takes)}`, ...locks.map((lock) => `    ${lockText(lock)}`)];
}

function lockText({ table, rows, mode, blocks, held }: PlannedLock): string {
  return `${table} (${formatCount(rows, 'row')}): ${mode}, blocks ${blocks}, held: ${timeText(held)}`;
}

function timeText(span: Span | null): string {
  if (span === null) return 'unknown time';
  if (span.to < 0.1) return 'less than 0.1 s';
  const [from, to] = [Math.floor(span.from), Math.ceil(span.to)];
  return from === 0 ? `up to ${to} s` : `${from} to ${to} s`;
}

export async function requireMigrated(database: Database, program: string): Promise<void> {
  const pending = await database.withConnection(findPendingMigrations);
  if (pending.length === 0) return;
  const are = formatCount(pending.length, 'migration is', 'migrations are');
  throw new Error(`${are} pending. Run "${program} migrate" first.`);
}
