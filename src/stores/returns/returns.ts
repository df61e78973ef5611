import { AppError } from '../../domain/base/errors.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { ReturnPayment } from '../../domain/returns/payment/return-payment.ts';
import type { TaxReturnFilter } from '../../domain/returns/return-list.ts';
import type { FiledTotals, TaxReturnFigures } from '../../domain/returns/return-record.ts';
import type { FilingName, ReturnStore } from '../../ports/stores/return-store.ts';
import { Prisma } from '../generated/client.ts';
import { findClosed, isClosed, overlaps } from '../sql/closed-periods.ts';
import { countRows } from '../sql/count-rows.ts';
import { taxReturnFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf as fieldConditions, planningOf } from '../sql/filter-sql.ts';
import { writersDone } from '../sql/open-writes.ts';
import { isClaimedBy } from '../sql/return-claims.ts';
import { isAfter, orderByCreation, type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { hasStatus, isAtPlace, isCounted, isNoneOf, isReportedIn } from '../transactions/filing-sql.ts';
import { claimReturn, isNamed } from './claim-return.ts';
import { createFiledDocuments } from './filed-documents.ts';
import { filingDigest } from './filing-digest.ts';
import { type ReturnRow, returnColumns, toReturn } from './return-row.ts';

const longestWriteMs = 15_000;

export function createReturnStore(scope: TenantScope): ReturnStore {
  const { prisma, statements, changedBy } = scope;
  const endsClaim = Prisma.sql`claim_id = NULL, claimed_until = NULL, version = version + 1, changed_by = ${changedBy}`;

  async function findInFilings<Found>(filings: readonly FilingName[], read: Prisma.Sql): Promise<(Found | null)[]> {
    const ids = filings.map(({ returnId }) => returnId);
    const numbers = filings.map(({ number }) => number);
    const rows = await statements.rows<{ position: number; found: Found }>(Prisma.sql`
      SELECT position::int, ${read} AS found
      FROM unnest(${ids}::uuid[], ${numbers}::int[]) WITH ORDINALITY AS named(named_id, named_number, position)
      JOIN return_filings ON return_id = named_id AND number = named_number ${where(scope, [])}`);
    const byPosition = new Map(rows.map(({ position, found }) => [position, found]));
    return filings.map((_, index) => byPosition.get(index + 1) ?? null);
  }

  return {
    ...createFiledDocuments(scope),

    async find(name) {
      const select = Prisma.sql`SELECT ${returnColumns(scope)} FROM returns ${where(scope, [isNamed(name)])}`;
      const [row] = await statements.rows<ReturnRow>(select);
      return row ? toReturn(row) : null;
    },

    async findById(serviceId) {
      const isThis = Prisma.sql`service_id = ${serviceId}::uuid`;
      const select = Prisma.sql`SELECT ${returnColumns(scope)} FROM returns ${where(scope, [isThis])}`;
      const [row] = await statements.rows<ReturnRow>(select);
      return row ? toReturn(row) : null;
    },

    findFigures: (filings) => findInFilings<TaxReturnFigures>(filings, Prisma.sql`figures`),

    findTotals: (filings) =>
      findInFilings<FiledTotals>(
        filings,
        Prisma.sql`(SELECT row_to_json(kept) FROM json_to_record(figures)
          AS kept(totals json, "oneStopShop" json, notices json))`,
      ),

    findPayments: (filings) => findInFilings<ReturnPayment>(filings, Prisma.sql`payment`),

    async list(filter, page) {
      const conditions = conditionsOf(scope, filter);
      const select = Prisma.sql`SELECT ${returnColumns(scope)} FROM returns
        ${where(scope, [...conditions, isAfter(page)])} ${orderByCreation(page)}`;
      const rows = await statements.rows<ReturnRow>(select, planningOf(conditions));
      return rows.map(toReturn);
    },

    count: (filter) => countRows(scope, 'statements', 'returns', conditionsOf(scope, filter)),

    findClosed: (name) => findClosed(scope, overlaps(name)),
    findClosedBetween: ({ from, to }) =>
      findClosed(scope, Prisma.sql`to_on >= ${from}::date AND from_on <= ${to}::date`),
    claim: (key, request) => claimReturn(scope, key, request),

    async awaitWriters() {
      if (await writersDone(prisma, longestWriteMs)) return;
      throw new AppError('NOT_READY', 'A write is taking too long. Try again.', { retryAfter: 5 });
    },

    async giveUp(claim, at) {
      await statements.rows(Prisma.sql`
        UPDATE returns SET status = 'DRAFT', updated_at = greatest(updated_at, ${at.toISOString()}::timestamptz), ${endsClaim}
        ${where(scope, [isClaimedBy(claim), Prisma.sql`status = 'FILING'`])}`);
    },

    async release(claim) {
      await statements.rows(Prisma.sql`UPDATE returns SET claimed_until = NULL ${where(scope, [isClaimedBy(claim)])}`);
    },

    async complete(name, claim, filing, exceptIds) {
      const { filedAt, filedBy, referenceNumber, amountPaid, paidCurrency, transactionCount } = filing;
      const { figures, rateBookVersion, receipt, payment } = filing;
      const at = Prisma.sql`${filedAt.toISOString()}::timestamptz`;
      const isFiling = where(scope, [isClaimedBy(claim), Prisma.sql`status = 'FILING'`]);
      const isUnfiled = Prisma.sql`NOT (${hasStatus('FILED')})`;
      const unfiled = where(scope, [isAtPlace(name), isReportedIn(name), isCounted, isUnfiled, isNoneOf(exceptIds)]);
      return inUnitOfWork(scope, async (rows) => {
        const [earlier] = await rows<{ count: number }>(Prisma.sql`
          SELECT filing_count AS count FROM returns ${isFiling} FOR UPDATE`);
        if (!earlier) return false;
        const number = Prisma.sql`${earlier.count + 1}::int`;
        await rows(Prisma.sql`
          INSERT INTO return_filings (tenant_id, return_id, number, filed_at, filed_by, reference_number, amount_paid,
            paid_currency, transaction_count, figures, rate_book_version, receipt, payment)
          VALUES (${scope.tenantId}, ${claim.returnId}::uuid, ${number}, ${at}, ${filedBy}::text, ${referenceNumber}::text,
            ${amountPaid}::numeric, ${paidCurrency}::text, ${transactionCount}::int, ${JSON.stringify(figures)}::json,
            ${rateBookVersion}::text, ${receipt}::text, ${payment && JSON.stringify(payment)}::json)
          RETURNING number`);
        const [filed] = await rows<{ digest: string }>(Prisma.sql`
          SELECT ${filingDigest} AS digest FROM return_filings
          ${where(scope, [Prisma.sql`return_id = ${claim.returnId}::uuid AND number = ${number}`])}`);
        const completed = await rows(Prisma.sql`
          UPDATE returns SET status = ${earlier.count === 0 ? 'FILED' : 'AMENDED'}::"TaxReturnStatus",
            filing_count = filing_count + 1, reference_number = ${referenceNumber}::text,
            amount_paid = ${amountPaid}::numeric, paid_currency = ${paidCurrency}::text,
            figures_digest = ${filed!.digest}, updated_at = greatest(updated_at, ${at}), ${endsClaim}
          ${isFiling}
            AND ${name.scheme === 'STANDARD' ? Prisma.sql`NOT EXISTS (SELECT FROM transactions ${unfiled})` : Prisma.sql`TRUE`}
          RETURNING service_id`);
        return completed.length === 1;
      });
    },

    async reopen(claim, reason, at) {
      const reopened = await statements.rows(Prisma.sql`
        UPDATE returns SET status = 'DRAFT', reopening_reason = ${reason},
          updated_at = greatest(updated_at, ${at.toISOString()}::timestamptz), ${endsClaim}
        ${where(scope, [isClaimedBy(claim), Prisma.sql`status = 'REOPENING'`])} RETURNING service_id`);
      return reopened.length === 1;
    },
  };
}

/** A draft that was abandoned before filing is not part of the list. */
function conditionsOf(scope: TenantScope, { filedIn, ...fields }: TaxReturnFilter): Prisma.Sql[] {
  return [
    Prisma.sql`(filing_count > 0 OR ${isClosed})`,
    ...(filedIn ? [hasFilingIn(scope, filedIn)] : []),
    ...fieldConditions(taxReturnFilterColumns, fields),
  ];
}

/** Without a payment, the day depends on the time zone of the place, so adjacent days are included. */
function hasFilingIn(scope: TenantScope, { from, to }: ReportPeriod): Prisma.Sql {
  const isIn = Prisma.sql`CASE WHEN payment IS NULL
    THEN filed_at >= ${from}::date - 1 AND filed_at < ${to}::date + 2
    ELSE payment->>'filedOn' BETWEEN ${from} AND ${to} END`;
  return Prisma.sql`EXISTS (SELECT FROM return_filings ${where(scope, [Prisma.sql`return_id = returns.service_id`, isIn])})`;
}
