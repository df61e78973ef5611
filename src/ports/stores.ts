import type { Scope } from '../domain/account/scope.ts';
import type { Tenant } from '../domain/account/tenant.ts';
import type { Customer } from '../domain/customers/customer.ts';
import type { Exemption } from '../domain/exemptions/exemption.ts';
import type { Position } from '../domain/lists/cursor.ts';
import type {
  CustomerOrderField,
  ExemptionOrderField,
  ListOrder,
  OrderedPosition,
  TransactionOrderField,
} from '../domain/lists/list-order.ts';
import type { CustomerFilter, ExemptionFilter, TransactionFilter } from '../domain/lists/record-filter.ts';
import type { TaxNumberCheckRecord } from '../domain/tax-numbers/tax-number-validation.ts';
import type { EarlierCalculation, Transaction, TransactionSnapshot } from '../domain/transactions/transaction.ts';
import type { TransactionDigests } from '../domain/transactions/transaction-digest.ts';
import type { TransactionSummary } from '../domain/transactions/transaction-summary.ts';
import type { ChangeStore } from './change-store.ts';
import type { FilingStore } from './filing-store.ts';
import type { NexusStore } from './nexus-store.ts';
import type { RateBookStore } from './rate-book-store.ts';

/** The pair by which a consumer names its own records. */
export type NaturalKey = { readonly source: string; readonly externalId: string };

/** One page of a list, newest first: at most `limit` records, beginning after the one named. */
export type PageRequest = { readonly limit: number; readonly after: Position | null };

/** The same in an order of one's own. */
export type OrderedPage<Field extends string> = {
  readonly limit: number;
  readonly order: ListOrder<Field>;
  readonly after: OrderedPosition | null;
};

/** Whose lists are read together: customers by their ids, or documents that others name in `createdFrom`. */
export type TransactionOwners =
  | { readonly kind: 'customers'; readonly customerIds: readonly string[] }
  | { readonly kind: 'documents'; readonly keys: readonly NaturalKey[] };

/** What an exemption is unique by; null for a whole country, and for a certificate without a number. */
export type ExemptionKey = Pick<Exemption, 'customerId' | 'country' | 'state'> & {
  readonly certificateId: string | null;
};

export type StoredTransaction = {
  readonly transaction: Transaction;
  readonly snapshot: TransactionSnapshot;
  readonly digests: TransactionDigests;
};

/** A document as far as it takes to know whether a request changes it. */
export type KnownTransaction = Pick<StoredTransaction, 'transaction' | 'digests'>;

export interface CustomerStore {
  findByKey(key: NaturalKey): Promise<Customer | null>;
  /** Those there are, in any order. */
  findByKeys(keys: readonly NaturalKey[]): Promise<Customer[]>;
  findMany(serviceIds: readonly string[]): Promise<Customer[]>;
  list(filter: CustomerFilter, page: PageRequest | OrderedPage<CustomerOrderField>): Promise<Customer[]>;
  count(filter: CustomerFilter): Promise<number>;
  /** False when the key is taken, also by a request that came in between. */
  insert(customer: Customer): Promise<boolean>;
  /** Writes `customer` if the stored version is still `expectedVersion`; false otherwise. */
  replace(customer: Customer, expectedVersion: number): Promise<boolean>;
}

export interface ExemptionStore {
  findByKey(key: ExemptionKey): Promise<Exemption | null>;
  findMany(serviceIds: readonly string[]): Promise<Exemption[]>;
  /** All exemptions of these customers, of any status and date, oldest first. */
  findByCustomers(customerIds: readonly string[]): Promise<Exemption[]>;
  list(filter: ExemptionFilter, page: PageRequest | OrderedPage<ExemptionOrderField>): Promise<Exemption[]>;
  count(filter: ExemptionFilter): Promise<number>;
  /** The same page of the list of each of these customers, in their order, in one statement. */
  listByCustomer(
    customerIds: readonly string[],
    filter: ExemptionFilter,
    page: OrderedPage<ExemptionOrderField>,
  ): Promise<readonly Exemption[][]>;
  countByCustomer(customerIds: readonly string[], filter: ExemptionFilter): Promise<number[]>;
  /**
   * Creates or replaces by (customer, country, state, certificate id), all in one unit of work; what already says the
   * same is left alone. Answers them as stored.
   */
  upsertAll(exemptions: readonly Exemption[]): Promise<Exemption[]>;
  /** Writes `exemption` if the stored version is still `expectedVersion`, and no other has the key it comes to. */
  replace(exemption: Exemption, expectedVersion: number): Promise<'replaced' | 'overtaken' | 'key-taken'>;
}

/** The invoice that a refund gives back from, at the version that was read: no other refund may come in between. */
export type RefundedInvoice = { readonly invoiceId: string; readonly invoiceVersion: number };

/** Which of a document's calculations; they are counted from 1. */
export type CalculationName = { readonly serviceId: string; readonly calculationNumber: number };

/** At most `limit` calculations with numbers below the one named. */
export type CalculationPage = { readonly limit: number; readonly below: number | null };

