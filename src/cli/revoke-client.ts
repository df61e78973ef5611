import { AppError } from '../domain/base/errors.ts';
import { type Command, onlyArgument } from './command.ts';

export const revokeClientCommand: Command = {
  name: 'clients revoke',
  usage: '<client id>',
  summary: 'revokes a client: its secret stops working at once, its tokens within a second',
  runsInServer: true,

  async run(args, terminal) {
    const clientId = onlyArgument(args, 'the client: clients revoke <client id>');
    const { clients } = await terminal.openStores();
    if (await clients.revoke(clientId, terminal.now())) {
      terminal.print(`${clientId} is revoked.`);
      return;
    }
    if (!(await clients.find(clientId))) throw new AppError('NOT_FOUND', `There is no client ${clientId}.`);
    terminal.print(`${clientId} was already revoked.`);
  },
};
