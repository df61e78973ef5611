import { type ClientLimits, defaultClientLimits } from '../../domain/account/client-limits.ts';
import type { Tenant } from '../../domain/account/tenant.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import type { RecentAccount } from '../../ports/context.ts';
import type { CacheName, CacheWatch } from '../../ports/observation.ts';
import type { StoredClient } from '../../ports/stores/client-store.ts';
import type { Stores } from '../../ports/stores.ts';
import { rememberAtMost } from './bounded-memory.ts';
import type { VerifiedToken } from './verified-token.ts';

const maxRemembered = 10_000;
/** A revoked client must be locked out within a second on every replica. */
const maxAgeMs = 750;

/** Clients from another issuer have the operator's default limits. */
export type Account = { readonly tenant: Tenant; readonly limits: ClientLimits; readonly recent: RecentAccount };
type Holder = Pick<VerifiedToken, 'clientId' | 'tenantId' | 'issuedBy'>;

type Accounts = {
  /** Null if the client or its tenant is unknown, or if the client has been revoked. */
  find(holder: Holder): Promise<Account | null>;
};

type TenantFacts = { readonly tenant: Tenant; declarations(): Promise<readonly NexusDeclaration[]> };

/** Clients and tenants as stored, cached for less than a second. */
export function createAccounts(stores: Stores, now: () => Date, onCacheUsed?: CacheWatch): Accounts {
  const clients = rememberBriefly<ClientLimits>('clients', now, onCacheUsed);
  const tenants = rememberBriefly<TenantFacts>('tenants', now, onCacheUsed);

  const findTenant = (tenantId: string) => tenants.find(tenantId, () => readTenant(stores, tenantId));

  async function factsOf(tenantId: string): Promise<TenantFacts> {
    const facts = await findTenant(tenantId);
    if (!facts) throw new Error(`The tenant ${tenantId} was removed while one of its requests was being processed.`);
    return facts;
  }

  const recentAccount = (tenantId: string): RecentAccount => ({
    settings: async () => (await factsOf(tenantId)).tenant.settings,
    declarations: async () => (await factsOf(tenantId)).declarations(),
    forget: () => tenants.forget(tenantId),
  });

  function limitsOf({ clientId, tenantId, issuedBy }: Holder): ClientLimits | Promise<ClientLimits | null> {
    if (issuedBy === 'external') return defaultClientLimits;
    return clients.find(JSON.stringify([tenantId, clientId]), () => activeClient(stores, { clientId, tenantId }));
  }

  return {
    async find(holder) {
      const { tenantId } = holder;
      const [facts, limits] = await Promise.all([findTenant(tenantId), limitsOf(holder)]);
      return facts && limits ? { tenant: facts.tenant, limits, recent: recentAccount(tenantId) } : null;
    },
  };
}

/** Few requests need the declarations, so they are read on first use. */
async function readTenant(stores: Stores, tenantId: string): Promise<TenantFacts | null> {
  const tenant = await stores.tenants.find(tenantId);
  if (!tenant) return null;
  let reading: Promise<readonly NexusDeclaration[]> | undefined;
  return {
    tenant,
    declarations() {
      if (reading) return reading;
      reading = stores.forTenant(tenantId).nexus.list();
      reading.catch(() => {
        reading = undefined; // The next request tries again.
      });
      return reading;
    },
  };
}

async function activeClient(
  stores: Stores,
  { clientId, tenantId }: Omit<Holder, 'issuedBy'>,
): Promise<StoredClient | null> {
  const client = await stores.clients.find(clientId);
  return client !== null && client.revokedAt === null && client.tenantId === tenantId ? client : null;
}

type Remembered<Value> = { readonly readAt: number; readonly value: Promise<Value | null> };

/** Values read less than a second ago. A forgotten value is read again, even if a read is in progress. */
function rememberBriefly<Value extends object>(name: CacheName, now: () => Date, onCacheUsed?: CacheWatch) {
  const remembered = rememberAtMost<Remembered<Value>>(maxRemembered);
  return {
    find(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
      const readAt = now().getTime();
      const known = remembered.get(key);
      const isFresh = known !== undefined && Math.abs(readAt - known.readAt) < maxAgeMs;
      onCacheUsed?.(name, isFresh);
      if (isFresh) return known.value;
      const reading = { readAt, value: read() };
      remembered.set(key, reading);
      reading.value.catch(() => {
        if (remembered.peek(key) === reading) remembered.delete(key); // The next request tries again.
      });
      return reading.value;
    },
    forget: (key: string) => void remembered.delete(key),
  };
}