export interface TransactionStore {
  findByKey(key: NaturalKey): Promise<StoredTransaction | null>;
  findByKeys(keys: readonly NaturalKey[]): Promise<KnownTransaction[]>;
  findById(serviceId: string): Promise<StoredTransaction | null>;
  findMany(serviceIds: readonly string[]): Promise<Transaction[]>;
  /** Documents without their snapshots. */
  list(filter: TransactionFilter, page: PageRequest | OrderedPage<TransactionOrderField>): Promise<Transaction[]>;
  count(filter: TransactionFilter): Promise<number>;
  /** The same page of the list of each owner, in their order, in one statement. */
  listByOwner(
    owners: TransactionOwners,
    filter: TransactionFilter,
    page: OrderedPage<TransactionOrderField>,
  ): Promise<readonly Transaction[][]>;
  countByOwner(owners: TransactionOwners, filter: TransactionFilter): Promise<number[]>;
  /** The same lists, of what stands beside each document: read in less than half of the time. */
  listSummaries(filter: TransactionFilter, page: OrderedPage<TransactionOrderField>): Promise<TransactionSummary[]>;
  listSummariesByOwner(
    owners: TransactionOwners,
    filter: TransactionFilter,
    page: OrderedPage<TransactionOrderField>,
  ): Promise<readonly TransactionSummary[][]>;
  /** Of each of these documents, in their order, the calculations that later ones replaced, newest first. */
  listCalculations(serviceIds: readonly string[], page: CalculationPage): Promise<readonly EarlierCalculation[][]>;
  findCalculationSnapshots(names: readonly CalculationName[]): Promise<readonly (TransactionSnapshot | null)[]>;
  /** The snapshots of these documents, by service id. */
  findSnapshots(serviceIds: readonly string[]): Promise<Map<string, TransactionSnapshot>>;
  /** The refunds made from this invoice, cancelled ones left out. */
  findRefunds(invoice: NaturalKey): Promise<Transaction[]>;
  /** False when the key is taken, or the refunded invoice changed, also by a request that came in between. */
  insert(stored: StoredTransaction, refunded?: RefundedInvoice): Promise<boolean>;
  /** Inserts those whose keys are free, in one statement, and answers their service ids. */
  insertMany(stored: readonly StoredTransaction[]): Promise<ReadonlySet<string>>;
  /**
   * Writes the document if the stored version is still `expectedVersion`; false otherwise. When its calculation number
   * is new, the calculation that was in force is kept in the history, in the same unit of work.
   */
  replace(stored: StoredTransaction, expectedVersion: number, refunded?: RefundedInvoice): Promise<boolean>;
}

/** The tenant itself. */
export interface AccountStore {
  find(): Promise<Tenant | null>;
  /** Writes what `change` makes of the settings in force; nobody else changes them in between. */
  change(change: (settings: Tenant['settings']) => Tenant['settings'], at: Date): Promise<Tenant>;
}

/** The answer to a request, to be given again. */
export type StoredAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type KeyToClaim = {
  readonly key: string;
  /** Of the request that it came with. */
  readonly digest: string;
  /** Names this attempt. */
  readonly claimId: string;
  readonly at: Date;
  readonly expiresAt: Date;
  /** Whoever has been silent since then has left the key behind. */
  readonly abandonedBefore: Date;
};

export type KeyClaim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'running' }
  | { readonly kind: 'other' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer };

/** The keys that consumers gave to requests, each held by one attempt, which then leaves its answer there. */
export interface IdempotencyKeyStore {
  /** Of several that ask at once, one gets the key. */
  claim(key: KeyToClaim): Promise<KeyClaim>;
  keepAlive(key: string, claimId: string, at: Date): Promise<void>;
  answer(key: string, claimId: string, answer: StoredAnswer): Promise<void>;
  release(key: string, claimId: string): Promise<void>;
}

export type TaxNumberCheckFilter = { readonly vatNumber?: string };

/** What registers of tax numbers said, for as long as it may have to be proven. */
export interface TaxNumberCheckStore {
  /** An answer of a register that is stored already is not stored again. */
  insert(check: TaxNumberCheckRecord): Promise<void>;
  list(filter: TaxNumberCheckFilter, page: PageRequest): Promise<TaxNumberCheckRecord[]>;
  count(filter: TaxNumberCheckFilter): Promise<number>;
}

/** The records of one tenant: nothing of another can be read or written through it. */
export interface TenantStores {
  readonly account: AccountStore;
  readonly changes: ChangeStore;
  readonly customers: CustomerStore;
  readonly exemptions: ExemptionStore;
  readonly filing: FilingStore;
  readonly idempotencyKeys: IdempotencyKeyStore;
  readonly nexus: NexusStore;
  readonly taxNumberChecks: TaxNumberCheckStore;
  readonly transactions: TransactionStore;
}

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

export type SigningKey = {
  readonly keyId: string;
  readonly algorithm: string;
  readonly privateJwk: Record<string, unknown>;
  readonly publicJwk: Record<string, unknown>;
  readonly createdAt: Date;
};

export interface SigningKeyStore {
  list(): Promise<SigningKey[]>;
  /** Stores the key unless there is one already, also when several replicas start at once; answers the keys in force. */
  insertFirst(key: SigningKey): Promise<SigningKey[]>;
}

export interface TenantStore {
  find(tenantId: string): Promise<Tenant | null>;
  /** Oldest first: names are for people, and need not be unique. */
  findByName(name: string): Promise<Tenant[]>;
  count(): Promise<number>;
  insert(tenant: Tenant): Promise<void>;
}

export interface Stores {
  readonly tenants: TenantStore;
  readonly clients: ClientStore;
  readonly signingKeys: SigningKeyStore;
  readonly rateBooks: RateBookStore;
  /** The one place where a tenant's records are reached. */
  forTenant(tenantId: string): TenantStores;
  /** Answers when the store can be reached, throws otherwise. */
  ping(): Promise<void>;
}
