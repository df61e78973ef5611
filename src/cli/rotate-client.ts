import { rotateClientSecret } from '../auth/clients.ts';
import { type Command, onlyArgument } from './command.ts';

export const rotateClientCommand: Command = {
  name: 'clients rotate',
  usage: '<client id>',
  summary: 'issues a new secret, shown once; the old one stops working',
  runsInServer: true,

  async run(args, terminal) {
    const clientId = onlyArgument(args, 'the client: clients rotate <client id>');
    const stores = await terminal.openStores();
    const clientSecret = await rotateClientSecret(stores.clients, clientId);
    terminal.print(`client id      ${clientId}`);
    terminal.print(`client secret  ${clientSecret}`);
    terminal.print('Store the secret now: it is not shown again.');
  },
};
