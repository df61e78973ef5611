import { type BackgroundWork, createBackgroundWork } from '../background/background-work.ts';
import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { createTenantScope, type TenantScope, where } from '../sql/tenant-scope.ts';
import { forEachTenant, tenantsIn } from '../sql/tenants-in.ts';
import { backFill } from './back-fill.ts';
import { changesPerCount, foldCounts } from './document-counts.ts';
import { foldChanges } from './fold-changes.ts';

const everyMs = 5_000;

/**
 * Maintains the totals of all tenants in the background, on every replica: computes missing totals and labels, and
 * folds changes into sums and counts. Reports are exact without this work, but must read more rows.
 */
export function createTotalsKeeper(database: Database, onError: (error: unknown) => void): BackgroundWork {
  return createBackgroundWork({ everyMs, onError, run: (isStopped) => keepUp(database, isStopped) });
}

async function keepUp(database: Database, isStopped: () => boolean): Promise<void> {
  async function inParts(tenantId: string, part: typeof backFill, isDone: (done: number) => boolean): Promise<void> {
    const scope = createTenantScope(database, tenantId);
    while (!isStopped() && !isDone(await part(scope)));
  }

  const unknown = await tenantsIn(database, Prisma.sql`transactions`, () => Prisma.sql`totals IS NULL`);
  await forEachTenant(unknown, isStopped, (tenantId) => inParts(tenantId, backFill, (done) => done === 0));
  const unlabelled = await tenantsIn(database, Prisma.sql`transactions`, () => Prisma.sql`labels IS NULL`);
  await forEachTenant(unlabelled, isStopped, (tenantId) => inParts(tenantId, labelSome, (done) => done === 0));
  const changed = await tenantsIn(database, Prisma.sql`total_changes`);
  await forEachTenant(changed, isStopped, (tenantId) => inParts(tenantId, foldChanges, (done) => done === 0));
  const counted = await tenantsIn(database, Prisma.sql`document_count_changes`);
  await forEachTenant(counted, isStopped, (tenantId) =>
    inParts(tenantId, foldCounts, (done) => done < changesPerCount),
  );
}

const documentsPerPart = 50;

/** Labels a batch of documents from an earlier release and returns their number. */
export async function labelSome(scope: TenantScope): Promise<number> {
  const isMissing = Prisma.sql`labels IS NULL`;
  const rows = await scope.reports.rows(Prisma.sql`
    UPDATE transactions SET labels = document_labels(document) ${where(scope, [
      Prisma.sql`service_id = ANY(ARRAY(SELECT service_id FROM transactions ${where(scope, [isMissing])} ORDER BY service_id LIMIT ${documentsPerPart}))`,
    ])} RETURNING service_id`);
  return rows.length;
}
