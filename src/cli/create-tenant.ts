import { newTenant } from '../domain/account/tenant.ts';
import { argumentsOf, type Command, onlyArgument, UsageError } from './command.ts';

export const createTenantCommand: Command = {
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
