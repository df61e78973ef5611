import { type BackgroundWork, createBackgroundWork } from '../background/background-work.ts';
import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { createTenantScope } from '../sql/tenant-scope.ts';
import { forEachTenant, tenantsIn } from '../sql/tenants-in.ts';
import { sealChanges } from './seal-changes.ts';
import { lowestXid } from './sealed-changes.ts';

const everyMs = 60_000;

type Sealing = { now(): Date; onError(error: unknown): void };

/** Seals the new changes of all tenants about once a minute. Every replica tries; the first one succeeds. */
export function createChangeSealer(database: Database, { now, onError }: Sealing): BackgroundWork {
  return createBackgroundWork({
    everyMs,
    onError,
    async run(isStopped) {
      await forEachTenant(await tenantsWithNewChanges(database), isStopped, async (tenantId) => {
        await sealChanges(createTenantScope(database, tenantId), now());
      });
    },
  });
}

/** Two index lookups per tenant, regardless of its number of changes. */
function tenantsWithNewChanges(database: Database): Promise<string[]> {
  return tenantsIn(
    database,
    Prisma.sql`changes`,
    (isAsked) => Prisma.sql`xid >= coalesce((
      SELECT max(below_xid) FROM change_seals WHERE change_seals.tenant_id = tenants.tenant_id
        AND ${isAsked(Prisma.sql`change_seals.tenant_id`)}), ${lowestXid}::bigint)`,
  );
}
