import { setTimeout as wait } from 'node:timers/promises';
import type { TransactionChange } from '../../domain/transactions/transaction-change.ts';
import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { isOfImport } from '../sql/importing.ts';

/** How far a reader has read: everything committed before the statement that returned it (`pg_snapshot`). */
export type CommitHorizon = string;

export async function currentHorizon(prisma: PrismaDatabase): Promise<CommitHorizon> {
  const [row] = await prisma.$queryRaw<[{ horizon: string }]>`SELECT pg_current_snapshot()::text AS horizon`;
  return row.horizon;
}

export type TenantChange = { readonly tenantId: string; readonly change: TransactionChange };

/** Exactly what was committed since `seen`, however long each unit of work took. */
export async function readChanges(
  prisma: PrismaDatabase,
  tenantIds: readonly string[],
  seen: CommitHorizon,
): Promise<{ readonly changes: readonly TenantChange[]; readonly horizon: CommitHorizon }> {
  const [row] = await prisma.$queryRaw<[{ horizon: string; changes: string }]>`
    SELECT pg_current_snapshot()::text AS horizon, (
      SELECT coalesce(json_agg(json_build_object('tenantId', tenant_id, 'change', json_build_object(
        'kind', kind, 'serviceId', service_id, 'version', version, 'customerId', customer_id, 'source', source,
        'transactionType', transaction_type, 'country', country, 'state', state)) ORDER BY at, version), '[]')::text
      FROM transaction_changes
      WHERE tenant_id = ANY(${tenantIds}::uuid[]) AND xid >= pg_snapshot_xmin(${seen}::pg_snapshot)::text::bigint
        AND NOT pg_visible_in_snapshot(xid::text::xid8, ${seen}::pg_snapshot)
    ) AS changes`;
  return { horizon: row.horizon, changes: JSON.parse(row.changes) };
}

/** Once this is committed, changes of these tenants are recorded for so many seconds. Call again to extend. */
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

const pollEveryMs = 10;

/**
 * Waits for statements that are already writing documents, since they may have started before the tenant was watched.
 * False if they took too long.
 */
export async function writersDone(prisma: PrismaDatabase, limitMs: number): Promise<boolean> {
  const limit = performance.now() + limitMs;
  let awaited = new Set(await writers(prisma));
  while (awaited.size > 0) {
    if (performance.now() > limit) return false;
    await wait(pollEveryMs);
    awaited = new Set((await writers(prisma)).filter((name) => awaited.has(name)));
  }
  return true;
}

async function writers(prisma: PrismaDatabase): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ name: string }[]>(Prisma.sql`
    SELECT virtualtransaction AS name FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'transactions'::regclass AND mode = 'RowExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()
      AND NOT ${isOfImport}`);
  return rows.map(({ name }) => name);
}
