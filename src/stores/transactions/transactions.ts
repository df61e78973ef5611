import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { RefundedInvoice, StoredTransaction, TransactionStore } from '../../ports/stores/transaction-store.ts';
import { Prisma } from '../generated/client.ts';
import { transactionFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf } from '../sql/filter-sql.ts';
import { countsByOwner, ownersOf, pagesByOwner } from '../sql/owner-sql.ts';
import { pageSql } from '../sql/page-sql.ts';
import { isUuid, type TenantScope, where } from '../sql/tenant-scope.ts';
import { findFacts } from './calculation-facts.ts';
import { createCalculationStore } from './calculations.ts';
import { readSnapshot } from './document-columns.ts';
import { selectPage } from './transaction-pages.ts';
import {
  insertedColumns,
  insertedValues,
  type KnownRow,
  type StoredRow,
  storedColumns,
  type TransactionRow,
  toKnown,
  toStored,
  toTransaction,
  toValues,
  transactionColumns,
} from './transaction-row.ts';
import { createSummaryStore } from './transaction-summaries.ts';

export function createTransactionStore(scope: TenantScope): TransactionStore {
  const { statements, reports, tenantId } = scope;

  async function find(tail: Prisma.Sql): Promise<Transaction[]> {
    const rows = await statements.rows<TransactionRow>(
      Prisma.sql`SELECT ${transactionColumns} FROM transactions ${tail}`,
    );
    return rows.map(toTransaction);
  }

  async function findStored(condition: Prisma.Sql): Promise<StoredTransaction | null> {
    const select = Prisma.sql`SELECT ${storedColumns} FROM transactions`;
    const [row] = await statements.rows<StoredRow>(Prisma.sql`${select} ${where(scope, [condition])}`);
    return row ? toStored(row) : null;
  }

  /** Increments the invoice's version if it is still the one that was read, so that only one of two concurrent refunds succeeds. */
  function touchInvoice({ invoiceId, invoiceVersion }: RefundedInvoice): Prisma.Sql {
    const isRead = Prisma.sql`service_id = ${invoiceId}::uuid AND version = ${invoiceVersion}`;
    return Prisma.sql`invoice AS (
      UPDATE transactions SET version = version + 1 ${where(scope, [isRead])} RETURNING 1 AS touched)`;
  }

  return {
    findByKey: ({ source, externalId }) => findStored(Prisma.sql`source = ${source} AND external_id = ${externalId}`),

    async findByKeys(keys) {
      if (keys.length === 0) return [];
      const sources = keys.map(({ source }) => source);
      const externalIds = keys.map(({ externalId }) => externalId);
      const select = Prisma.sql`SELECT ${transactionColumns}, input_digest, tax_digest
        FROM unnest(${sources}::text[], ${externalIds}::text[]) AS wanted(wanted_source, wanted_id)
        JOIN transactions ON source = wanted_source AND external_id = wanted_id ${where(scope, [])}`;
      return (await statements.rows<KnownRow>(select)).map(toKnown);
    },

    async findById(serviceId) {
      return isUuid(serviceId) ? findStored(Prisma.sql`service_id = ${serviceId}::uuid`) : null;
    },

    async findMany(serviceIds) {
      const ids = serviceIds.filter(isUuid);
      return ids.length === 0 ? [] : find(where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`]));
    },

    async list(filter, page) {
      const rows = await statements.rows<TransactionRow>(selectPage(scope, transactionColumns, filter, page));
      return rows.map(toTransaction);
    },

    async count(filter) {
      const [row] = await reports.rows<{ count: number }>(Prisma.sql`
        SELECT count(*)::int AS count FROM transactions ${where(scope, conditionsOf(transactionFilterColumns, filter))}`);
      return row?.count ?? 0;
    },

    async listByOwner(owners, filter, page) {
      const conditions = conditionsOf(transactionFilterColumns, filter);
      const lists = {
        owners: ownersOf(owners),
        columns: transactionColumns,
        table: Prisma.sql`transactions`,
        conditions,
      };
      const pages = await pagesByOwner<TransactionRow>(scope, lists, pageSql(transactionFilterColumns, page));
      return pages.map((rows) => rows.map(toTransaction));
    },

    countByOwner(owners, filter) {
      const conditions = conditionsOf(transactionFilterColumns, filter);
      return countsByOwner(scope, { owners: ownersOf(owners), table: Prisma.sql`transactions`, conditions });
    },

    ...createCalculationStore(scope),
    findFacts: (question) => findFacts(scope, question),
    ...createSummaryStore(scope),

    async findSnapshots(serviceIds) {
      const ids = serviceIds.filter(isUuid);
      if (ids.length === 0) return new Map();
      const found = where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`]);
      const select = Prisma.sql`SELECT service_id, snapshot FROM transactions ${found}`;
      const rows = await statements.rows<Pick<StoredRow, 'service_id' | 'snapshot'>>(select);
      return new Map(rows.map((row) => [row.service_id, readSnapshot(row.snapshot)]));
    },

    async findRefunds({ source, externalId }) {
      const conditions = [
        Prisma.sql`source = ${source} AND created_from = ${externalId}`,
        Prisma.sql`transaction_type = 'REFUND' AND transaction_status <> 'CANCELLED'`,
      ];
      return find(Prisma.sql`${where(scope, conditions)} ORDER BY created_at, service_id`);
    },

    async insert(stored, refunded) {
      const values = insertedValues(tenantId, stored);
      const rows = refunded
        ? Prisma.sql`SELECT ${values} WHERE EXISTS (SELECT 1 FROM invoice)`
        : Prisma.sql`VALUES (${values})`;
      const inserted = await statements.rows(Prisma.sql`
        ${refunded ? Prisma.sql`WITH ${touchInvoice(refunded)}` : Prisma.empty}
        INSERT INTO transactions (${insertedColumns}) ${rows} ON CONFLICT (tenant_id, source, external_id) DO NOTHING
        RETURNING service_id`);
      return inserted.length === 1;
    },

    async insertMany(stored) {
      if (stored.length === 0) return new Set();
      // Every request inserts in the order of the keys, which prevents deadlocks.
      const inOrder = stored.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
      const rows = inOrder.map((one) => Prisma.sql`(${insertedValues(tenantId, one)})`);
      const inserted = await statements.rows<{ service_id: string }>(
        Prisma.sql`INSERT INTO transactions (${insertedColumns}) VALUES ${Prisma.join(rows)}
          ON CONFLICT (tenant_id, source, external_id) DO NOTHING RETURNING service_id`,
      );
      return new Set(inserted.map((row) => row.service_id));
    },

    async replace(stored, expectedVersion, refunded) {
      const row = toValues(stored);
      const isExpected = Prisma.sql`service_id = ${row.serviceId}::uuid AND version = ${expectedVersion}`;
      // One statement locks the row at the version that was read, keeps its calculation, and overwrites it.
      const replaced = await statements.rows(Prisma.sql`
        WITH ${refunded ? Prisma.sql`${touchInvoice(refunded)},` : Prisma.empty} before AS (
          SELECT tenant_id, service_id, calculation_number, document, snapshot, rate_book_version FROM transactions
          ${where(scope, [isExpected, refunded ? Prisma.sql`EXISTS (SELECT 1 FROM invoice)` : null])} FOR UPDATE
        ), history AS (
          INSERT INTO calculations (tenant_id, transaction_id, calculation_number, document, snapshot,
            rate_book_version, replaced_at)
          SELECT tenant_id, service_id, calculation_number, document, snapshot, rate_book_version,
            ${row.updatedAt}::timestamptz
          FROM before WHERE calculation_number <> ${row.calculationNumber}
        )
        UPDATE transactions SET customer_id = ${row.customerId}::uuid,
          transaction_type = ${row.transactionType}::"TransactionType",
          transaction_status = ${row.transactionStatus}::"TransactionStatus",
          transaction_filing_status = ${row.transactionFilingStatus}::"TransactionFilingStatus",
          tax_on = ${row.taxOn}::date, country = ${row.country}, state = ${row.state}, currency = ${row.currency},
          customer_type = ${row.customerType}::"CustomerType", created_from = ${row.createdFrom},
          final_transaction_amount = ${row.finalTransactionAmount}::numeric, tax_amount = ${row.taxAmount}::numeric,
          external_created_at = ${row.externalCreatedAt}::timestamptz,
          external_updated_at = ${row.externalUpdatedAt}::timestamptz, document = ${row.document}::json,
          snapshot = ${row.snapshot}::json, input_digest = ${row.inputDigest}, tax_digest = ${row.taxDigest},
          rate_book_version = ${row.rateBookVersion}, calculation_number = ${row.calculationNumber},
          updated_at = ${row.updatedAt}::timestamptz, version = ${row.version}
        FROM before
        WHERE transactions.tenant_id = before.tenant_id AND transactions.service_id = before.service_id
        RETURNING transactions.service_id`);
      return replaced.length === 1;
    },
  };
}

const keyOf = ({ transaction }: StoredTransaction) => `${transaction.source} ${transaction.externalId}`;
