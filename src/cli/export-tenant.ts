import { exportTenant } from '../usecases/archive/write-archive.ts';
import { archiveText, writeArchiveFile } from './archive-file.ts';
import { type Command, optionsOf, UsageError } from './command.ts';
import { tenantNamed } from './named-tenant.ts';

export const exportTenantCommand: Command = {
  name: 'export',
  usage: '--tenant <name or id> [--out <file>]',
  summary: 'writes all records of a tenant to a file (.jsonl, or .jsonl.gz to compress), for import into another store',

  async run(args, terminal) {
    const { tenant: wanted, out } = optionsOf(args, { tenant: { type: 'string' }, out: { type: 'string' } });
    if (!wanted?.trim()) throw new UsageError('Specify the tenant: --tenant <name or id>');
    const stores = await terminal.openStoresToRead();
    const { tenantId, name } = await tenantNamed(stores, wanted.trim());
    const path = out ?? `tollgate-${tenantId}.jsonl.gz`;
    const end = await writeArchiveFile(path, (write) => exportTenant(stores, tenantId, terminal.now(), write));
    terminal.print(`${name}  ${tenantId}  exported to ${path}: ${archiveText(end)}`);
  },
};
