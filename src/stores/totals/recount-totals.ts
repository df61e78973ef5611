import { lastDayOf } from '../../domain/base/calendar.ts';
import { formatCount } from '../../domain/base/words.ts';
import type { TotalsCheck } from '../../ports/stores/totals-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { allFeedFaults, repairFeed } from '../webhooks/feed-position.ts';
import { backFill } from './back-fill.ts';
import { recountAlike, repairAlike } from './document-counts.ts';
import { recountDocuments, repairDerived } from './recount-documents.ts';
import { monthsOfSums, recountSums, repairSums, type SumFault } from './recount-sums.ts';

const documentsPerPart = 200;
const mostNamed = 100;

/** Recounts the data derived from the documents of a tenant, in parts, and repairs it if requested. */
export async function recountTotals(scope: TenantScope, isRepair: boolean): Promise<TotalsCheck> {
  const faults: string[] = [];
  let [documents, unknown, faultCount] = [0, 0, 0];
  const note = (fault: string) => {
    faultCount += 1;
    if (faults.length < mostNamed) faults.push(fault);
  };

  let afterId: string | null = null;
  do {
    const part = await recountDocuments(scope, afterId, documentsPerPart);
    documents += part.checked;
    unknown += part.unknown;
    for (const fault of part.faults) {
      note(`Document ${fault.key}: ${fault.columns.join(', ')} differ from the document.`);
      if (isRepair) await repairDerived(scope, fault);
    }
    afterId = part.lastId;
  } while (afterId !== null);
  if (isRepair) while ((await backFill(scope)) > 0);

  for (const month of await monthsOfSums(scope)) {
    const period = { from: month, to: lastDayOf(month.slice(0, 7)) };
    const found = await recountSums(scope, period);
    for (const fault of found) note(`${month.slice(0, 7)}: ${textOf(fault)}`);
    if (isRepair && found.length > 0) await repairSums(scope, period);
  }
  const miscounted = await recountAlike(scope);
  if (miscounted > 0) {
    note(
      `${formatCount(miscounted, 'document count shown in lists differs', 'document counts shown in lists differ')} from the documents.`,
    );
    if (isRepair) await repairAlike(scope);
  }
  const overRefunded = await refundedTooMuch(scope);
  for (const fault of overRefunded.faults) note(fault);
  faultCount += overRefunded.count - overRefunded.faults.length;
  const ofFeed = await allFeedFaults(scope);
  for (const fault of ofFeed) note(fault);
  if (isRepair && ofFeed.length > 0) await repairFeed(scope);
  return { documents, unknown, faultCount, faults };
}

function textOf({ of, count, grossAmount, taxAmount }: SumFault): string {
  const which = of === 'sales' ? 'of sales' : 'by jurisdiction';
  const differ = formatCount(count, `sum ${which} differs`, `sums ${which} differ`);
  return `${differ} from the documents, which have ${grossAmount} more in sales and ${taxAmount} more in tax.`;
}

/** Counts the invoices whose refunds together exceed the invoice amount, and describes the first ones. */
async function refundedTooMuch(scope: TenantScope): Promise<{ count: number; faults: string[] }> {
  const rows = await scope.reports.rows<{ key: string; refunded: string; invoiced: string; count: number }>(Prisma.sql`
    WITH refunds AS (
      SELECT source, created_from, sum(final_transaction_amount) AS refunded FROM transactions
      ${where(scope, [
        Prisma.sql`transaction_type = 'REFUND' AND transaction_status <> 'CANCELLED' AND created_from IS NOT NULL`,
      ])} GROUP BY source, created_from
    )
    SELECT transactions.source || '/' || external_id AS key, trim_scale(refunded)::text AS refunded,
      trim_scale(final_transaction_amount)::text AS invoiced, count(*) OVER ()::int AS count
    FROM transactions JOIN refunds ON refunds.source = transactions.source AND refunds.created_from = external_id
    ${where(scope, [Prisma.sql`transaction_type = 'INVOICE' AND refunded > final_transaction_amount`])}
    ORDER BY key LIMIT ${mostNamed}`);
  return {
    count: rows[0]?.count ?? 0,
    faults: rows.map(({ key, refunded, invoiced }) => `Invoice ${key} of ${invoiced} has refunds of ${refunded}.`),
  };
}
