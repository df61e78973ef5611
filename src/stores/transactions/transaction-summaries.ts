import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionFilter, TransactionOrderField } from '../../domain/transactions/transaction-list.ts';
import type { ListedTransaction, TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import type { OrderedPage } from '../../ports/stores/page-request.ts';
import type { TransactionOwners, TransactionStore } from '../../ports/stores/transaction-store.ts';
import { type CustomerRow, toCustomer } from '../customers/customers.ts';
import { Prisma } from '../generated/client.ts';
import { transactionFilterColumns } from '../sql/filter-columns.ts';
import { ownersOf, pagesByOwner } from '../sql/owner-sql.ts';
import { pageSql } from '../sql/page-sql.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { readSummaryColumn, type SummaryColumn } from './summary-column.ts';
import { transactionConditions } from './transaction-conditions.ts';
import { listPage } from './transaction-pages.ts';
import { customerColumn, hasName, type ListedColumns, withColumns } from './transaction-row.ts';

type Row = ListedColumns & {
  tax_date: string;
  currency: string;
  created_from: string | null;
  final_amount: TransactionSummary['finalTransactionAmount'];
};

/** The column pads the amount with zeros, which `trim_scale` removes. */
const columns = Prisma.sql`service_id, source, external_id, customer_id, transaction_type, transaction_status,
  transaction_filing_status, tax_date, currency, created_from, trim_scale(final_transaction_amount)::text AS final_amount,
  rate_book_version, calculation_number, created_at, updated_at, version`;

/** The columns of a record, with the summary of the document, or the whole document if it has no summary. */
const listedColumns = Prisma.sql`service_id, source, external_id, customer_id, transaction_type, transaction_status,
  transaction_filing_status, coalesce(summary, document) AS document, rate_book_version, calculation_number, created_at, updated_at,
  version`;

type ListedRow = ListedColumns & { document: SummaryColumn | TransactionDocument };

/** Lists documents without reading their full JSON, which makes up most of the data. */
export function createSummaryStore(
  scope: TenantScope,
): Pick<TransactionStore, 'listSummaries' | 'listSummariesByOwner' | 'listShown' | 'listShownByOwner' | 'findShown'> {
  function pagesOf<Found>(
    columns: Prisma.Sql,
    owners: TransactionOwners,
    filter: TransactionFilter,
    page: OrderedPage<TransactionOrderField>,
  ): Promise<Found[][]> {
    const conditions = transactionConditions(scope, filter);
    const lists = { owners: ownersOf(owners), columns, table: Prisma.sql`transactions`, conditions };
    return pagesByOwner<Found>(scope, lists, pageSql(transactionFilterColumns, page));
  }

  return {
    async listSummaries(filter, page) {
      const rows = await listPage<Row>(scope, columns, filter, page);
      return rows.map(toSummary);
    },

    async listShown(filter, page, onCustomer) {
      const columns = onCustomer ? Prisma.sql`${listedColumns}, ${customerColumn(scope)}` : listedColumns;
      const rows = await listPage<ListedRow & { customer: CustomerRow }>(scope, columns, filter, page);
      const customers = new Map(rows.map(({ customer_id, customer }) => [customer_id, customer]));
      if (onCustomer) for (const row of customers.values()) onCustomer(toCustomer(row));
      return rows.map(toListed);
    },

    async findShown(by, { withCustomer }) {
      const isNamed = hasName(by);
      if (!isNamed) return null;
      const columns = withCustomer ? Prisma.sql`${listedColumns}, ${customerColumn(scope)}` : listedColumns;
      const [row] = await scope.statements.rows<ListedRow & { customer?: CustomerRow }>(Prisma.sql`
        SELECT ${columns} FROM transactions ${where(scope, [isNamed])}`);
      return row ? { transaction: toListed(row), ...(row.customer && { customer: toCustomer(row.customer) }) } : null;
    },

    async listSummariesByOwner(owners, filter, page) {
      return (await pagesOf<Row>(columns, owners, filter, page)).map((rows) => rows.map(toSummary));
    },

    async listShownByOwner(owners, filter, page) {
      return (await pagesOf<ListedRow>(listedColumns, owners, filter, page)).map((rows) => rows.map(toListed));
    },
  };
}

function toListed(row: ListedRow): ListedTransaction {
  return withColumns(isSummary(row.document) ? readSummaryColumn(row.document) : row.document, row);
}

const isSummary = (document: ListedRow['document']): document is SummaryColumn => Array.isArray(document);

function toSummary(row: Row): TransactionSummary {
  return {
    serviceId: row.service_id,
    source: row.source,
    externalId: row.external_id,
    customerId: row.customer_id,
    transactionType: row.transaction_type,
    transactionStatus: row.transaction_status,
    transactionFilingStatus: row.transaction_filing_status,
    taxDate: row.tax_date,
    currency: row.currency,
    createdFrom: row.created_from,
    finalTransactionAmount: row.final_amount,
    rateBookVersion: row.rate_book_version,
    calculationNumber: row.calculation_number,
    internalTimestamps: { createdDate: new Date(row.created_at), updatedDate: new Date(row.updated_at) },
    version: row.version,
  };
}
