import { setImmediate as nextTurn } from 'node:timers/promises';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { totalsColumn, totalsForm } from '../transactions/totals-column.ts';
import { selectPart } from '../transactions/transaction-pages.ts';
import { type StoredRow, storedColumns, toStored } from '../transactions/transaction-row.ts';

const documentsPerPart = 50;

/**
 * Computes the totals of a batch of documents whose totals are unknown because a replica of another release or an
 * operator wrote the documents, or because of a migration. If a document changes in the meantime, that write sets its
 * totals. Returns the number of documents read; zero when all are done.
 */
export async function backFill(scope: TenantScope): Promise<number> {
  const { reports } = scope;
  const isMissing = Prisma.sql`transactions.totals IS NULL`;
  const order = Prisma.sql`ORDER BY service_id`;
  const whole = Prisma.sql`SELECT * FROM transactions ${where(scope, [isMissing])} ${order} LIMIT ${documentsPerPart}`;
  const rows = await reports.rows<StoredRow>(selectPart(storedColumns, whole, order));
  if (rows.length === 0) return 0;
  const found: object[] = [];
  for (const row of rows) {
    await nextTurn(); // A document can have a thousand items.
    const totals: unknown = JSON.parse(totalsColumn(toStored(row)));
    found.push({ service_id: row.service_id, version: row.version, totals });
  }
  await reports.rows(Prisma.sql`
    UPDATE transactions SET totals = found.totals, totals_form = ${totalsForm}::smallint
    FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS found (service_id uuid, version int, totals jsonb)
    ${where(scope, [
      isMissing,
      Prisma.sql`transactions.service_id = found.service_id AND transactions.version = found.version`,
    ])}`);
  return rows.length;
}

export async function countUnknown(scope: TenantScope): Promise<number> {
  const [row] = await scope.reports.rows<{ count: number }>(Prisma.sql`
    SELECT count(*)::int AS count FROM transactions ${where(scope, [Prisma.sql`totals IS NULL`])}`);
  return row?.count ?? 0;
}
