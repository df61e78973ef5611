import { setTimeout as wait } from 'node:timers/promises';
import type { TransactionChange } from '../../domain/transactions/transaction-change.ts';
import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';

/** What a reader has seen: all that was committed when the statement that told it began. */
export type Snapshot = string;

export async function currentSnapshot(prisma: PrismaDatabase): Promise<Snapshot> {
  const [row] = await prisma.$queryRaw<[{ snapshot: string }]>`SELECT pg_current_snapshot()::text AS snapshot`;
  return row.snapshot;
}

export type TenantChange = { readonly tenantId: string; readonly change: TransactionChange };

/** What was committed since `seen`: neither more nor less, however long a unit of work took. */
export async function readChanges(
  prisma: PrismaDatabase,
  tenantIds: readonly string[],
  seen: Snapshot,
): Promise<{ readonly changes: readonly TenantChange[]; readonly snapshot: Snapshot }> {
  const [row] = await prisma.$queryRaw<[{ snapshot: string; changes: string }]>`
    SELECT pg_current_snapshot()::text AS snapshot, (
      SELECT coalesce(json_agg(json_build_object('tenantId', tenant_id, 'change', json_build_object(
        'kind', kind, 'serviceId', service_id, 'version', version, 'customerId', customer_id, 'source', source,
        'transactionType', transaction_type, 'country', country, 'state', state)) ORDER BY at, version), '[]')::text
      FROM transaction_changes
      WHERE tenant_id = ANY(${tenantIds}::uuid[]) AND xid >= pg_snapshot_xmin(${seen}::pg_snapshot)::text::bigint
        AND NOT pg_visible_in_snapshot(xid::text::xid8, ${seen}::pg_snapshot)
    ) AS changes`;
  return { snapshot: row.snapshot, changes: JSON.parse(row.changes) };
}

/** From when this is committed, changes of these tenants are noted; for so many seconds, unless it is done again. */
export async function watchTenants(
  prisma: PrismaDatabase,
  tenantIds: readonly string[],
  seconds: number,
): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO change_watches AS known (tenant_id, until)
    SELECT id, now() + make_interval(secs => ${seconds}::int) FROM unnest(${[...tenantIds].sort()}::uuid[]) AS id
    ON CONFLICT (tenant_id) DO UPDATE SET until = greatest(known.until, excluded.until)`;
}

export async function forgetChanges(prisma: PrismaDatabase, olderThanSeconds: number): Promise<void> {
  await prisma.$executeRaw`
    DELETE FROM transaction_changes WHERE at < now() - make_interval(secs => ${olderThanSeconds}::int)`;
}

const betweenLooksMs = 10;

/**
 * Waits until the statements that were writing documents are done: they may have begun before the tenant was watched.
 * False when they took too long.
 */
export async function writersDone(prisma: PrismaDatabase, limitMs: number): Promise<boolean> {
  const limit = performance.now() + limitMs;
  let awaited = new Set(await writers(prisma));
  while (awaited.size > 0) {
    if (performance.now() > limit) return false;
    await wait(betweenLooksMs);
    awaited = new Set((await writers(prisma)).filter((name) => awaited.has(name)));
  }
  return true;
}

async function writers(prisma: PrismaDatabase): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ name: string }[]>(Prisma.sql`
    SELECT virtualtransaction AS name FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'transactions'::regclass AND mode = 'RowExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()`);
  return rows.map(({ name }) => name);
}
