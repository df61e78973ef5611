import type { RefundedInvoice, StoredTransaction, TransactionStore } from '../../ports/stores/transaction-store.ts';
import { Prisma } from '../generated/client.ts';
import { isInOpenPeriod } from '../sql/closed-periods.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { totalsForm } from './totals-column.ts';
import { insertedColumns, insertedValues, type TransactionValues, toValues } from './transaction-row.ts';

type TransactionWrites = Pick<TransactionStore, 'insert' | 'insertMany' | 'insertWithRefunds' | 'replace'>;

export function createTransactionWrites(scope: TenantScope): TransactionWrites {
  const { statements, changedBy } = scope;

  /** Counts the refund if the invoice is as it was read, so that only one of two concurrent refunds succeeds. */
  function countRefund({ invoiceId, invoiceVersion, refundsWritten }: RefundedInvoice): Prisma.Sql {
    const isRead = Prisma.sql`service_id = ${invoiceId}::uuid AND version = ${invoiceVersion}
      AND refunds_written = ${refundsWritten}`;
    return Prisma.sql`invoice AS (
      UPDATE transactions SET refunds_written = refunds_written + 1 ${where(scope, [isRead])} RETURNING 1 AS counted)`;
  }

  function inserting(stored: StoredTransaction, refunded?: RefundedInvoice): Prisma.Sql {
    const row = toValues(stored);
    const values = insertedValues(scope, row);
    const conditions = [refunded && Prisma.sql`EXISTS (SELECT 1 FROM invoice)`, entersOpenPeriod(scope, row)];
    const needed = conditions.filter((condition) => condition != null);
    const rows =
      needed.length > 0
        ? Prisma.sql`SELECT ${values} WHERE ${Prisma.join(needed, ' AND ')}`
        : Prisma.sql`VALUES (${values})`;
    return Prisma.sql`
      ${refunded ? Prisma.sql`WITH ${countRefund(refunded)}` : Prisma.empty}
      INSERT INTO transactions (${insertedColumns}) ${rows} ON CONFLICT (tenant_id, source, external_id) DO NOTHING
      RETURNING service_id`;
  }

  /** One statement locks the row at the version that was read, keeps its calculation, and overwrites it. */
  function replacing(stored: StoredTransaction, expectedVersion: number, refunded?: RefundedInvoice): Prisma.Sql {
    const row = toValues(stored);
    const isExpected = Prisma.sql`service_id = ${row.serviceId}::uuid AND version = ${expectedVersion}`;
    return Prisma.sql`
        WITH ${refunded ? Prisma.sql`${countRefund(refunded)},` : Prisma.empty} before AS (
          SELECT service_id, calculation_number, document, snapshot, rate_book_version FROM transactions
          ${where(scope, [
            isExpected,
            stored.refundsWritten === undefined ? null : Prisma.sql`refunds_written = ${stored.refundsWritten}`,
            refunded ? Prisma.sql`EXISTS (SELECT 1 FROM invoice)` : null,
            staysInOpenPeriod(scope, row),
          ])} FOR UPDATE
        ), history AS (
          INSERT INTO calculations (tenant_id, transaction_id, calculation_number, document, snapshot,
            rate_book_version, replaced_at)
          SELECT ${scope.tenantId}, service_id, calculation_number, document, snapshot, rate_book_version,
            ${row.updatedAt}::timestamptz
          FROM before WHERE calculation_number <> ${row.calculationNumber}
        )
        UPDATE transactions SET customer_id = ${row.customerId}::uuid,
          transaction_type = ${row.transactionType}::"TransactionType",
          transaction_status = ${row.transactionStatus}::"TransactionStatus",
          transaction_filing_status = ${row.transactionFilingStatus}::"TransactionFilingStatus",
          tax_date = ${row.taxDate}::date, reported_on = ${row.reportedOn}::date, country = ${row.country}, state = ${row.state}, currency = ${row.currency},
          customer_type = ${row.customerType}::"CustomerType", created_from = ${row.createdFrom},
          final_transaction_amount = ${row.finalTransactionAmount}::numeric, tax_amount = ${row.taxAmount}::numeric,
          external_created_at = ${row.externalCreatedAt}::timestamptz,
          external_updated_at = ${row.externalUpdatedAt}::timestamptz, document = ${row.document}::json,
          reopening_reason = ${row.reopeningReason}, summary = ${row.summary}::json,
          snapshot = ${row.snapshot}::json, totals = ${row.totals}::jsonb, totals_form = ${totalsForm}::smallint, input_digest = ${row.inputDigest}, tax_digest = ${row.taxDigest},
          rate_book_version = ${row.rateBookVersion}, calculation_number = ${row.calculationNumber},
          updated_at = ${row.updatedAt}::timestamptz, version = ${row.version}, changed_by = ${changedBy}
        FROM before
        WHERE transactions.tenant_id = ${scope.tenantId} AND transactions.service_id = before.service_id
        RETURNING transactions.service_id`;
  }

  return {
    async insert(stored, refunded) {
      return (await statements.rows(inserting(stored, refunded))).length === 1;
    },

    insertWithRefunds(invoice, refunds) {
      const writes = [
        inserting(invoice),
        ...refunds.map(({ stored, expectedVersion }) => replacing(stored, expectedVersion)),
      ];
      const unit = scope.prisma.$transaction(async (one) => {
        for (const write of writes) {
          if ((await one.$queryRaw<unknown[]>(write)).length !== 1) throw new Overtaken();
        }
        return true;
      });
      return unit.catch((error: unknown) => {
        if (error instanceof Overtaken) return false;
        throw error;
      });
    },

    async insertMany(stored) {
      if (stored.length === 0) return new Set();
      // Every request inserts in the order of the keys, which prevents deadlocks.
      const inOrder = stored.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
      const rows = inOrder.map((one) => {
        const row = toValues(one);
        const isOpen = entersOpenPeriod(scope, row);
        return Prisma.sql`SELECT ${insertedValues(scope, row)} ${isOpen ? Prisma.sql`WHERE ${isOpen}` : Prisma.empty}`;
      });
      const inserted = await statements.rows<{ service_id: string }>(
        Prisma.sql`INSERT INTO transactions (${insertedColumns}) ${Prisma.join(rows, ' UNION ALL ')}
          ON CONFLICT (tenant_id, source, external_id) DO NOTHING RETURNING service_id`,
      );
      return new Set(inserted.map((row) => row.service_id));
    },

    async replace(stored, expectedVersion, refunded) {
      return (await statements.rows(replacing(stored, expectedVersion, refunded))).length === 1;
    },
  };
}

