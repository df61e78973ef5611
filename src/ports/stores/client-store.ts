import type { ClientLimits } from '../../domain/account/client-limits.ts';
import type { Scope } from '../../domain/account/scope.ts';

export type Client = ClientLimits & {
  readonly clientId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly secretHash: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
};

export interface ClientStore {
  find(clientId: string): Promise<Client | null>;
  list(): Promise<Client[]>;
  insert(client: Client): Promise<void>;
  /** Changes the limits that are given; returns all of them, or null without such a client. */
  limit(clientId: string, changes: Partial<ClientLimits>): Promise<ClientLimits | null>;
  replaceSecret(clientId: string, secretHash: string): Promise<boolean>;
  revoke(clientId: string, at: Date): Promise<boolean>;
}
