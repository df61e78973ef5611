import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { PartOfPage } from '../../ports/stores/page-request.ts';
import type { StoredTransaction, TransactionStore } from '../../ports/stores/transaction-store.ts';
import { type CustomerRow, toCustomer } from '../customers/customers.ts';
import { Prisma } from '../generated/client.ts';
import { planningOf } from '../sql/filter-sql.ts';
import { countsByOwner, ownersOf } from '../sql/owner-sql.ts';
import { isUuid, type TenantScope, where } from '../sql/tenant-scope.ts';
import { findFacts } from './calculation-facts.ts';
import { createCalculationStore } from './calculations.ts';
import { countAlike } from './count-alike.ts';
import { isKeptCount } from './indexed-filters.ts';
import { transactionConditions } from './transaction-conditions.ts';
import { listPage, listPart, partOf, type SizedRow, selectPart } from './transaction-pages.ts';
import {
  customerColumn,
  hasKey,
  hasName,
  type KnownRow,
  type StoredRow,
  storedColumns,
  type TransactionRow,
  toKnown,
  toStored,
  toTransaction,
  transactionColumns,
} from './transaction-row.ts';
import { createSummaryStore } from './transaction-summaries.ts';
import { createTransactionWrites } from './transaction-writes.ts';

export function createTransactionStore(scope: TenantScope): TransactionStore {
  const { statements, reports } = scope;

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

  function namedBy(keys: readonly NaturalKey[]): Prisma.Sql {
    const sources = keys.map(({ source }) => source);
    const externalIds = keys.map(({ externalId }) => externalId);
    return Prisma.sql`unnest(${sources}::text[], ${externalIds}::text[]) AS wanted(wanted_source, wanted_id)
      JOIN transactions ON source = wanted_source AND external_id = wanted_id ${where(scope, [])}`;
  }

  /** Invoices by their `position`, joined with the documents that refer to them in `createdFrom`. */
  function asInvoices(keys: readonly NaturalKey[]): Prisma.Sql {
    const sources = keys.map(({ source }) => source);
    const externalIds = keys.map(({ externalId }) => externalId);
    return Prisma.sql`unnest(${sources}::text[], ${externalIds}::text[]) WITH ORDINALITY AS invoice(of_source, of_id, position)
      JOIN transactions ON source = of_source AND created_from = of_id`;
  }

  async function findPart(from: Prisma.Sql, order = Prisma.sql`ORDER BY service_id`): Promise<PartOfPage<Transaction>> {
    const select = selectPart(transactionColumns, Prisma.sql`SELECT transactions.* FROM ${from}`, order);
    const { rows, isCut } = partOf(await statements.rows<SizedRow<TransactionRow>>(select));
    return { rows: rows.map(toTransaction), isCut };
  }

  return {
    findByKey: (key) => findStored(hasKey(key)),

    async findByKeys(keys) {
      if (keys.length === 0) return [];
      const select = Prisma.sql`SELECT ${transactionColumns}, input_digest, tax_digest FROM ${namedBy(keys)}`;
      return (await statements.rows<KnownRow>(select)).map(toKnown);
    },

    async findById(serviceId) {
      return isUuid(serviceId) ? findStored(Prisma.sql`service_id = ${serviceId}::uuid`) : null;
    },

    async findWithCustomer(by) {
      const isNamed = hasName(by);
      if (!isNamed) return null;
      const [row] = await statements.rows<StoredRow & { customer: CustomerRow }>(Prisma.sql`
        SELECT ${storedColumns}, ${customerColumn(scope)} FROM transactions ${where(scope, [isNamed])}`);
      return row ? { customer: toCustomer(row.customer), ...toStored(row) } : null;
    },

    async findMany(serviceIds) {
      const ids = serviceIds.filter(isUuid);
      return ids.length === 0 ? [] : find(where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`]));
    },

    async findPart(serviceIds) {
      const ids = serviceIds.filter(isUuid);
      if (ids.length === 0) return { rows: [], isCut: false };
      return findPart(Prisma.sql`transactions ${where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`])}`);
    },

    findPartByKeys: (keys) => findPart(namedBy(keys)),

    async list(filter, page) {
      const rows = await listPage<TransactionRow>(scope, transactionColumns, filter, page);
      return rows.map(toTransaction);
    },

    async listPart(filter, page) {
      const { rows, isCut } = await listPart<TransactionRow>(scope, transactionColumns, filter, page);
      return { rows: rows.map(toTransaction), isCut };
    },

    async listStored(filter, page) {
      const { rows, isCut } = await listPart<StoredRow>(scope, storedColumns, filter, page);
      return { rows: rows.map(toStored), isCut };
    },

    async count(filter) {
      const conditions = transactionConditions(scope, filter);
      const [row] = await (isKeptCount(filter)
        ? statements.rows<{ count: number }>(countAlike(scope, conditions), planningOf(conditions))
        : reports.rows<{ count: number }>(
            Prisma.sql`SELECT count(*)::int AS count FROM transactions ${where(scope, conditions)}`,
            planningOf(conditions),
          ));
      return row?.count ?? 0;
    },

    countByOwner(owners, filter) {
      const conditions = transactionConditions(scope, filter);
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
      return new Map(rows.map((row) => [row.service_id, row.snapshot]));
    },

    async findRefunds({ source, externalId }) {
      const isOfInvoice = where(scope, [Prisma.sql`source = ${source} AND created_from = ${externalId}`, isRefund]);
      const rows = await statements.rows<StoredRow>(Prisma.sql`
        SELECT ${storedColumns} FROM transactions ${isOfInvoice} ORDER BY created_at, service_id`);
      return rows.map(toStored);
    },

    async findPartOfRefunds(invoices, read) {
      const isUnread = Prisma.sql`service_id <> ALL(${read}::uuid[])`;
      return findPart(
        Prisma.sql`${asInvoices(invoices)} ${where(scope, [isRefund, isUnread])}`,
        Prisma.sql`ORDER BY created_at, service_id`,
      );
    },

    async findRefundsOf(invoices) {
      if (invoices.length === 0) return [];
      const rows = await statements.rows<TransactionRow & { position: number }>(Prisma.sql`
        SELECT position::int, ${transactionColumns} FROM ${asInvoices(invoices)} ${where(scope, [isRefund])}
        ORDER BY created_at, service_id`);
      return invoices.map((_, index) => rows.filter(({ position }) => position === index + 1).map(toTransaction));
    },
    ...createTransactionWrites(scope),
  };
}

const isRefund = Prisma.sql`transaction_type = 'REFUND' AND transaction_status <> 'CANCELLED'`;
