import { importTenant } from '../usecases/archive/read-archive.ts';
import { archiveText, readArchiveFile } from './archive-file.ts';
import { argumentsOf, type Command, onlyArgument } from './command.ts';
import { requireWholeTotals } from './verify-totals.ts';

export const importTenantCommand: Command = {
  name: 'import',
  usage: '<file> [--as <new id>] [--without-connections]',
  summary:
    'stores the tenant from an export file with all its records; --as stores it under another id, such as a copy next to the original; --without-connections omits clients and webhook endpoints',

  async run(args, terminal) {
    const { positionals, values } = argumentsOf(args, {
      as: { type: 'string' },
      'without-connections': { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'the file to import');
    const stores = await terminal.openStores();
    const wanted = { as: values.as?.trim().toLowerCase() ?? null, withConnections: !values['without-connections'] };
    const { tenantId, end } = await importTenant(stores, readArchiveFile(path), wanted);
    await requireWholeTotals(stores, terminal, { tenants: [tenantId] });
    terminal.print(`${tenantId} imported: ${archiveText(end)}`);
    const tenant = await stores.tenants.find(tenantId);
    if (tenant?.kind === 'TEST') terminal.print('This is a test tenant. For real sales, create another tenant.');
    terminal.print(`To check its audit trail: ${terminal.program} audit verify --tenant ${tenantId}`);
  },
};
