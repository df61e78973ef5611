import { setImmediate as nextTurn } from 'node:timers/promises';
import { itemsOfLongDocument } from '../../domain/base/limits.ts';
import { reportedTotalsInParts } from '../../domain/totals/reported-totals.ts';
import type { RefundedInvoice, StoredTransaction, TransactionStore } from '../../ports/stores/transaction-store.ts';
import { Prisma } from '../generated/client.ts';
import { isInOpenPeriod } from '../sql/closed-periods.ts';
import { besideTenant, type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { totalsColumn, totalsForm } from './totals-column.ts';
import { sentColumns, sentRows, sentValues, type TransactionValues, toValues } from './transaction-row.ts';

type TransactionWrites = Pick<TransactionStore, 'insert' | 'insertMany' | 'insertWithRefunds' | 'replace'>;

export function createTransactionWrites(scope: TenantScope): TransactionWrites {
  const { statements, changedBy } = scope;

  /**
   * Counts the refund if the invoice has not changed since it was read, so that only one of two concurrent refunds
   * succeeds.
   */
  function counting({ invoiceId, invoiceVersion, refundsWritten }: RefundedInvoice): Prisma.Sql {
    const isRead = Prisma.sql`service_id = ${invoiceId}::uuid AND version = ${invoiceVersion}
      AND refunds_written = ${refundsWritten}`;
    return Prisma.sql`
      UPDATE transactions SET refunds_written = refunds_written + 1 ${where(scope, [isRead])} RETURNING service_id`;
  }

  async function inserting(stored: StoredTransaction): Promise<Prisma.Sql> {
    const row = await valuesOf(stored);
    // Selects from a table of the tenant, so that a distributed database inserts on the tenant's node.
    const isOpen = entersOpenPeriod(scope, row, stored.notInReturns);
    return Prisma.sql`
      INSERT INTO transactions (tenant_id, ${sentColumns}) SELECT tenants.tenant_id, ${sentValues(scope, row)}
      FROM tenants ${where(scope, [isOpen])} ON CONFLICT (tenant_id, source, external_id) DO NOTHING
      RETURNING service_id`;
  }

  /** Overwrites the row at the version that was read; a trigger keeps the previous calculation. */
  async function replacing(stored: StoredTransaction, expectedVersion: number): Promise<Prisma.Sql> {
    const row = await valuesOf(stored);
    return Prisma.sql`
        UPDATE transactions SET customer_id = ${row.customerId}::uuid,
          transaction_type = ${row.transactionType}::"TransactionType",
          transaction_status = ${row.transactionStatus}::"TransactionStatus",
          transaction_filing_status = ${row.transactionFilingStatus}::"TransactionFilingStatus",
          tax_date = ${row.taxDate}::date, reported_on = ${row.reportedOn}::date, country = ${row.country}, state = ${row.state}, currency = ${row.currency},
          customer_type = ${row.customerType}::"CustomerType", created_from = ${row.createdFrom},
          final_transaction_amount = ${row.finalTransactionAmount}::numeric, tax_amount = ${row.taxAmount}::numeric,
          external_created_at = ${row.externalCreatedAt}::timestamptz,
          external_updated_at = ${row.externalUpdatedAt}::timestamptz, document = ${row.document}::json,
          reopening_reason = ${row.reopeningReason}, subsidiary = ${row.subsidiary}, is_overridden = ${row.isOverridden}, labels = ${row.labels}, summary = ${row.summary}::json,
          snapshot = ${row.snapshot}::json, totals = ${row.totals}::jsonb, totals_form = ${totalsForm}::smallint, input_digest = ${row.inputDigest}, tax_digest = ${row.taxDigest},
          rate_book_version = ${row.rateBookVersion}, calculation_number = ${row.calculationNumber},
          updated_at = ${row.updatedAt}::timestamptz, version = ${row.version}, changed_by = ${changedBy}
        ${where(scope, [
          Prisma.sql`service_id = ${row.serviceId}::uuid AND version = ${expectedVersion}`,
          stored.refundsWritten === undefined ? null : Prisma.sql`refunds_written = ${stored.refundsWritten}`,
          staysInOpenPeriod(scope, row, stored.notInReturns),
        ])}
        RETURNING service_id`;
  }

  /** Executes the writes in this order. If one fails, none is stored. */
  const writeAll = (writes: readonly Prisma.Sql[]) =>
    inUnitOfWork(scope, async (rows) => {
      for (const write of writes) if ((await rows(write)).length !== 1) return false;
      return true;
    });

  const writeOne = async (write: Prisma.Sql, refunded: RefundedInvoice | undefined) =>
    refunded ? writeAll([counting(refunded), write]) : (await statements.rows(write)).length === 1;

  return {
    insert: async (stored, refunded) => writeOne(await inserting(stored), refunded),
    replace: async (stored, expectedVersion, refunded) => writeOne(await replacing(stored, expectedVersion), refunded),

    async insertWithRefunds(invoice, refunds) {
      const writes = [await inserting(invoice)];
      for (const { stored, expectedVersion } of refunds) writes.push(await replacing(stored, expectedVersion));
      return writeAll(writes);
    },

    async insertMany(stored) {
      if (stored.length === 0) return new Set();
      // Every request inserts in the order of the keys, which prevents deadlocks.
      const inOrder = stored.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
      const rows: TransactionValues[] = [];
      let items = 0;
      for (const one of inOrder) {
        rows.push(await valuesOf(one));
        items += one.transaction.items.length;
        if (items < itemsOfLongDocument) continue;
        await nextTurn();
        items = 0;
      }
      const isOpen = isInOpenPeriod(scope, {
        country: Prisma.sql`sent.country`,
        state: Prisma.sql`sent.state`,
        reportedOn: Prisma.sql`coalesce(sent.reported_on, sent.tax_date)`,
        totals: Prisma.sql`sent.totals`,
      });
      const inserted = await statements.rows<{ service_id: string }>(
        Prisma.sql`INSERT INTO transactions (tenant_id, ${sentColumns}) SELECT tenants.tenant_id, sent.*, ${changedBy}
          ${besideTenant(scope, sentRows(rows))} AND (sent.totals = '{}' OR ${isOpen})
          ON CONFLICT (tenant_id, source, external_id) DO NOTHING RETURNING service_id`,
      );
      return new Set(inserted.map((row) => row.service_id));
    },
  };
}

/**
 * The values of a row. For a long document, the event loop runs other work between computing the totals, the other
 * values and the statement.
 */
export async function valuesOf(stored: StoredTransaction): Promise<TransactionValues> {
  if (stored.transaction.items.length < itemsOfLongDocument) return toValues(stored);
  await nextTurn();
  await nextTurn(); // The first turn may be the one that has just read other records.
  const parts = reportedTotalsInParts(stored.transaction, stored.snapshot);
  let part = parts.next();
  for (; !part.done; part = parts.next()) await nextTurn();
  const totals = totalsColumn(stored, part.value);
  await nextTurn();
  const row = toValues(stored, totals);
  await nextTurn();
  return row;
}

/** Null for a document without totals, which is not reported. */
function entersOpenPeriod(
  scope: TenantScope,
  row: TransactionValues,
  leaving: StoredTransaction['notInReturns'] = [],
): Prisma.Sql | null {
  const { taxDate, reportedOn, country, state, totals } = row;
  if (totals === '{}') return null;
  const day = Prisma.sql`${reportedOn ?? taxDate}::date`;
  return isInOpenPeriod(scope, {
    country: Prisma.sql`${country}`,
    state: Prisma.sql`${state}`,
    reportedOn: day,
    totals: row.hasItemPlaces ? Prisma.sql`${totals}::jsonb` : null,
    leaving,
  });
}

/** If its figures do not change, a document neither leaves nor enters a closed period. */
function staysInOpenPeriod(
  scope: TenantScope,
  row: TransactionValues,
  leaving: StoredTransaction['notInReturns'] = [],
): Prisma.Sql {
  const { totals, transactionFilingStatus } = row;
  const entersOpen = entersOpenPeriod(scope, row, leaving) ?? Prisma.sql`TRUE`;
  const leavesOpen = isInOpenPeriod(scope, {
    country: Prisma.sql`transactions.country`,
    state: Prisma.sql`transactions.state`,
    reportedOn: Prisma.sql`coalesce(transactions.reported_on, transactions.tax_date)`,
    totals: Prisma.sql`transactions.totals`,
    leaving,
  });
  return Prisma.sql`((totals = ${totals}::jsonb
      AND transaction_filing_status = ${transactionFilingStatus}::"TransactionFilingStatus")
    OR (${entersOpen} AND (totals = '{}' OR ${leavesOpen})))`;
}

const keyOf = ({ transaction }: StoredTransaction) => `${transaction.source} ${transaction.externalId}`;
