import { type ClientLimits, defaultClientLimits } from '../domain/account/client-limits.ts';
import type { Tenant } from '../domain/account/tenant.ts';
import type { CacheWatch } from '../ports/cache-watch.ts';
import type { Client } from '../ports/stores/client-store.ts';
import type { Stores } from '../ports/stores.ts';
import { rememberAtMost } from './bounded-memory.ts';
import type { VerifiedToken } from './verified-token.ts';

const maxRemembered = 10_000;
/** A revoked client must be locked out within a second on every replica. */
const maxAgeMs = 750;

/** Clients of another issuer have the operator's default limits. */
export type Account = { readonly tenant: Tenant; readonly limits: ClientLimits };
type Holder = Pick<VerifiedToken, 'clientId' | 'tenantId' | 'issuedBy'>;
type Remembered = { readonly readAt: number; readonly account: Promise<Account | null> };

export type Accounts = {
  /** Null when the client or its tenant is unknown, or the client has been revoked. */
  find(holder: Holder): Promise<Account | null>;
};

/** Clients and tenants as stored, cached for less than a second. What depends on settings reads them with its own data. */
export function createAccounts(stores: Stores, now: () => Date, onCacheUsed?: CacheWatch): Accounts {
  const remembered = rememberAtMost<Remembered>(maxRemembered);
  return {
    find(holder) {
      const key = JSON.stringify([holder.issuedBy, holder.tenantId, holder.clientId]);
      const readAt = now().getTime();
      const known = remembered.get(key);
      const isFresh = known !== undefined && Math.abs(readAt - known.readAt) < maxAgeMs;
      onCacheUsed?.('accounts', isFresh);
      if (isFresh) return known.account;
      const account = readAccount(stores, holder);
      account.catch(() => remembered.delete(key)); // The next request tries again.
      remembered.set(key, { readAt, account });
      return account;
    },
  };
}

async function readAccount(stores: Stores, { clientId, tenantId, issuedBy }: Holder): Promise<Account | null> {
  const [tenant, limits] = await Promise.all([
    stores.tenants.find(tenantId),
    issuedBy === 'external' ? defaultClientLimits : activeClient(stores, { clientId, tenantId }),
  ]);
  return tenant && limits ? { tenant, limits } : null;
}

async function activeClient(stores: Stores, { clientId, tenantId }: Omit<Holder, 'issuedBy'>): Promise<Client | null> {
  const client = await stores.clients.find(clientId);
  return client !== null && client.revokedAt === null && client.tenantId === tenantId ? client : null;
}
