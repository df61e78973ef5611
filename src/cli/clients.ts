import { type ClientLimits, mostPerMinute } from '../domain/account/client-limits.ts';
import { scopes as allScopes, type Scope, scopesOfShop } from '../domain/account/scope.ts';
import { newTenant } from '../domain/account/tenant.ts';
import { AppError } from '../domain/base/errors.ts';
import { gatewayLimits } from '../domain/base/limits.ts';
import type { StoredClient, TenantClientStore } from '../ports/stores/client-store.ts';
import type { Stores } from '../ports/stores.ts';
import { endClient, issueClient, limitClient, replaceClientSecret } from '../usecases/clients/issued-client.ts';
import { argumentsOf, type Command, noArguments, onlyArgument, optionsOf, UsageError } from './command.ts';
import { findTenant } from './tenants.ts';

const limitOptions = {
  'requests-per-minute': { type: 'string' },
  'cost-per-minute': { type: 'string' },
} as const;

const limitUsage = '[--requests-per-minute <number>] [--cost-per-minute <number>]';

const createClientCommand: Command = {
  name: 'clients create',
  usage: `--tenant <name or id> [--name <name>] [--scopes <scope,scope>|all] ${limitUsage}`,
  summary:
    'creates a client, and its tenant if the name is new; shows the secret once. Default: the scopes a shop needs',
  runsInServer: true,

  async run(args, terminal) {
    const { tenant: wanted, name, scopes, limits } = readOptions(args);
    const stores = await terminal.openStores();
    const { tenant, isNew } = await findOrMakeTenant(stores, wanted);
    const input = { tenantId: tenant.tenantId, name: name ?? tenant.name, scopes, ...limits };
    const { client, clientSecret } = await issueClient(
      stores.forTenant(tenant.tenantId).clients,
      input,
      terminal.now(),
    );
    terminal.print(`tenant         ${tenant.tenantId}  ${tenant.name}${isNew ? '  (new)' : ''}`);
    terminal.print(`client id      ${client.clientId}`);
    terminal.print(`client secret  ${clientSecret}`);
    terminal.print(`scopes         ${client.scopes.join(' ')}`);
    if (scopes === scopesOfShop)
      terminal.print('These are the scopes a shop needs. For other scopes: --scopes <scope,scope>, or --scopes all');
    terminal.print('Store the secret now: it is not shown again.');
  },
};

type Options = {
  readonly tenant: string;
  readonly name: string | undefined;
  readonly scopes: readonly Scope[];
  readonly limits: Partial<ClientLimits>;
};

function readOptions(args: readonly string[]): Options {
  const values = optionsOf(args, {
    tenant: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    ...limitOptions,
  });
  const { tenant, name, scopes } = values;
  if (!tenant?.trim()) throw new UsageError('Specify the tenant: --tenant <name or id>');
  if (tenant.length > 256 || (name?.length ?? 0) > 256) throw new UsageError('A name can have at most 256 characters.');
  const known = scopes === undefined ? scopesOfShop : readScopes(scopes);
  return { tenant: tenant.trim(), name, scopes: known, limits: readLimits(values) };
}

function readScopes(list: string): readonly Scope[] {
  if (list.trim() === 'all') return allScopes;
  const words = list.split(/[\s,]+/).filter((word) => word !== '');
  const unknown = words.filter((word) => !allScopes.some((scope) => scope === word));
  const problem = words.length === 0 ? 'Specify at least one scope' : `Unknown scopes: ${unknown.join(', ')}`;
  if (words.length === 0 || unknown.length > 0) {
    throw new UsageError(`${problem}. Valid scopes: all, or any of ${allScopes.join(', ')}`);
  }
  return allScopes.filter((scope) => words.includes(scope));
}

async function findOrMakeTenant(stores: Pick<Stores, 'tenants'>, wanted: string) {
  const tenant = await findTenant(stores, wanted);
  if (tenant) return { tenant, isNew: false };
  const made = newTenant(wanted, 'LIVE');
  await stores.tenants.insert(made);
  return { tenant: made, isNew: true };
}

const listClientsCommand: Command = {
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

const { overlapHours: most } = gatewayLimits.clients;

const rotateClientCommand: Command = {
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

const limitClientCommand: Command = {
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
function readLimits(values: LimitValues): Partial<ClientLimits> {
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

function limitText(limit: number | null): string {
  if (limit === null) return 'default';
  return limit === 0 ? 'unlimited' : String(limit);
}

const revokeClientCommand: Command = {
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

type NamedClient = {
  readonly client: StoredClient;
  readonly tenantId: string;
  readonly clients: TenantClientStore;
};

/** A client of any tenant, with the store that changes it on behalf of the operator. */
async function namedClient(stores: Pick<Stores, 'clients' | 'forTenant'>, clientId: string): Promise<NamedClient> {
  const client = await stores.clients.find(clientId);
  if (!client) throw new AppError('NOT_FOUND', `Client ${clientId} not found.`);
  const { tenantId } = client;
  return { client, tenantId, clients: stores.forTenant(tenantId).clients };
}

export const clientCommands = [
  createClientCommand,
  listClientsCommand,
  rotateClientCommand,
  limitClientCommand,
  revokeClientCommand,
];
