import type { NaturalKey, RecordName } from '../../domain/base/record-name.ts';
import type { Transaction, TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { KnownTransaction, StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { customerColumns } from '../customers/customers.ts';
import { Prisma } from '../generated/client.ts';
import { isUuid, type TenantScope, where } from '../sql/tenant-scope.ts';
import { utcInstant } from '../sql/values.ts';
import { labelsColumn, summaryColumn } from './summary-column.ts';
import { totalsColumn, totalsForm } from './totals-column.ts';

/** The columns that make up a transaction. */
export type TransactionRow = {
  service_id: string;
  source: string;
  external_id: string;
  customer_id: string;
  transaction_type: Transaction['transactionType'];
  transaction_status: Transaction['transactionStatus'];
  transaction_filing_status: Transaction['transactionFilingStatus'];
  document: TransactionDocument;
  /**
   * Null if the document contains the reason: release 0.1.0 wrote it there, while later releases do not rewrite
   * documents on filing and reopening.
   */
  reopening_reason: string | null;
  rate_book_version: string;
  calculation_number: number;
  created_at: string;
  updated_at: string;
  version: number;
};

/** The columns that lists need, in addition to the document or a part of it. */
export type ListedColumns = Omit<TransactionRow, 'document' | 'reopening_reason'>;

export type KnownRow = TransactionRow & { input_digest: string; tax_digest: string };
export type StoredRow = KnownRow & { snapshot: TransactionSnapshot; refunds_written: number };

/** Contains only the columns needed for a record, because reading a column costs more than finding its row. */
export const transactionColumns = Prisma.sql`service_id, source, external_id, customer_id, transaction_type, transaction_status,
  transaction_filing_status, document, reopening_reason, rate_book_version, calculation_number, created_at, updated_at, version`;

export const storedColumns = Prisma.sql`${transactionColumns}, snapshot, input_digest, tax_digest, refunds_written`;

/** The customer of a document as JSON, for `toCustomer`. */
export function customerColumn(scope: TenantScope): Prisma.Sql {
  const isTheirs = where(scope, [Prisma.sql`service_id = transactions.customer_id`]);
  return Prisma.sql`(SELECT row_to_json(found) FROM (SELECT ${customerColumns} FROM customers ${isTheirs}) AS found) AS customer`;
}

export function hasKey({ source, externalId }: NaturalKey): Prisma.Sql {
  return Prisma.sql`source = ${source} AND external_id = ${externalId}`;
}

/** The condition that selects one document; null for an id that no document can have. */
export function hasName(by: RecordName): Prisma.Sql | null {
  if ('key' in by) return hasKey(by.key);
  return isUuid(by.serviceId) ? Prisma.sql`service_id = ${by.serviceId}::uuid` : null;
}

export function toStored(row: StoredRow): StoredTransaction {
  const { refunds_written: refundsWritten, snapshot } = row;
  return { snapshot, ...(refundsWritten > 0 && { refundsWritten }), ...toKnown(row) };
}

export function toKnown(row: KnownRow): KnownTransaction {
  return {
    transaction: toTransaction(row),
    digests: { inputDigest: row.input_digest, taxDigest: row.tax_digest },
  };
}

export function toTransaction(row: TransactionRow): Transaction {
  const { document, reopening_reason } = row;
  return withColumns(
    reopening_reason === null ? document : Object.assign(document, { reopeningReason: reopening_reason }),
    row,
  );
}

/**
 * Adds members to the parsed document instead of copying it, which would take ten times as long. This is safe because
 * each record parses its own row.
 */
export function withColumns<Document extends object>(document: Document, row: ListedColumns) {
  return Object.assign(document, {
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

/** The values to write, as text: amounts remain exact, and instants are in UTC. */
export function toValues(stored: StoredTransaction, totals = totalsColumn(stored)) {
  const { transaction, snapshot, digests } = stored;
  const { serviceId, source, externalId, customerId, transactionType, transactionStatus, ...others } = transaction;
  const { transactionFilingStatus, rateBookVersion, calculationNumber, internalTimestamps, version, ...more } = others;
  const { reopeningReason, ...document } = more;
  return {
    serviceId,
    source,
    externalId,
    customerId,
    transactionType,
    transactionStatus,
    transactionFilingStatus,
    taxDate: document.taxDate,
    reportedOn: document.reportingPeriod?.from ?? null,
    country: snapshot.country,
    state: snapshot.subdivision ?? '',
    currency: document.currency,
    customerType: snapshot.customerType,
    createdFrom: document.createdFrom,
    finalTransactionAmount: document.finalTransactionAmount,
    taxAmount: document.salesTax.amount,
    externalCreatedAt: utcInstant(document.externalTimestamps.createdDate),
    externalUpdatedAt: utcInstant(document.externalTimestamps.updatedDate),
    document: JSON.stringify(document),
    reopeningReason: reopeningReason ?? null,
    subsidiary: document.subsidiary ?? null,
    isOverridden: document.computedTaxAmount != null,
    labels: labelsColumn(document),
    summary: summaryColumn(document),
    snapshot: JSON.stringify(snapshot),
    totals,
    hasItemPlaces: snapshot.places !== undefined,
    inputDigest: digests.inputDigest,
    taxDigest: digests.taxDigest,
    rateBookVersion,
    calculationNumber,
    createdAt: internalTimestamps.createdDate.toISOString(),
    updatedAt: internalTimestamps.updatedDate.toISOString(),
    version,
  };
}

export type TransactionValues = ReturnType<typeof toValues>;

type WrittenColumn = readonly [name: string, type: string, valueIn: (row: TransactionValues) => unknown];

/** The columns written for a new row, except its tenant and author. */
const written: readonly WrittenColumn[] = [
  ['service_id', 'uuid', (row) => row.serviceId],
  ['source', 'text', (row) => row.source],
  ['external_id', 'text', (row) => row.externalId],
  ['customer_id', 'uuid', (row) => row.customerId],
  ['transaction_type', '"TransactionType"', (row) => row.transactionType],
  ['transaction_status', '"TransactionStatus"', (row) => row.transactionStatus],
  ['transaction_filing_status', '"TransactionFilingStatus"', (row) => row.transactionFilingStatus],
  ['tax_date', 'date', (row) => row.taxDate],
  ['reported_on', 'date', (row) => row.reportedOn],
  ['country', 'text', (row) => row.country],
  ['state', 'text', (row) => row.state],
  ['currency', 'text', (row) => row.currency],
  ['customer_type', '"CustomerType"', (row) => row.customerType],
  ['created_from', 'text', (row) => row.createdFrom],
  ['final_transaction_amount', 'numeric', (row) => row.finalTransactionAmount],
  ['tax_amount', 'numeric', (row) => row.taxAmount],
  ['external_created_at', 'timestamptz', (row) => row.externalCreatedAt],
  ['external_updated_at', 'timestamptz', (row) => row.externalUpdatedAt],
  ['document', 'json', (row) => row.document],
  ['reopening_reason', 'text', (row) => row.reopeningReason],
  ['subsidiary', 'text', (row) => row.subsidiary],
  ['is_overridden', 'boolean', (row) => row.isOverridden],
  ['labels', 'text', (row) => row.labels],
  ['summary', 'json', (row) => row.summary],
  ['snapshot', 'json', (row) => row.snapshot],
  ['totals', 'jsonb', (row) => row.totals],
  ['totals_form', 'smallint', () => totalsForm],
  ['input_digest', 'text', (row) => row.inputDigest],
  ['tax_digest', 'text', (row) => row.taxDigest],
  ['rate_book_version', 'text', (row) => row.rateBookVersion],
  ['calculation_number', 'int', (row) => row.calculationNumber],
  ['created_at', 'timestamptz', (row) => row.createdAt],
  ['updated_at', 'timestamptz', (row) => row.updatedAt],
  ['version', 'int', (row) => row.version],
];

const writtenNames = Prisma.raw(written.map(([name]) => name).join(', '));

/** The columns written for a new row, except its tenant. */
export const sentColumns = Prisma.sql`${writtenNames}, changed_by`;

/** The values for `sentColumns`, in the same order. */
export function sentValues({ changedBy }: Pick<TenantScope, 'changedBy'>, row: TransactionValues): Prisma.Sql {
  const values = written.map(([, type, valueIn]) => Prisma.sql`${valueIn(row)}::${Prisma.raw(type)}`);
  return Prisma.join([...values, changedBy]);
}

/**
 * The same values for many rows, as the table `sent`. There is one array per column, so that the statement text is the
 * same for any number of rows.
 */
export function sentRows(rows: readonly TransactionValues[]): Prisma.Sql {
  const arrays = written.map(([, type, valueIn]) => {
    const values = rows.map(valueIn);
    return Prisma.sql`${type.startsWith('json') ? jsonLines(values) : values}::${Prisma.raw(`${type}[]`)}`;
  });
  return Prisma.sql`unnest(${Prisma.join(arrays)}) AS sent (${writtenNames})`;
}

/**
 * JSON texts without line breaks, one per line. In an array, every quote in the JSON would be escaped, which takes
 * longer than the insert.
 */
function jsonLines(values: readonly unknown[]): Prisma.Sql {
  return Prisma.sql`string_to_array(${values.join('\n')}, chr(10))`;
}
