import { createAuthenticator } from '../adapters/auth/authenticator.ts';
import { readConfig } from '../config/config.ts';
import { type Command, onlyArgument } from './command.ts';

export const issueTokenCommand: Command = {
  name: 'token',
  usage: '<client id>',
  summary: 'issues an access token for a client without the client secret, valid for an hour',
  runsInServer: true,

  async run(args, terminal) {
    const clientId = onlyArgument(args, 'the client: token <client id>');
    const { auth: config } = readConfig(terminal.environment);
    const stores = await terminal.openStores();
    const client = await stores.clients.find(clientId);
    if (!client) throw new Error(`Client ${clientId} not found.`);
    if (client.revokedAt) throw new Error(`The client ${clientId} was revoked.`);
    const authenticator = await createAuthenticator({ stores, config, now: terminal.now });
    const { accessToken } = await authenticator.issueTokenTo(client);
    terminal.print(accessToken);
  },
};
