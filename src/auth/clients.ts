import { randomBytes } from 'node:crypto';
import { type ClientLimits, defaultClientLimits } from '../domain/account/client-limits.ts';
import type { Scope } from '../domain/account/scope.ts';
import { AppError } from '../domain/base/errors.ts';
import type { Client, ClientStore } from '../ports/stores/client-store.ts';
import { hashClientSecret, newClientSecret } from './client-secret.ts';

/** A client with its secret, of which only a hash is stored. */
export type ClientWithSecret = { readonly client: Client; readonly clientSecret: string };

type NewClient = Partial<ClientLimits> & {
  readonly tenantId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
};

export async function createClient(store: ClientStore, input: NewClient, createdAt: Date): Promise<ClientWithSecret> {
  const clientSecret = newClientSecret();
  const client: Client = {
    ...defaultClientLimits,
    ...input,
    clientId: `client_${randomBytes(12).toString('hex')}`,
    secretHash: await hashClientSecret(clientSecret),
    createdAt,
    revokedAt: null,
  };
  await store.insert(client);
  return { client, clientSecret };
}

/** Replaces the secret. The old one stops working; tokens already issued stay valid. */
export async function rotateClientSecret(store: ClientStore, clientId: string): Promise<string> {
  const clientSecret = newClientSecret();
  const isReplaced = await store.replaceSecret(clientId, await hashClientSecret(clientSecret));
  if (!isReplaced) throw new AppError('NOT_FOUND', `There is no client ${clientId}.`);
  return clientSecret;
}
