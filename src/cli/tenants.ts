import { newTenant } from '../domain/account/tenant.ts';
import type { NamedTenant } from '../ports/stores/tenant-store.ts';
import type { Stores } from '../ports/stores.ts';
import { argumentsOf, type Command, noArguments, onlyArgument, UsageError } from './command.ts';

const createTenantCommand: Command = {
  name: 'tenants create',
  usage: '<name> [--test]',
  summary:
    'creates a tenant; with --test, a test tenant, which has the country ZZ and an adjustable clock. The kind cannot be changed later',
  runsInServer: true,

  async run(args, terminal) {
    const { positionals, values } = argumentsOf(args, { test: { type: 'boolean' } });
    const name = onlyArgument(positionals, 'the name of the tenant').trim();
    if (name === '' || name.length > 256) throw new UsageError('A name must have 1 to 256 characters.');
    const { tenants } = await terminal.openStores();
    const [known] = await tenants.findByName(name);
    if (known) throw new UsageError(`Tenant ${name} already exists: ${known.tenantId}`);
    const tenant = newTenant(name, values.test ? 'TEST' : 'LIVE');
    await tenants.insert(tenant);
    terminal.printRecord({ tenantId: tenant.tenantId, name, kind: tenant.kind });
  },
};

const listTenantsCommand: Command = {
  name: 'tenants list',
  usage: '[--json]',
  summary: 'lists all tenants: id, name, kind (LIVE or TEST)',
  runsInServer: true,

  async run(args, terminal) {
    noArguments(args);
    const { tenants } = await terminal.openStores();
    for (const { tenantId, name, kind } of await tenants.list()) terminal.printRecord({ tenantId, name, kind });
  },
};

async function findTenants({ tenants }: Pick<Stores, 'tenants'>, wanted: string): Promise<readonly NamedTenant[]> {
  const byId = await tenants.find(wanted);
  return byId ? [byId] : tenants.findByName(wanted);
}

const notFound = (wanted: string) => new UsageError(`Tenant ${wanted} not found.`);

/** The tenants with this id or name; several tenants can share a name. */
export async function tenantsNamed(stores: Pick<Stores, 'tenants'>, wanted: string): Promise<readonly NamedTenant[]> {
  const found = await findTenants(stores, wanted);
  if (found.length === 0) throw notFound(wanted);
  return found;
}

/** The tenant with this id or name; null if there is none. */
export async function findTenant(stores: Pick<Stores, 'tenants'>, wanted: string): Promise<NamedTenant | null> {
  const found = await findTenants(stores, wanted);
  if (found.length < 2) return found[0] ?? null;
  const ids = found.map(({ tenantId }) => tenantId).join(', ');
  throw new UsageError(`Several tenants are named ${wanted}. Use an id instead: ${ids}`);
}

export async function tenantNamed(stores: Pick<Stores, 'tenants'>, wanted: string): Promise<NamedTenant> {
  const tenant = await findTenant(stores, wanted);
  if (!tenant) throw notFound(wanted);
  return tenant;
}

export const tenantCommands = [createTenantCommand, listTenantsCommand];
