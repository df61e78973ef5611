import { expect, it } from 'vitest';
import { clientCommands } from '../../src/cli/clients.ts';
import { tenantNamed } from '../../src/cli/tenants.ts';
import { newTenant } from '../../src/domain/account/tenant.ts';
import type { NamedTenant } from '../../src/ports/stores/tenant-store.ts';

const twins = [newTenant('Prairie Books', 'LIVE'), newTenant('Prairie Books', 'TEST')];

const stores = {
  tenants: {
    find: async (id: string) => twins.find(({ tenantId }) => tenantId === id) ?? null,
    findByName: async (wanted: string): Promise<readonly NamedTenant[]> => twins.filter(({ name }) => name === wanted),
  },
} as unknown as Parameters<typeof tenantNamed>[0];

const created = (tenant: string) =>
  clientCommands[0]!.run(['--tenant', tenant], { openStores: async () => stores } as never);

it('names the ids of tenants with the same name, in every command', async () => {
  const [live, test] = twins.map(({ tenantId }) => tenantId);
  const message = `Several tenants are named Prairie Books. Use an id instead: ${live}, ${test}`;
  await expect(tenantNamed(stores, 'Prairie Books')).rejects.toThrow(message);
  await expect(created('Prairie Books')).rejects.toThrow(message);
  expect(await tenantNamed(stores, test!)).toBe(twins[1]);
  await expect(tenantNamed(stores, 'Sea Books')).rejects.toThrow('Tenant Sea Books not found.');
});
