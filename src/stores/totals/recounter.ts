import { randomBytes } from 'node:crypto';
import { formatCount } from '../../domain/base/words.ts';
import { type BackgroundWork, createBackgroundWork } from '../background/background-work.ts';
import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { createTenantScope, type TenantScope, where } from '../sql/tenant-scope.ts';
import { tenantsIn } from '../sql/tenants-in.ts';
import { feedFaults } from '../webhooks/feed-position.ts';
import { recountDocuments } from './recount-documents.ts';
import { recountSums } from './recount-sums.ts';

const everyMs = 60_000;
const documentsPerRound = 20;

export type RecountCounts = { right: number; wrong: number };

type Recounting = {
  /** Called with the tenant if its totals differ from its documents. */
  onDifference(found: { readonly tenantId: string; readonly faults: readonly string[] }): void;
  onError(error: unknown): void;
};

/**
 * Continuously recounts a random sample: some documents of one tenant, all sums of one of their reporting days, and the
 * position of its webhooks. `totals verify` recounts everything.
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
  const { faults, reportedOn } = await recountDocuments(scope, await anywhere(scope), documentsPerRound);
  const ofSums = reportedOn === null ? [] : await recountSums(scope, { from: reportedOn, to: reportedOn });
  return [
    ...faults.map(({ key, columns }) => `${key}: ${columns.join(', ')}`),
    ...ofSums.map(({ of, count }) => `${reportedOn}: ${formatCount(count, `sum of ${of}`, `sums of ${of}`)}`),
    ...(await feedFaults(scope)),
  ];
}

/**
 * A random id with at least one document after it. Ids begin with the time, so most possible ids come after all
 * documents.
 */
async function anywhere(scope: TenantScope): Promise<string | null> {
  const first = (order: Prisma.Sql) => Prisma.sql`
    (SELECT service_id FROM transactions ${where(scope, [])} ORDER BY service_id ${order} LIMIT 1)`;
  const [range] = await scope.reports.rows<{ lowest: string | null; highest: string | null }>(Prisma.sql`
    SELECT ${first(Prisma.sql`ASC`)} AS lowest, ${first(Prisma.sql`DESC`)} AS highest`);
  if (!range?.lowest || !range.highest) return null;
  const [lowest, highest] = [range.lowest, range.highest].map((id) => BigInt(`0x${id.replaceAll('-', '')}`));
  const random = BigInt(`0x${randomBytes(16).toString('hex')}`);
  const digits = (lowest! - 1n + (random % (highest! - lowest! + 1n))).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
