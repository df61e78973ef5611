import type { Transaction, TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { KnownTransaction, StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { instant } from '../sql/columns.ts';
import {
  type DocumentColumn,
  documentColumn,
  readDocument,
  readSnapshot,
  type SnapshotColumn,
  snapshotColumn,
} from './document-columns.ts';

/** The columns of which a record is made. */
export type TransactionRow = {
  service_id: string;
  source: string;
  external_id: string;
  customer_id: string;
  transaction_type: Transaction['transactionType'];
  transaction_status: Transaction['transactionStatus'];
  transaction_filing_status: Transaction['transactionFilingStatus'];
  document: DocumentColumn;
  rate_book_version: string;
  calculation_number: number;
  created_at: string;
  updated_at: string;
  version: number;
};

export type KnownRow = TransactionRow & { input_digest: string; tax_digest: string };
export type StoredRow = KnownRow & { snapshot: SnapshotColumn };

export function toStored(row: StoredRow): StoredTransaction {
  return { ...toKnown(row), snapshot: readSnapshot(row.snapshot) };
}

export function toKnown(row: KnownRow): KnownTransaction {
  return {
    transaction: toTransaction(row),
    digests: { inputDigest: row.input_digest, taxDigest: row.tax_digest },
  };
}

export function toTransaction(row: TransactionRow): Transaction {
  return Object.assign(readDocument(row.document), {
    serviceId: row.service_id,
    source: row.source,
    externalId: row.external_id,
    customerId: row.customer_id,
    transactionType: row.transaction_type,
    transactionStatus: row.transaction_status,
    transactionFilingStatus: row.transaction_filing_status,
    rateBookVersion: row.rate_book_version,
    calculationNumber: row.calculation_number,
    internalTimestamps: { createdDate: new Date(row.created_at), updatedDate: new Date(row.updated_at) },
    version: row.version,
  });
}

/** What is written, as text: amounts stay as exact as they are, instants are in UTC. */
export function toValues({ transaction, snapshot, digests }: StoredTransaction) {
  const { serviceId, source, externalId, customerId, transactionType, transactionStatus, ...others } = transaction;
  const { transactionFilingStatus, rateBookVersion, calculationNumber, internalTimestamps, version, ...rest } = others;
  const document: TransactionDocument = rest;
  return {
    serviceId,
    source,
    externalId,
    customerId,
    transactionType,
    transactionStatus,
    transactionFilingStatus,
    taxOn: document.taxDate,
    country: snapshot.country,
    state: snapshot.subdivision ?? '',
    currency: document.currency,
    customerType: snapshot.customerType,
    createdFrom: document.createdFrom,
    finalTransactionAmount: document.finalTransactionAmount,
    taxAmount: document.salesTax.amount,
    externalCreatedAt: instant(document.externalTimestamps.createdDate),
    externalUpdatedAt: instant(document.externalTimestamps.updatedDate),
    document: documentColumn(document),
    snapshot: snapshotColumn(snapshot),
    inputDigest: digests.inputDigest,
    taxDigest: digests.taxDigest,
    rateBookVersion,
    calculationNumber,
    createdAt: internalTimestamps.createdDate.toISOString(),
    updatedAt: internalTimestamps.updatedDate.toISOString(),
    version,
  };
}
