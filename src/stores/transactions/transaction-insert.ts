import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { Prisma } from '../generated/client.ts';
import { toValues } from './transaction-row.ts';

export const insertedColumns = Prisma.sql`tenant_id, service_id, source, external_id, customer_id, transaction_type,
  transaction_status, transaction_filing_status, tax_on, country, state, currency, customer_type, created_from,
  final_transaction_amount, tax_amount, external_created_at, external_updated_at, document, snapshot, input_digest,
  tax_digest, rate_book_version, calculation_number, created_at, updated_at, version`;

/** The values of those columns, in their order. */
export function valuesOf(tenantId: Prisma.Sql, stored: StoredTransaction): Prisma.Sql {
  const row = toValues(stored);
  return Prisma.sql`${tenantId}, ${row.serviceId}::uuid, ${row.source}, ${row.externalId},
    ${row.customerId}::uuid, ${row.transactionType}::"TransactionType",
    ${row.transactionStatus}::"TransactionStatus", ${row.transactionFilingStatus}::"TransactionFilingStatus",
    ${row.taxOn}::date, ${row.country}, ${row.state}, ${row.currency},
    ${row.customerType}::"CustomerType", ${row.createdFrom}, ${row.finalTransactionAmount}::numeric,
    ${row.taxAmount}::numeric, ${row.externalCreatedAt}::timestamptz,
    ${row.externalUpdatedAt}::timestamptz, ${row.document}::json, ${row.snapshot}::json, ${row.inputDigest},
    ${row.taxDigest}, ${row.rateBookVersion}, ${row.calculationNumber}::int, ${row.createdAt}::timestamptz,
    ${row.updatedAt}::timestamptz, ${row.version}::int`;
}
