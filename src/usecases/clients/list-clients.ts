import type { Client } from '../../domain/clients/client.ts';
import type { ClientFilter } from '../../domain/clients/client-list.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ClientPage } from '../../ports/stores/client-store.ts';
import { findClient } from './issued-client.ts';

/** One page of the tenant's clients, newest first, including revoked ones. */
export function listClients(ctx: Context, filter: ClientFilter, page: ClientPage): Promise<readonly Client[]> {
  return authorize(ctx, 'admin').stores.clients.list(filter, page);
}

export function countClients(ctx: Context, filter: ClientFilter): Promise<number> {
  return authorize(ctx, 'admin').stores.clients.count(filter);
}

export async function getClient(ctx: Context, clientId: string): Promise<Client> {
  return findClient(authorize(ctx, 'admin').stores.clients, clientId);
}
