import { type Command, noArguments } from './command.ts';

export const listTenantsCommand: Command = {
  name: 'tenants list',
  usage: '[--json]',
  summary: 'lists all tenants: id, name, kind (LIVE or TEST)',
  runsInServer: true,

  async run(args, terminal) {
    noArguments(args);
    const { tenants } = await terminal.openStores();
    for (const { tenantId, name, kind } of await tenants.list()) terminal.printRecord({ tenantId, name, kind });
  },
};
