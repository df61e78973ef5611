import { type ClientLimits, mostPerMinute } from '../domain/account/client-limits.ts';
import { limitClient } from '../usecases/clients/issued-client.ts';
import { argumentsOf, type Command, onlyArgument, UsageError } from './command.ts';
import { namedClient } from './named-client.ts';

export const limitOptions = {
  'requests-per-minute': { type: 'string' },
  'cost-per-minute': { type: 'string' },
} as const;

export const limitUsage = '[--requests-per-minute <number>] [--cost-per-minute <number>]';

export const limitClientCommand: Command = {
  name: 'clients limit',
  usage: `<client id> ${limitUsage}`,
  summary: 'sets a client’s limits per minute and replica: a number, 0 for no limit, or default',
  runsInServer: true,

  async run(args, terminal) {
    const { values, positionals } = argumentsOf(args, limitOptions);
    const clientId = onlyArgument(positionals, 'the client: clients limit <client id>');
    const changes = readLimits(values);
    if (Object.keys(changes).length === 0) throw new UsageError(`Specify a limit: ${limitUsage}`);
    const { clients, tenantId } = await namedClient(await terminal.openStores(), clientId);
    const limits = await limitClient(clients, { tenantId, clientId, changes, now: terminal.now });
    terminal.print(`client id            ${clientId}`);
    terminal.print(`requests per minute  ${limitText(limits.requestsPerMinute)}`);
    terminal.print(`cost per minute      ${limitText(limits.costPerMinute)}`);
    terminal.print('Every replica applies the limits within a second.');
  },
};

type LimitValues = { readonly [Name in keyof typeof limitOptions]?: string | undefined };

/** Reads only the limits that were given. */
export function readLimits(values: LimitValues): Partial<ClientLimits> {
  const { 'requests-per-minute': requests, 'cost-per-minute': cost } = values;
  return {
    ...(requests !== undefined && { requestsPerMinute: readLimit(requests, '--requests-per-minute') }),
    ...(cost !== undefined && { costPerMinute: readLimit(cost, '--cost-per-minute') }),
  };
}

function readLimit(text: string, option: string): number | null {
  if (text === 'default') return null;
  if (/^\d{1,10}$/.test(text) && Number(text) <= mostPerMinute) return Number(text);
  throw new UsageError(`${option} must be a whole number from 0 to ${mostPerMinute}, or default.`);
}

export function limitText(limit: number | null): string {
  if (limit === null) return 'default';
  return limit === 0 ? 'unlimited' : String(limit);
}
