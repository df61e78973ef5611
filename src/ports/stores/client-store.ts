import type { Scope } from '../../domain/account/scope.ts';

export type Client = {
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
  replaceSecret(clientId: string, secretHash: string): Promise<boolean>;
  revoke(clientId: string, at: Date): Promise<boolean>;
}
