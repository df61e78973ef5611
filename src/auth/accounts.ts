import { LRUCache } from 'lru-cache';
import type { Tenant } from '../domain/account/tenant.ts';
import type { Stores, TenantStores } from '../ports/stores.ts';
import type { VerifiedToken } from './verified-token.ts';

const maxRemembered = 10_000;
/** Well below the second within which a revoked client must be out, on every replica. */
const maxAgeMs = 750;

export type Account = { readonly tenant: Tenant; readonly stores: TenantStores };
type Holder = Pick<VerifiedToken, 'clientId' | 'tenantId' | 'issuedBy'>;
type Remembered = { readonly readAt: number; readonly account: Promise<Account | null> };

export type Accounts = {
  /** Null when the client is revoked or unknown, or the tenant is. */
  find(holder: Holder): Promise<Account | null>;
};

/** Clients and tenants as the store has them, read again when what is known is almost a second old. */
export function createAccounts(stores: Stores, now: () => Date): Accounts {
  const remembered = new LRUCache<string, Remembered>({ max: maxRemembered });
  return {
    find(holder) {
      const key = JSON.stringify([holder.issuedBy, holder.tenantId, holder.clientId]);
      const readAt = now().getTime();
      const known = remembered.get(key);
      if (known && Math.abs(readAt - known.readAt) < maxAgeMs) return known.account;
      const account = readAccount(stores, holder);
      account.catch(() => remembered.delete(key)); // The next request tries again.
      remembered.set(key, { readAt, account });
      return account;
    },
  };
}

async function readAccount(stores: Stores, { clientId, tenantId, issuedBy }: Holder): Promise<Account | null> {
  const [tenant, isWelcome] = await Promise.all([
    stores.tenants.find(tenantId),
    issuedBy === 'outside' || isClientInForce(stores, { clientId, tenantId }),
  ]);
  return tenant && isWelcome ? { tenant, stores: stores.forTenant(tenantId) } : null;
}

async function isClientInForce(stores: Stores, { clientId, tenantId }: Omit<Holder, 'issuedBy'>): Promise<boolean> {
  const client = await stores.clients.find(clientId);
  return client !== null && client.revokedAt === null && client.tenantId === tenantId;
}
