import { endClient } from '../usecases/clients/issued-client.ts';
import { type Command, onlyArgument } from './command.ts';
import { namedClient } from './named-client.ts';

export const revokeClientCommand: Command = {
  name: 'clients revoke',
  usage: '<client id>',
  summary: 'revokes a client: its secret stops working immediately, its tokens within a second',
  runsInServer: true,

  async run(args, terminal) {
    const clientId = onlyArgument(args, 'the client: clients revoke <client id>');
    const { client, tenantId, clients } = await namedClient(await terminal.openStores(), clientId);
    await endClient(clients, { tenantId, clientId, reason: null, keepsAdmin: false, now: terminal.now });
    terminal.print(client.revokedAt ? `${clientId} was already revoked.` : `${clientId} is revoked.`);
  },
};
