import { randomUUID } from 'node:crypto';
import { type BackgroundWork, createBackgroundWork } from '../database/background-work.ts';
import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { createTenantScope } from '../sql/tenant-scope.ts';
import { tenantsIn } from '../sql/tenants-in.ts';
import { recountDocuments } from './recount-documents.ts';
import { recountSums } from './recount-sums.ts';

const everyMs = 60_000;
const documentsPerRound = 20;

export type RecountCounts = { right: number; wrong: number };

type Recounting = {
  /** What was found, with the tenant. */
  onDifference(found: { readonly tenantId: string; readonly faults: readonly string[] }): void;
  onError(error: unknown): void;
};

/**
 * Recounts a random sample all the time: some documents of one tenant, and all sums of a day on which they report. `totals verify`
 * recounts everything.
 */
export function createRecounter(
  database: Database,
  { onDifference, onError }: Recounting,
): BackgroundWork & { readonly counts: Readonly<RecountCounts> } {
  const counts: RecountCounts = { right: 0, wrong: 0 };
  const work = createBackgroundWork({
    everyMs,
    onError,
    async run() {
      const tenants = await tenantsIn(database, Prisma.sql`transactions`);
      const tenantId = tenants[Math.floor(Math.random() * tenants.length)];
      if (tenantId === undefined) return;
      const faults = await recountSample(database, tenantId);
      counts[faults.length === 0 ? 'right' : 'wrong'] += 1;
      if (faults.length > 0) onDifference({ tenantId, faults });
    },
  });
  return { ...work, counts };
}

export async function recountSample(database: Database, tenantId: string): Promise<string[]> {
  const scope = createTenantScope(database, tenantId);
  const { faults, reportedOn } = await recountDocuments(scope, randomUUID(), documentsPerRound);
  const ofSums = reportedOn === null ? [] : await recountSums(scope, { from: reportedOn, to: reportedOn });
  return [
    ...faults.map(({ key, columns }) => `${key}: ${columns.join(', ')}`),
    ...ofSums.map(({ of, count }) => `${reportedOn}: ${count} sums of ${of}`),
  ];
}
