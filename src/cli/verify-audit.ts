import { parseArgs } from 'node:util';
import type { Tenant } from '../domain/account/tenant.ts';
import type { Stores } from '../ports/stores.ts';
import { type Command, type Terminal, UsageError } from './command.ts';
import { tenantsNamed } from './named-tenant.ts';

export const verifyAuditCommand: Command = {
  name: 'audit verify',
  usage: '[--tenant <name or id>]',
  summary: 'checks that no change was removed from the audit trail or altered; exits with 1 if one was',

  async run(args, terminal) {
    const wanted = readTenant(args);
    const stores = await terminal.openStores();
    const tenants = wanted === undefined ? await stores.tenants.list() : await tenantsNamed(stores, wanted);
    const broken: Tenant[] = [];
    for (const tenant of tenants) {
      if (!(await isWhole(stores, tenant, terminal))) broken.push(tenant);
    }
    if (broken.length === 0) return;
    throw new Error(`The audit trail is not whole: ${broken.map(({ name }) => name).join(', ')}.`);
  },
};

function readTenant(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { tenant: { type: 'string' } } }).values.tenant?.trim();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function isWhole(stores: Stores, { tenantId, name }: Tenant, terminal: Terminal): Promise<boolean> {
  const { audit } = stores.forTenant(tenantId);
  await audit.seal(terminal.now());
  const { seals, sealed, unsealed, erased, lastHash, faults } = await audit.verify();
  const parts = [`${sealed} changes in ${seals} seals`, ...(erased > 0 ? [`${erased} with erased members`] : [])];
  if (unsealed > 0) parts.push(`${unsealed} not sealed yet`);
  terminal.print(`${name}  ${tenantId}  ${faults.length === 0 ? 'whole' : 'NOT WHOLE'}: ${parts.join(', ')}`);
  for (const fault of faults) terminal.print(`  ${fault}`);
  if (lastHash !== '') terminal.print(`  last hash ${lastHash}`);
  return faults.length === 0;
}
