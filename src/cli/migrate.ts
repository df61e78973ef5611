import { formatCount } from '../domain/base/words.ts';
import type { Stores } from '../ports/stores.ts';
import { planMigrations } from '../stores/database/migration-plan.ts';
import { argumentsOf, type Command, noArguments, type Terminal, UsageError } from './command.ts';
import { planText } from './migration-plan-text.ts';
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
