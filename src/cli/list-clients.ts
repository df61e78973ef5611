import { type Command, noArguments } from './command.ts';

export const listClientsCommand: Command = {
  name: 'clients list',
  usage: '[--json]',
  summary: 'lists all clients: id, tenant, name, state, scopes',

  async run(args, terminal) {
    noArguments(args);
    const stores = await terminal.openStores();
    const clients = await stores.clients.list();
    for (const { clientId, tenantId, name, scopes, revokedAt } of clients) {
      const state = revokedAt ? `revoked ${revokedAt.toISOString()}` : 'active';
      terminal.printRecord({ clientId, tenantId, name, state, scopes: scopes.join(' ') });
    }
  },
};
