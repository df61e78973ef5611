import { createAccountStore } from './account.ts';
import { createChangeFeed } from './change-feed.ts';
import { createClientStore } from './clients.ts';
import { createCustomerStore } from './customers.ts';
import type { Database } from './database.ts';
import { createExemptionStore } from './exemptions.ts';
import { createFilingStore } from './filing.ts';
import { createIdempotencyKeyStore } from './idempotency-keys.ts';
import { createNexusStore } from './nexus.ts';
import { createRateBookStore } from './rate-books.ts';
import { createSigningKeyStore } from './signing-keys.ts';
import type { Stores } from './stores.ts';
import { createTaxNumberCheckStore } from './tax-number-checks.ts';
import { createTenantScope } from './tenant-scope.ts';
import { createTenantStore } from './tenants.ts';
import { createTransactionStore } from './transactions.ts';

export function createStores({ prisma }: Database): Stores {
  const changeFeed = createChangeFeed(prisma);
  return {
    tenants: createTenantStore(prisma),
    clients: createClientStore(prisma),
    signingKeys: createSigningKeyStore(prisma),
    rateBooks: createRateBookStore(prisma),

    forTenant(tenantId) {
      const scope = createTenantScope(prisma, tenantId);
      return {
        account: createAccountStore(prisma, tenantId),
        changes: { subscribe: (listener) => changeFeed.subscribe(tenantId, listener) },
        customers: createCustomerStore(scope),
        exemptions: createExemptionStore(scope),
        filing: createFilingStore(scope),
        idempotencyKeys: createIdempotencyKeyStore(scope),
        nexus: createNexusStore(scope),
        taxNumberChecks: createTaxNumberCheckStore(scope),
        transactions: createTransactionStore(scope),
      };
    },

    async ping() {
      await prisma.$queryRaw`SELECT 1`;
    },
  };
}
