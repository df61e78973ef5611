import { gatewayLimits } from '../domain/base/limits.ts';
import { replaceClientSecret } from '../usecases/clients/issued-client.ts';
import { argumentsOf, type Command, onlyArgument, UsageError } from './command.ts';
import { namedClient } from './named-client.ts';

const { overlapHours: most } = gatewayLimits.clients;

export const rotateClientCommand: Command = {
  name: 'clients rotate',
  usage: '<client id> [--overlap-hours <number>]',
  summary:
    'issues a new secret, shown once; the old secret stops working immediately, or after the given number of hours. Tokens stay valid',
  runsInServer: true,

  async run(args, terminal) {
    const { values, positionals } = argumentsOf(args, { 'overlap-hours': { type: 'string' } });
    const clientId = onlyArgument(positionals, 'the client: clients rotate <client id>');
    const overlapHours = readHours(values['overlap-hours'] ?? '0');
    const { clients, tenantId } = await namedClient(await terminal.openStores(), clientId);
    const rotation = { tenantId, clientId, overlapHours, now: terminal.now, check: () => {} };
    const { client, clientSecret } = await replaceClientSecret(clients, rotation);
    const until = client.previousSecretUntil?.toISOString();
    terminal.print(`client id      ${clientId}`);
    terminal.print(`client secret  ${clientSecret}`);
    terminal.print(until ? `The old secret works until ${until}.` : 'The old secret no longer works.');
    terminal.print('Tokens already issued stay valid until they expire; to end them, use clients revoke.');
    terminal.print('Store the secret now: it is not shown again.');
  },
};

function readHours(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--overlap-hours must be a whole number from 0 to ${most}.`);
}
