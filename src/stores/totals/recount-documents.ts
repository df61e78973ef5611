import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { decimal } from '../../tax/numbers/decimal.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { inCurrentForm } from '../transactions/totals-column.ts';
import { selectPart } from '../transactions/transaction-pages.ts';
import { type StoredRow, storedColumns, type TransactionValues, toStored } from '../transactions/transaction-row.ts';
import { valuesOf } from '../transactions/transaction-writes.ts';

type DerivedRow = StoredRow & {
  totals: object | null;
  summary: unknown[] | null;
  tax_date: string;
  reported_on: string | null;
  country: string;
  state: string;
  currency: string;
  customer_type: string;
  created_from: string | null;
  external_created_at: string;
  external_updated_at: string;
  subsidiary: string | null;
  is_overridden: boolean;
  final_transaction_amount: string;
  tax_amount: string;
};

/** Data stored with a document that does not match the document. */
type DocumentFault = {
  readonly serviceId: string;
  readonly key: string;
  readonly columns: readonly string[];
  /** The values according to the document. */
  readonly values: TransactionValues;
};

type Part = {
  readonly checked: number;
  /** Documents whose totals are currently unknown. */
  readonly unknown: number;
  readonly faults: readonly DocumentFault[];
  /** The start of the next part; null after the last one. */
  readonly lastId: string | null;
  /** The reporting day of the first of these documents; null if the part is empty. */
  readonly reportedOn: string | null;
};

/**
 * Recomputes the data that lists and reports read instead of documents, for at most `limit` documents in the order of
 * their ids. Long documents are read in small groups.
 */
export async function recountDocuments(scope: TenantScope, afterId: string | null, limit: number): Promise<Part> {
  const isNext = afterId === null ? null : Prisma.sql`service_id > ${afterId}::uuid`;
  const order = Prisma.sql`ORDER BY service_id`;
  const columns = Prisma.sql`${storedColumns}, totals, summary, tax_date, reported_on, country, state, currency, customer_type,
    created_from, external_created_at, external_updated_at, subsidiary, is_overridden, final_transaction_amount::text,
    tax_amount::text`;
  const whole = Prisma.sql`SELECT * FROM transactions ${where(scope, [isNext])} ${order} LIMIT ${limit}`;
  const rows = await scope.reports.rows<DerivedRow & { page_size: number }>(selectPart(columns, whole, order));
  const faults: DocumentFault[] = [];
  for (const row of rows) {
    await nextTurn(); // A document can have a thousand items.
    const fault = await faultOf(row);
    if (fault) faults.push(fault);
  }
  const isLast = rows.length < limit && rows.length === (rows[0]?.page_size ?? 0);
  return {
    checked: rows.length,
    unknown: rows.filter(({ totals }) => totals === null).length,
    faults,
    lastId: isLast ? null : rows.at(-1)!.service_id,
    reportedOn: rows.map(({ reported_on, tax_date }) => reported_on ?? tax_date)[0] ?? null,
  };
}

async function faultOf(row: DerivedRow): Promise<DocumentFault | null> {
  const { totals, summary } = row;
  // Reading a record adds columns to the parsed document, so the compared data is taken first.
  const kept = { ...row };
  const stored = toStored(row);
  const values = await valuesOf(stored);
  const isAmount = (one: string, other: string) => decimal(one).eq(decimal(other));
  const isInstant = (one: string, other: string) => new Date(one).getTime() === new Date(other).getTime();
  const columns = [
    totals !== null && !isDeepStrictEqual(inCurrentForm(totals), JSON.parse(values.totals)) && 'totals',
    summary !== null && !isDeepStrictEqual(summary, JSON.parse(values.summary)) && 'summary',
    kept.tax_date !== values.taxDate && 'tax_date',
    kept.reported_on !== values.reportedOn && 'reported_on',
    kept.country !== values.country && 'country',
    kept.state !== values.state && 'state',
    kept.currency !== values.currency && 'currency',
    kept.customer_type !== values.customerType && 'customer_type',
    kept.created_from !== values.createdFrom && 'created_from',
    !isInstant(kept.external_created_at, values.externalCreatedAt) && 'external_created_at',
    !isInstant(kept.external_updated_at, values.externalUpdatedAt) && 'external_updated_at',
    kept.subsidiary !== values.subsidiary && 'subsidiary',
    kept.is_overridden !== values.isOverridden && 'is_overridden',
    !isAmount(kept.final_transaction_amount, values.finalTransactionAmount) && 'final_transaction_amount',
    !isAmount(kept.tax_amount, values.taxAmount) && 'tax_amount',
  ].filter((column) => column !== false);
  if (columns.length === 0) return null;
  return { serviceId: row.service_id, key: `${row.source}/${row.external_id}`, columns, values };
}

/**
 * Copies the columns from the document. Wrong totals become unknown, so that they are recomputed. Without its summary, a
 * document is read in full by lists.
 */
export async function repairDerived(scope: TenantScope, { serviceId, columns, values }: DocumentFault): Promise<void> {
  const unknown = columns
    .filter((column) => column === 'totals' || column === 'summary')
    .map((column) => Prisma.raw(`${column} = NULL`));
  // Skipped if the document was written after it was read.
  const isSame = Prisma.sql`service_id = ${serviceId}::uuid AND version = ${values.version}::int`;
  await scope.reports.rows(Prisma.sql`
    UPDATE transactions SET ${Prisma.join([
      Prisma.sql`tax_date = ${values.taxDate}::date`,
      Prisma.sql`reported_on = ${values.reportedOn}::date`,
      Prisma.sql`country = ${values.country}::text`,
      Prisma.sql`state = ${values.state}::text`,
      Prisma.sql`currency = ${values.currency}::text`,
      Prisma.sql`customer_type = ${values.customerType}::"CustomerType"`,
      Prisma.sql`created_from = ${values.createdFrom}::text`,
      Prisma.sql`final_transaction_amount = ${values.finalTransactionAmount}::numeric`,
      Prisma.sql`tax_amount = ${values.taxAmount}::numeric`,
      Prisma.sql`external_created_at = ${values.externalCreatedAt}::timestamptz`,
      Prisma.sql`external_updated_at = ${values.externalUpdatedAt}::timestamptz`,
      Prisma.sql`subsidiary = ${values.subsidiary}::text`,
      Prisma.sql`is_overridden = ${values.isOverridden}::boolean`,
      ...unknown,
    ])}
    ${where(scope, [isSame])} RETURNING service_id`);
}
