import { isDeepStrictEqual } from 'node:util';
import { decimal } from '../../tax/numbers/decimal.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { summaryColumn } from '../transactions/summary-column.ts';
import { inCurrentForm, totalsColumn } from '../transactions/totals-column.ts';
import { type StoredRow, storedColumns, toStored, toValues } from '../transactions/transaction-row.ts';

type DerivedRow = StoredRow & {
  totals: object | null;
  summary: unknown[] | null;
  tax_date: string;
  reported_on: string | null;
  country: string;
  state: string;
  currency: string;
  customer_type: string;
  subsidiary: string | null;
  is_overridden: boolean;
  final_transaction_amount: string;
  tax_amount: string;
};

/** What is kept of a document beside it, and differs from what the document says. */
type DocumentFault = {
  readonly serviceId: string;
  readonly key: string;
  readonly columns: readonly string[];
};

type Part = {
  readonly checked: number;
  /** Documents whose totals are not known at the moment. */
  readonly unknown: number;
  readonly faults: readonly DocumentFault[];
  /** Where the next part begins; null after the last one. */
  readonly lastId: string | null;
  /** A day and place that the part reports in; null if none. */
  readonly reportedOn: string | null;
};

/** Works out again, for a part of the documents in the order of their ids, what lists and reports read instead of them. */
export async function recountDocuments(scope: TenantScope, afterId: string | null, limit: number): Promise<Part> {
  const isNext = afterId === null ? null : Prisma.sql`service_id > ${afterId}::uuid`;
  const rows = await scope.reports.rows<DerivedRow>(Prisma.sql`
    SELECT ${storedColumns}, totals, summary, tax_date, reported_on, country, state, currency, customer_type, subsidiary,
      is_overridden, final_transaction_amount::text, tax_amount::text
    FROM transactions ${where(scope, [isNext])} ORDER BY service_id LIMIT ${limit}`);
  const faults = rows.map(faultOf).filter((fault) => fault !== null);
  return {
    checked: rows.length,
    unknown: rows.filter(({ totals }) => totals === null).length,
    faults,
    lastId: rows.length < limit ? null : rows.at(-1)!.service_id,
    reportedOn: rows.map(({ reported_on, tax_date }) => reported_on ?? tax_date)[0] ?? null,
  };
}

function faultOf(row: DerivedRow): DocumentFault | null {
  const { totals, summary } = row;
  // Reading a record adds columns to the parsed document, so what is compared is taken first.
  const kept = { ...row };
  const stored = toStored(row);
  const values = toValues(stored);
  const isAmount = (one: string, other: string) => decimal(one).eq(decimal(other));
  const columns = [
    totals !== null && !isDeepStrictEqual(inCurrentForm(totals), JSON.parse(totalsColumn(stored))) && 'totals',
    summary !== null && !isDeepStrictEqual(summary, JSON.parse(summaryColumn(stored.transaction))) && 'summary',
    kept.tax_date !== values.taxDate && 'tax_date',
    kept.reported_on !== values.reportedOn && 'reported_on',
    kept.country !== values.country && 'country',
    kept.state !== values.state && 'state',
    kept.currency !== values.currency && 'currency',
    kept.customer_type !== values.customerType && 'customer_type',
    kept.subsidiary !== values.subsidiary && 'subsidiary',
    kept.is_overridden !== values.isOverridden && 'is_overridden',
    !isAmount(kept.final_transaction_amount, values.finalTransactionAmount) && 'final_transaction_amount',
    !isAmount(kept.tax_amount, values.taxAmount) && 'tax_amount',
  ].filter((column) => column !== false);
  if (columns.length === 0) return null;
  return { serviceId: row.service_id, key: `${row.source}/${row.external_id}`, columns };
}

/** Makes the columns unknown, so that they are worked out again; others cannot be repaired. */
export async function clearDerived(scope: TenantScope, { serviceId, columns }: DocumentFault): Promise<void> {
  const cleared = columns.filter((column) => column === 'totals' || column === 'summary');
  if (cleared.length === 0) return;
  const assignments = cleared.map((column) => Prisma.raw(`${column} = NULL`));
  await scope.reports.rows(Prisma.sql`
    UPDATE transactions SET ${Prisma.join(assignments)}
    ${where(scope, [Prisma.sql`service_id = ${serviceId}::uuid`])} RETURNING service_id`);
}
