import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { createTenantScope } from '../sql/tenant-scope.ts';
import { sealChanges } from './seal-changes.ts';

export type ChangeSealer = { start(): void; stop(): Promise<void> };

const everyMs = 60_000;

/** Seals the new changes of all tenants about every minute, on every replica: the first one to do so wins. */
export function createChangeSealer(
  database: Database,
  { now, onError }: { now(): Date; onError(error: unknown): void },
): ChangeSealer {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  async function sealAll(): Promise<void> {
    for (const tenantId of await tenantsWithNewChanges(database)) {
      if (isStopped) return;
      await sealChanges(createTenantScope(database, tenantId), now());
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = sealAll()
        .catch(onError)
        .finally(() => {
          if (!isStopped) schedule();
        });
    }, everyMs).unref();
  }

  return {
    start: schedule,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Two steps of an index for each tenant, however many changes it has. */
async function tenantsWithNewChanges({ reports }: Database): Promise<string[]> {
  const rows = await reports.rows<{ tenant_id: string }>(Prisma.sql`
    SELECT tenant_id FROM tenants WHERE EXISTS (
      SELECT 1 FROM changes WHERE changes.tenant_id = tenants.tenant_id AND xid >= coalesce((
        SELECT max(below_xid) FROM change_seals WHERE change_seals.tenant_id = tenants.tenant_id), 0))`);
  return rows.map(({ tenant_id }) => tenant_id);
}
