import { oldestRefusal } from '../../domain/refusals/refusal.ts';
import { type BackgroundWork, createBackgroundWork } from '../background/background-work.ts';
import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { createTenantScope } from '../sql/tenant-scope.ts';
import { forEachTenant, tenantsIn } from '../sql/tenants-in.ts';
import { createRefusalStore } from './refusals.ts';

const everyMs = 600_000;

type Purge = { now(): Date; onError(error: unknown): void };

/** Removes old and excess refusals of all tenants in the background, on every replica. */
export function createRefusalPurge(database: Database, { now, onError }: Purge): BackgroundWork {
  return createBackgroundWork({ everyMs, onError, run: (isStopped) => purgeRefusals(database, now(), isStopped) });
}

export async function purgeRefusals(database: Database, now: Date, isStopped: () => boolean): Promise<void> {
  const tenants = await tenantsIn(database, Prisma.sql`refusals`);
  await forEachTenant(tenants, isStopped, (tenantId) =>
    createRefusalStore(createTenantScope(database, tenantId)).purge(oldestRefusal(now)),
  );
}
