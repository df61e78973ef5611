import type { ClientLimits } from '../domain/account/client-limits.ts';
import { type Command, noArguments } from './command.ts';
import { limitText } from './limit-client.ts';

export const listClientsCommand: Command = {
  name: 'clients list',
  usage: '[--json]',
  summary: 'lists all clients: id, tenant, name, state, scopes, limits per minute',
  runsInServer: true,

  async run(args, terminal) {
    noArguments(args);
    const stores = await terminal.openStores();
    const clients = await stores.clients.list();
    for (const { clientId, tenantId, name, scopes, revokedAt, ...limits } of clients) {
      const state = revokedAt ? `revoked ${revokedAt.toISOString()}` : 'active';
      terminal.printRecord({ clientId, tenantId, name, state, scopes: scopes.join(' '), ...limitsOf(limits) });
    }
  },
};

function limitsOf({ requestsPerMinute, costPerMinute }: ClientLimits) {
  return { requestsPerMinute: limitText(requestsPerMinute), costPerMinute: limitText(costPerMinute) };
}
