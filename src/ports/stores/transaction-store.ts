import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { TransactionOrderField } from '../../domain/lists/list-order.ts';
import type { TransactionFilter } from '../../domain/lists/record-filter.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import type { EarlierCalculation, Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionDigests } from '../../domain/transactions/transaction-digest.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import type { OrderedPage, PageRequest } from './page-request.ts';

/** Whose lists are read together: customers by their ids, or documents that others name in `createdFrom`. */
export type TransactionOwners =
  | { readonly kind: 'customers'; readonly customerIds: readonly string[] }
  | { readonly kind: 'documents'; readonly keys: readonly NaturalKey[] };

export type StoredTransaction = {
  readonly transaction: Transaction;
  readonly snapshot: TransactionSnapshot;
  readonly digests: TransactionDigests;
};

/** A document as far as it takes to know whether a request changes it. */
export type KnownTransaction = Pick<StoredTransaction, 'transaction' | 'digests'>;

/** The invoice that a refund gives back from, at the version that was read: no other refund may come in between. */
export type RefundedInvoice = { readonly invoiceId: string; readonly invoiceVersion: number };

/** Which of a document's calculations; they are counted from 1. */
export type CalculationName = { readonly serviceId: string; readonly calculationNumber: number };

/** At most `limit` calculations with numbers below the one named. */
export type CalculationPage = { readonly limit: number; readonly below: number | null };

/** What is asked for one calculation: `key` names the document as it may be stored already, null for none. */
export type FactsQuestion = {
  readonly customerId: string;
  readonly key: NaturalKey | null;
  readonly withDeclarations: boolean;
};

export type StoredFacts = {
  /** Undefined if there is no such customer. */
  readonly customer: Customer | undefined;
  /** All exemptions of the customer, oldest first. */
  readonly exemptions: readonly Exemption[];
  readonly stored: StoredTransaction | null;
  /** Empty unless asked for. */
  readonly declarations: readonly NexusDeclaration[];
};

export interface TransactionStore {
  /** Reads all that a calculation needs in one statement, as it is at one moment. */
  findFacts(question: FactsQuestion): Promise<StoredFacts>;
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
