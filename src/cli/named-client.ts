import { AppError } from '../domain/base/errors.ts';
import type { StoredClient, TenantClientStore } from '../ports/stores/client-store.ts';
import type { Stores } from '../ports/stores.ts';

type NamedClient = {
  readonly client: StoredClient;
  readonly tenantId: string;
  readonly clients: TenantClientStore;
};

/** A client of any tenant, with the store that changes it on behalf of the operator. */
export async function namedClient(
  stores: Pick<Stores, 'clients' | 'forTenant'>,
  clientId: string,
): Promise<NamedClient> {
  const client = await stores.clients.find(clientId);
  if (!client) throw new AppError('NOT_FOUND', `Client ${clientId} not found.`);
  const { tenantId } = client;
  return { client, tenantId, clients: stores.forTenant(tenantId).clients };
}
