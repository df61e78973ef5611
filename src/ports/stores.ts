import type { Actor } from '../domain/audit/change.ts';
import type { ArchiveStore } from './stores/archive-store.ts';
import type { AuditStore } from './stores/audit-store.ts';
import type { CertificateRequestStore } from './stores/certificate-request-store.ts';
import type { ClientStore, TenantClientStore } from './stores/client-store.ts';
import type { CustomerStore } from './stores/customer-store.ts';
import type { ErasureStore } from './stores/erasure-store.ts';
import type { ExchangeRateStore } from './stores/exchange-rate-store.ts';
import type { ExemptionFileStore, ExemptionStore } from './stores/exemption-store.ts';
import type { IdempotencyKeyStore } from './stores/idempotency-key-store.ts';
import type { NexusStore } from './stores/nexus-store.ts';
import type { ProductStore } from './stores/product-store.ts';
import type { RateBookStore } from './stores/rate-book-store.ts';
import type { RefusalStore } from './stores/refusal-store.ts';
import type { ReturnStore } from './stores/return-store.ts';
import type { RulingStore } from './stores/ruling-store.ts';
import type { SigningKeyStore } from './stores/signing-key-store.ts';
import type { TaxNumberCheckStore } from './stores/tax-number-check-store.ts';
import type { AccountStore, TenantStore } from './stores/tenant-store.ts';
import type { TotalsStore } from './stores/totals-store.ts';
import type { ChangeStore, FilingStore, TransactionStore } from './stores/transaction-store.ts';
import type { WebhookDeliveryStore, WebhookEndpointStore } from './stores/webhook-endpoint-store.ts';
import type { WebhookOutbox } from './stores/webhook-outbox.ts';
import type { Work } from './work.ts';

/** The records of one tenant, without access to the records of other tenants. */
export interface TenantStores {
  readonly audit: AuditStore;
  readonly account: AccountStore;
  readonly certificateRequests: CertificateRequestStore;
  readonly changes: ChangeStore;
  readonly clients: TenantClientStore;
  readonly customers: CustomerStore;
  readonly erasure: ErasureStore;
  readonly exchangeRates: ExchangeRateStore;
  readonly exemptions: ExemptionStore;
  readonly exemptionFiles: ExemptionFileStore;
  readonly filing: FilingStore;
  readonly idempotencyKeys: IdempotencyKeyStore;
  readonly nexus: NexusStore;
  readonly products: ProductStore;
  readonly refusals: RefusalStore;
  readonly returns: ReturnStore;
  readonly rulings: RulingStore;
  readonly taxNumberChecks: TaxNumberCheckStore;
  readonly totals: TotalsStore;
  readonly transactions: TransactionStore;
  readonly webhookDeliveries: WebhookDeliveryStore;
  readonly webhookEndpoints: WebhookEndpointStore;
}

export interface Stores {
  readonly tenants: TenantStore;
  readonly clients: ClientStore;
  readonly signingKeys: SigningKeyStore;
  readonly rateBooks: RateBookStore;
  readonly webhookOutbox: WebhookOutbox;
  /** Records of all tenants, for operator commands. */
  readonly archive: ArchiveStore;
  /**
   * The stores of one tenant. The audit trail attributes writes to the actor or, without an actor, to the operator.
   * Statements are charged to `work`.
   */
  forTenant(tenantId: string, actor?: Actor, work?: Pick<Work, 'add'>): TenantStores;
  /** Resolves if the store accepts writes; otherwise throws. */
  checkWrites(): Promise<void>;
}
