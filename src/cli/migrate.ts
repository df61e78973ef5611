import { parseArgs } from 'node:util';
import type { Stores } from '../ports/stores.ts';
import { type Command, noArguments, optionsOf, type Terminal } from './command.ts';
import { requireWholeTotals } from './verify-totals.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '[--back-fill]',
  summary:
    'applies pending migrations, as every server start does; --back-fill also works out the figures that an upgrade left unknown and recounts them, so that no report has to wait afterwards, and adds the digests that documents of 0.1.0 lack to the audit trail',

  async run(args, terminal) {
    const options = { 'back-fill': { type: 'boolean' } } as const;
    const { values, positionals } = optionsOf(() => parseArgs({ args: [...args], options, allowPositionals: true }));
    noArguments(positionals);
    const applied = await terminal.migrate();
    terminal.print(applied.length === 0 ? 'The store is up to date.' : `Applied: ${applied.join(', ')}`);
    if (!values['back-fill']) return;
    const stores = await terminal.openStores();
    await backFillAll(stores, terminal);
    await addAllDigests(stores, terminal);
    await requireWholeTotals(stores, terminal);
  },
};

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
      progress.reportCount('Working out totals:', { done, total, unit: 'document' });
    }
  }
  progress.end();
  terminal.print(`The totals of ${done} documents were worked out.`);
}

async function addAllDigests(stores: Stores, terminal: Terminal): Promise<void> {
  let done = 0;
  for (const { tenantId } of await stores.tenants.list()) {
    await stores.forTenant(tenantId).audit.addDigests((documents) => {
      done += documents;
    });
  }
  if (done > 0) terminal.print(`The digests of ${done} documents were added to the audit trail.`);
}
