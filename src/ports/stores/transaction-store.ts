import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { NaturalKey, RecordName } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import type { ClosedPeriod } from '../../domain/returns/closed-period.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { CalculationName, EarlierCalculation } from '../../domain/transactions/earlier-calculation.ts';
import type { FilingChange, FilingStatusChange } from '../../domain/transactions/filing.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionChange } from '../../domain/transactions/transaction-change.ts';
import type { TransactionDigests } from '../../domain/transactions/transaction-digest.ts';
import type { TransactionFilter, TransactionOrderField } from '../../domain/transactions/transaction-list.ts';
import type { RecordedTransaction, TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { ListedTransaction, TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import type { OrderedPage, PageRequest, PartOfPage } from './page-request.ts';

/** The owners of lists that are read together: customers by id, or documents that others refer to in `createdFrom`. */
export type TransactionOwners =
  | { readonly kind: 'customers'; readonly customerIds: readonly string[] }
  | { readonly kind: 'documents'; readonly keys: readonly NaturalKey[] };

export type StoredTransaction = RecordedTransaction & {
  readonly digests: TransactionDigests;
  /**
   * The number of writes to the document's refunds at the time of reading. Needed because these writes do not change
   * the document's version. Reads omit zero; a write without the number does not check it.
   */
  readonly refundsWritten?: number;
  /**
   * For a write: ids of closed returns at the document's places that exclude the document, because the one-stop shop
   * reports it.
   */
  readonly notInReturns?: readonly string[];
};

/** A document with its current customer. */
export type TransactionWithCustomer = StoredTransaction & { readonly customer: Customer };

/** The fields of a document shown in lists, with its current customer if requested. */
export type ShownTransaction = { readonly transaction: ListedTransaction; readonly customer?: Customer };

/** The fields of a document needed to detect whether a request changes it. */
export type KnownTransaction = Pick<StoredTransaction, 'transaction' | 'digests'>;

/** The refunded invoice as it was read, to detect concurrent refunds and changes to the invoice. */
export type RefundedInvoice = {
  readonly invoiceId: string;
  readonly invoiceVersion: number;
  readonly refundsWritten: number;
};

/** The query for one calculation. `key` identifies a document that may already be stored; otherwise null. */
export type FactsQuestion = {
  /** Null if the customer is not stored. */
  readonly customerId: string | null;
  readonly key: NaturalKey | null;
  /** The possible tax dates, in order; null if closed periods are irrelevant. */
  readonly taxDates: readonly string[] | null;
  /** Whether refunds that refer to the key are needed. */
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
  /** The closed periods, at any place, that overlap the range from the first to the last tax date. */
  readonly closed: readonly ClosedPeriod[];
  /**
   * The refunds stored before their invoice, oldest first, at most `linkedRefunds` + 1; empty if they are not needed.
   */
  readonly waiting: readonly StoredTransaction[];
};

/** The replacement of a document, and the version that was read. */
export type Replacement = { readonly stored: StoredTransaction; readonly expectedVersion: number };

export interface TransactionStore {
  /** Reads all inputs of a calculation in one statement, from one snapshot. */
  findFacts(question: FactsQuestion): Promise<StoredFacts>;
  findByKey(key: NaturalKey): Promise<StoredTransaction | null>;
  findByKeys(keys: readonly NaturalKey[]): Promise<KnownTransaction[]>;
  findById(serviceId: string): Promise<StoredTransaction | null>;
  /** Reads the document and its customer in one statement. */
  findWithCustomer(by: RecordName): Promise<TransactionWithCustomer | null>;
  /** The fields of one document shown in lists, in one statement. */
  findShown(by: RecordName, asked: { readonly withCustomer: boolean }): Promise<ShownTransaction | null>;
  findMany(serviceIds: readonly string[]): Promise<Transaction[]>;
  /** The first of these documents, up to a size limit. */
  findPart(serviceIds: readonly string[]): Promise<PartOfPage<Transaction>>;
  findPartByKeys(keys: readonly NaturalKey[]): Promise<PartOfPage<Transaction>>;
  /** Documents without their snapshots. */
  list(filter: TransactionFilter, page: PageRequest | OrderedPage<TransactionOrderField>): Promise<Transaction[]>;
  /** Like `list`, but only the first documents of the page, up to a size limit. */
  listPart(
    filter: TransactionFilter,
    page: PageRequest | OrderedPage<TransactionOrderField>,
  ): Promise<PartOfPage<Transaction>>;
  /** The first documents of the page with their snapshots, up to a size limit. */
  listStored(filter: TransactionFilter, page: PageRequest): Promise<PartOfPage<StoredTransaction>>;
  count(filter: TransactionFilter): Promise<number>;
  countByOwner(owners: TransactionOwners, filter: TransactionFilter): Promise<number[]>;
  /** The list as summaries, which take less than half the time to read. */
  listSummaries(filter: TransactionFilter, page: OrderedPage<TransactionOrderField>): Promise<TransactionSummary[]>;
  listSummariesByOwner(
    owners: TransactionOwners,
    filter: TransactionFilter,
    page: OrderedPage<TransactionOrderField>,
  ): Promise<readonly TransactionSummary[][]>;
  /**
   * The list with the fields usually shown, which take two thirds of the time needed for whole documents. With
   * `onCustomer`, the same statement also reads the customers and passes each customer once.
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
  /** The first of these replaced calculations, in the order of `names`, up to a size limit. */
  findPartOfCalculations(names: readonly CalculationName[]): Promise<PartOfPage<EarlierCalculation>>;
  findCalculationSnapshots(names: readonly CalculationName[]): Promise<readonly (TransactionSnapshot | null)[]>;
  /** The snapshots of these documents, by service id. */
  findSnapshots(serviceIds: readonly string[]): Promise<Map<string, TransactionSnapshot>>;
  /** The refunds of this invoice, except cancelled ones. */
  findRefunds(invoice: NaturalKey): Promise<StoredTransaction[]>;
  /** The refunds of several invoices, in the order of the invoices and without snapshots, in one statement. */
  findRefundsOf(invoices: readonly NaturalKey[]): Promise<Transaction[][]>;
  /** The first refunds that have not been read yet, oldest first. */
  findPartOfRefunds(invoices: readonly NaturalKey[], read: readonly string[]): Promise<PartOfPage<Transaction>>;
  /**
   * False if the key is taken, the refunded invoice has changed or the period is closed, possibly because of a
   * concurrent request.
   */
  insert(stored: StoredTransaction, refunded?: RefundedInvoice): Promise<boolean>;
  /**
   * Inserts an invoice and replaces the refunds stored before it, in one unit of work; false if any of these writes is
   * impossible.
   */
  insertWithRefunds(invoice: StoredTransaction, refunds: readonly Replacement[]): Promise<boolean>;
  /**
   * Inserts the documents whose keys are free and whose periods are open, in one statement; returns their service ids.
   */
  insertMany(stored: readonly StoredTransaction[]): Promise<ReadonlySet<string>>;
  /**
   * Writes the document if the stored version is still `expectedVersion`, no refund was written in the meantime and no
   * figures change in a closed period; otherwise returns false. If the calculation number is new, the same unit of work
   * moves the previous calculation to the history.
   */
  replace(stored: StoredTransaction, expectedVersion: number, refunded?: RefundedInvoice): Promise<boolean>;
}

export type ChangeListener = {
  changed(change: TransactionChange): void;
  /** Changes may have been missed, and no more will follow. */
  missed(): void;
};

/** Changes to a tenant's documents, made on any replica. */
export interface ChangeStore {
  /**
   * Once the promise resolves, every later commit is reported within a second, and the changes to one document in
   * order. Call the returned function to unsubscribe.
   */
  subscribe(listener: ChangeListener): Promise<() => void>;
}

/** Marks many documents at once as part of a return, or removes the mark. */
export interface FilingStore {
  /**
   * Changes all matching documents in batches. After a failure, finished batches keep the status and a retry continues from
   * there. Documents that already have the status are not written.
   */
  change(change: FilingChange): Promise<FilingStatusChange>;
  /** The outcome of `change`, without changing anything. */
  preview(change: FilingChange): Promise<FilingStatusChange>;
  /** The number of documents with a tax date in the period that are reported in a later period. */
  countReportedLater(period: TaxReturnKey): Promise<number>;
}
