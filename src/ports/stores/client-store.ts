import type { Client, ClientFilter } from '../../domain/clients/client.ts';

/** A client with the hashes of its secrets. */
export type StoredClient = Client & {
  readonly tenantId: string;
  readonly secretHash: string;
  /** The number of secrets that the client has had. */
  readonly secretNumber: number;
  /**
   * The hash of the secret before the last rotation, valid until `previousSecretUntil`; null if no previous secret was
   * kept.
   */
  readonly previousSecretHash: string | null;
};

/** The clients of all tenants, which tokens and the operator identify by id only. */
export interface ClientStore {
  find(clientId: string): Promise<StoredClient | null>;
  list(): Promise<StoredClient[]>;
}

/**
 * At most `limit` clients after the given client, or from the start if null: newest first, or oldest first if backward.
 */
export type ClientPage = {
  readonly limit: number;
  readonly after: { readonly createdAt: Date; readonly clientId: string } | null;
  readonly isBackward?: boolean;
};

/** The clients of one tenant. Each change is recorded in the audit trail, without secrets. */
export interface TenantClientStore {
  find(clientId: string): Promise<StoredClient | null>;
  list(filter: ClientFilter, page: ClientPage): Promise<StoredClient[]>;
  count(filter: ClientFilter): Promise<number>;
  /** Stores a client; false if the tenant is at its limit of active clients. */
  insert(client: StoredClient): Promise<boolean>;
  /**
   * Writes a changed client, with a reason for the trail; false if its version no longer matches `stored`. If nothing
   * changes, nothing is written.
   */
  replace(stored: StoredClient, changed: StoredClient, reason?: string | null): Promise<boolean>;
  /**
   * Like `replace`, but returns `LAST_ADMIN` without a change if the client is the only active one with the scope
   * `admin`.
   */
  replaceIfOtherAdmin(
    stored: StoredClient,
    changed: StoredClient,
    reason?: string | null,
  ): Promise<boolean | 'LAST_ADMIN'>;
}