/** Rolls a unit of work back. */
class Overtaken extends Error {}

/** Null for a document that is not reported. */
function entersOpenPeriod(scope: TenantScope, row: TransactionValues): Prisma.Sql | null {
  const { taxDate, reportedOn, country, state, totals } = row;
  if (totals === '{}') return null;
  const day = Prisma.sql`${reportedOn ?? taxDate}::date`;
  return isInOpenPeriod(scope, {
    country: Prisma.sql`${country}`,
    state: Prisma.sql`${state}`,
    reportedOn: day,
    totals: row.hasItemPlaces ? Prisma.sql`${totals}::jsonb` : null,
  });
}

/** If the figures of a document do not change, it neither leaves nor enters a closed period. */
function staysInOpenPeriod(scope: TenantScope, row: TransactionValues): Prisma.Sql {
  const { totals, transactionFilingStatus } = row;
  const entersOpen = entersOpenPeriod(scope, row) ?? Prisma.sql`TRUE`;
  const leavesOpen = isInOpenPeriod(scope, {
    country: Prisma.sql`transactions.country`,
    state: Prisma.sql`transactions.state`,
    reportedOn: Prisma.sql`coalesce(transactions.reported_on, transactions.tax_date)`,
    totals: Prisma.sql`transactions.totals`,
  });
  return Prisma.sql`((totals = ${totals}::jsonb
      AND transaction_filing_status = ${transactionFilingStatus}::"TransactionFilingStatus")
    OR (${entersOpen} AND (totals = '{}' OR ${leavesOpen})))`;
}

const keyOf = ({ transaction }: StoredTransaction) => `${transaction.source} ${transaction.externalId}`;
