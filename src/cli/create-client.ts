import type { ClientLimits } from '../domain/account/client-limits.ts';
import { scopes as allScopes, type Scope, scopesOfShop } from '../domain/account/scope.ts';
import { newTenant } from '../domain/account/tenant.ts';
import type { NamedTenant, TenantStore } from '../ports/stores/tenant-store.ts';
import { issueClient } from '../usecases/clients/issued-client.ts';
import { type Command, optionsOf, UsageError } from './command.ts';
import { limitOptions, limitUsage, readLimits } from './limit-client.ts';

export const createClientCommand: Command = {
  name: 'clients create',
  usage: `--tenant <name or id> [--name <name>] [--scopes <scope,scope>|all] ${limitUsage}`,
  summary:
    'creates a client, and its tenant if the name is new; shows the secret once. Default: the scopes a shop needs',
  runsInServer: true,

  async run(args, terminal) {
    const { tenant: wanted, name, scopes, limits } = readOptions(args);
    const stores = await terminal.openStores();
    const { tenant, isNew } = await findOrMakeTenant(stores.tenants, wanted);
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
  const options = {
    tenant: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    ...limitOptions,
  } as const;
  const values = optionsOf(args, options);
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

async function findOrMakeTenant(
  tenants: TenantStore,
  wanted: string,
): Promise<{ tenant: NamedTenant; isNew: boolean }> {
  const byId = await tenants.find(wanted);
  const found = byId ? [byId] : await tenants.findByName(wanted);
  const [tenant, ...others] = found;
  if (others.length > 0) {
    const ids = found.map(({ tenantId }) => tenantId).join(', ');
    throw new UsageError(`Several tenants have this name; use an id instead: ${ids}`);
  }
  if (tenant) return { tenant, isNew: false };
  const made = newTenant(wanted, 'LIVE');
  await tenants.insert(made);
  return { tenant: made, isNew: true };
}
