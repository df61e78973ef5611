import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { NaturalKey, RecordName } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import type { ClosedPeriod } from '../../domain/returns/closed-period.ts';
import type { CalculationName, EarlierCalculation, Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionDigests } from '../../domain/transactions/transaction-digest.ts';
import type { TransactionFilter, TransactionOrderField } from '../../domain/transactions/transaction-list.ts';
import type { RecordedTransaction, TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { ListedTransaction, TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import type { OrderedPage, PageRequest, PartOfPage } from './page-request.ts';

/** The owners of lists that are read together: customers by id, or documents that others name in `createdFrom`. */
export type TransactionOwners =
  | { readonly kind: 'customers'; readonly customerIds: readonly string[] }
  | { readonly kind: 'documents'; readonly keys: readonly NaturalKey[] };

export type StoredTransaction = RecordedTransaction & {
  readonly digests: TransactionDigests;
  /**
   * The number of writes of the document's refunds when it was read, because these do not change its version. Absent if
   * zero.
   */
  readonly refundsWritten?: number;
  /** For a write: ids of closed returns at its places that do not report it, because the one-stop shop does. */
  readonly notInReturns?: readonly string[];
};

/** A document with its current customer. */
export type TransactionWithCustomer = StoredTransaction & { readonly customer: Customer };

/** The fields of a document shown in lists, with its current customer if requested. */
export type ShownTransaction = { readonly transaction: ListedTransaction; readonly customer?: Customer };

/** The fields of a document needed to detect whether a request changes it. */
export type KnownTransaction = Pick<StoredTransaction, 'transaction' | 'digests'>;

/** The refunded invoice as it was read, so that no other refund and no change of the invoice can intervene. */
export type RefundedInvoice = {
  readonly invoiceId: string;
  readonly invoiceVersion: number;
  readonly refundsWritten: number;
};

/** The query for one calculation. `key` identifies a document that may already be stored, else null. */
export type FactsQuestion = {
  /** Null for a customer that is not stored. */
  readonly customerId: string | null;
  readonly key: NaturalKey | null;
  /** The possible tax dates, in order; null if closed periods are irrelevant. */
  readonly taxDates: readonly string[] | null;
  /** Whether refunds that name the key are needed. */
  readonly isInvoice: boolean;
};

export type StoredFacts = {
  /** Undefined if the customer does not exist. */
  readonly customer: Customer | undefined;
  /** All exemptions of the customer, oldest first. */
  readonly exemptions: readonly Exemption[];
  readonly stored: StoredTransaction | null;
  readonly settings: TenantSettings;
  /** Empty if the seller collects everywhere according to the settings. */
  readonly declarations: readonly NexusDeclaration[];
  /** The closed periods that cover any of these days, at any place. */
  readonly closed: readonly ClosedPeriod[];
  /**
   * The refunds stored before the invoice they name, oldest first, at most `linkedRefunds` + 1; none if they are not
   * needed.
   */
  readonly waiting: readonly StoredTransaction[];
};

/** A document to replace, at the version that was read. */
export type Replacement = { readonly stored: StoredTransaction; readonly expectedVersion: number };

export interface TransactionStore {
  /** Reads all inputs of a calculation in one statement, from one snapshot. */
  findFacts(question: FactsQuestion): Promise<StoredFacts>;
  findByKey(key: NaturalKey): Promise<StoredTransaction | null>;
  findByKeys(keys: readonly NaturalKey[]): Promise<KnownTransaction[]>;
  findById(serviceId: string): Promise<StoredTransaction | null>;
  /** In one statement. */
  findWithCustomer(by: RecordName): Promise<TransactionWithCustomer | null>;
  /** The fields of one document shown in lists, in one statement. */
  findShown(by: RecordName, asked: { readonly withCustomer: boolean }): Promise<ShownTransaction | null>;
  findMany(serviceIds: readonly string[]): Promise<Transaction[]>;
  /** The first of these documents, up to a size. */
  findPart(serviceIds: readonly string[]): Promise<PartOfPage<Transaction>>;
  findPartByKeys(keys: readonly NaturalKey[]): Promise<PartOfPage<Transaction>>;
  /** Documents without their snapshots. */
  list(filter: TransactionFilter, page: PageRequest | OrderedPage<TransactionOrderField>): Promise<Transaction[]>;
  /** The same page, up to a size. */
  listPart(
    filter: TransactionFilter,
    page: PageRequest | OrderedPage<TransactionOrderField>,
  ): Promise<PartOfPage<Transaction>>;
  /** The same part, with snapshots. */
  listStored(filter: TransactionFilter, page: PageRequest): Promise<PartOfPage<StoredTransaction>>;
  count(filter: TransactionFilter): Promise<number>;
  countByOwner(owners: TransactionOwners, filter: TransactionFilter): Promise<number[]>;
  /** The same lists as summaries, which take less than half the time to read. */
  listSummaries(filter: TransactionFilter, page: OrderedPage<TransactionOrderField>): Promise<TransactionSummary[]>;
  listSummariesByOwner(
    owners: TransactionOwners,
    filter: TransactionFilter,
    page: OrderedPage<TransactionOrderField>,
  ): Promise<readonly TransactionSummary[][]>;
  /**
   * The same lists with the fields usually shown, which take two thirds of the time of whole documents. With
   * `onCustomer`, the same statement reads their customers, and each is passed once.
   */
  listShown(
    filter: TransactionFilter,
    page: OrderedPage<TransactionOrderField>,
    onCustomer?: (customer: Customer) => void,
  ): Promise<ListedTransaction[]>;
  listShownByOwner(
    owners: TransactionOwners,
    filter: TransactionFilter,
    page: OrderedPage<TransactionOrderField>,
  ): Promise<readonly ListedTransaction[][]>;
  /** The first of these replaced calculations, in the order of the names. */
  findPartOfCalculations(names: readonly CalculationName[]): Promise<PartOfPage<EarlierCalculation>>;
  findCalculationSnapshots(names: readonly CalculationName[]): Promise<readonly (TransactionSnapshot | null)[]>;
  /** The snapshots of these documents, by service id. */
  findSnapshots(serviceIds: readonly string[]): Promise<Map<string, TransactionSnapshot>>;
  /** The refunds of this invoice, except cancelled ones. */
  findRefunds(invoice: NaturalKey): Promise<StoredTransaction[]>;
  /** The same for several invoices, in their order, without snapshots, in one statement. */
  findRefundsOf(invoices: readonly NaturalKey[]): Promise<Transaction[][]>;
  /** The first unread ones, oldest first. */
  findPartOfRefunds(invoices: readonly NaturalKey[], read: readonly string[]): Promise<PartOfPage<Transaction>>;
  /** False if the key is taken, the refunded invoice changed or the period was closed, possibly by a concurrent request. */
  insert(stored: StoredTransaction, refunded?: RefundedInvoice): Promise<boolean>;
  /**
   * Inserts an invoice and replaces the refunds stored before it, in one unit of work; false if any part is impossible.
   */
  insertWithRefunds(invoice: StoredTransaction, refunds: readonly Replacement[]): Promise<boolean>;
  /** Inserts the documents with free keys and open periods in one statement; returns their service ids. */
  insertMany(stored: readonly StoredTransaction[]): Promise<ReadonlySet<string>>;
  /**
   * Writes the document if the stored version is still `expectedVersion`, no refund of it intervened and no figures
   * change in a closed period; otherwise returns false. If its calculation number is new, the same unit of work keeps
   * the previous calculation in the history.
   */
  replace(stored: StoredTransaction, expectedVersion: number, refunded?: RefundedInvoice): Promise<boolean>;
}
