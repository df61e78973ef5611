import type { Actor } from '../domain/audit/change.ts';
import { madeOnDemand } from '../domain/base/on-demand.ts';
import type { Stores, TenantStores } from '../ports/stores.ts';
import { createSigningKeyStore } from './account/signing-keys.ts';
import { createAccountStore, createTenantStore } from './account/tenants.ts';
import { createArchiveStore } from './archive/archive.ts';
import { createAuditStore } from './audit/audit.ts';
import { createCertificateRequestStore } from './certificate-requests/certificate-requests.ts';
import { createClientStore, createTenantClientStore } from './clients/clients.ts';
import { createIdempotencyKeyStore } from './clients/idempotency-keys.ts';
import { createCustomerStore } from './customers/customers.ts';
import { charged } from './database/charged-statements.ts';
import type { Database, PrismaDatabase } from './database/database.ts';
import { requireCompatibleStore } from './database/migrate.ts';
import { sharedCheck } from './database/write-check.ts';
import { createErasureStore } from './erasure/erasure.ts';
import { createExchangeRateStore } from './exchange-rates/exchange-rates.ts';
import { createExemptionFileStore } from './exemptions/exemption-files.ts';
import { createExemptionStore } from './exemptions/exemptions.ts';
import { createNexusStore } from './nexus/nexus.ts';
import { createProductStore } from './products/products.ts';
import { createRateBookStore } from './rate-book/rate-books.ts';
import { createRulingStore } from './rate-book/rulings.ts';
import { createRefusalStore } from './refusals/refusals.ts';
import { createReturnStore } from './returns/returns.ts';
import { createTenantScope, type TenantScope } from './sql/tenant-scope.ts';
import { createTaxNumberCheckStore } from './tax-numbers/tax-number-checks.ts';
import { completeTotals } from './totals/complete-totals.ts';
import { createTotalsStore } from './totals/liability-sums.ts';
import { createDailySales, createReachedFinder, createSalesAdder } from './totals/nexus-sales.ts';
import { createChangeFeed } from './transactions/change-feed.ts';
import { createFilingStore } from './transactions/filing.ts';
import { createTransactionStore } from './transactions/transactions.ts';
import { createWebhookDeliveryStore } from './webhooks/deliveries.ts';
import { createWebhookEndpointStore } from './webhooks/endpoints.ts';
import { createWebhookOutbox } from './webhooks/outbox.ts';
import { createSecretCipher, type SecretCipher } from './webhooks/secret-cipher.ts';

/** `encryptionKey`, of 32 bytes, encrypts the secrets of webhook endpoints. */
export function createStores(database: Database, encryptionKey: Uint8Array | null = null): Stores {
  const { prisma } = database;
  const cipher = createSecretCipher(encryptionKey);
  const changeFeed = createChangeFeed((tenantId) => createTenantScope(database, tenantId));
  return {
    tenants: createTenantStore(database),
    clients: createClientStore(database.statements),
    signingKeys: createSigningKeyStore(prisma),
    rateBooks: createRateBookStore(database),
    webhookOutbox: createWebhookOutbox(database, cipher),
    archive: createArchiveStore(database),

    forTenant: (tenantId, actor, work) =>
      tenantStores({
        prisma,
        tenantId,
        actor,
        cipher,
        changeFeed,
        scope: createTenantScope(work ? charged(database, work) : database, tenantId, actor),
      }),

    checkWrites: sharedCheck(async () => {
      await database.checkWrites();
      await requireCompatibleStore(database);
    }),
  };
}

type OfTenant = {
  readonly prisma: PrismaDatabase;
  readonly scope: TenantScope;
  readonly tenantId: string;
  readonly actor?: Actor;
  readonly cipher: SecretCipher;
  readonly changeFeed: ReturnType<typeof createChangeFeed>;
};

const tenantStores = madeOnDemand<OfTenant, TenantStores>({
  account: ({ prisma, tenantId, actor }) => createAccountStore(prisma, tenantId, actor),
  audit: ({ scope }) => createAuditStore(scope),
  certificateRequests: ({ scope }) => createCertificateRequestStore(scope),
  changes: ({ tenantId, changeFeed }) => ({ subscribe: (listener) => changeFeed.subscribe(tenantId, listener) }),
  clients: ({ scope, tenantId }) => createTenantClientStore(scope, tenantId),
  customers: ({ scope }) => createCustomerStore(scope),
  erasure: ({ scope }) => createErasureStore(scope),
  exchangeRates: ({ scope }) => createExchangeRateStore(scope),
  exemptions: ({ scope }) => createExemptionStore(scope),
  exemptionFiles: ({ scope }) => createExemptionFileStore(scope),
  filing: ({ scope }) => createFilingStore(scope),
  idempotencyKeys: ({ scope }) => createIdempotencyKeyStore(scope),
  products: ({ scope }) => createProductStore(scope),
  refusals: ({ scope }) => createRefusalStore(scope),
  returns: ({ scope }) => createReturnStore(scope),
  rulings: ({ scope }) => createRulingStore(scope),
  nexus: ({ scope }) => ({
    ...createNexusStore(scope),
    addUpSales: createSalesAdder(scope, () => completeTotals(scope)),
    addUpCountedSales: createSalesAdder(scope, async () => {}),
    listDailySales: createDailySales(scope),
    findReachedDays: createReachedFinder(scope),
  }),
  taxNumberChecks: ({ scope }) => createTaxNumberCheckStore(scope),
  totals: ({ scope }) => createTotalsStore(scope),
  transactions: ({ scope }) => createTransactionStore(scope),
  webhookDeliveries: ({ scope }) => createWebhookDeliveryStore(scope),
  webhookEndpoints: ({ scope, cipher }) => createWebhookEndpointStore(scope, cipher),
});
