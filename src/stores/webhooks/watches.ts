import type { OnceDelivery, Watch } from '../../ports/stores/webhook-outbox.ts';
import { Prisma } from '../generated/client.ts';
import { besideTenant, type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork, type Rows } from '../sql/unit-of-work.ts';
import { timeOf } from '../sql/values.ts';
import { addDeliveries } from './delivery-row.ts';

const columnOf: Readonly<Record<Watch, Prisma.Sql>> = {
  NEXUS: Prisma.sql`nexus_due_at`,
  EXPIRING: Prisma.sql`expiring_due_at`,
  RATES: Prisma.sql`rates_due_at`,
};

export async function beginWatch(
  scope: TenantScope,
  watch: Watch,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const column = columnOf[watch];
  const rows = await scope.statements.rows(Prisma.sql`
    UPDATE webhook_feeds SET ${column} = ${timeOf(until)}
    ${where(scope, [Prisma.sql`${column} <= ${timeOf(now)}`])} RETURNING tenant_id`);
  return rows.length === 1;
}

/** If a change has made the watch due earlier in the meantime, that time is kept. */
export async function endWatch(
  scope: TenantScope,
  watch: Watch,
  { begunUntil, next }: { readonly begunUntil: Date; readonly next: Date },
): Promise<void> {
  const column = columnOf[watch];
  await scope.statements.rows(Prisma.sql`
    UPDATE webhook_feeds SET ${column} = ${timeOf(next)}
    ${where(scope, [Prisma.sql`${column} = ${timeOf(begunUntil)}`])} RETURNING tenant_id`);
}

export async function noteOnce(scope: TenantScope, deliveries: readonly OnceDelivery[], at: Date): Promise<void> {
  if (deliveries.length === 0) return;
  await inUnitOfWork(scope, async (rows) => {
    await insertOnce(rows, scope, { deliveries, at });
    return true;
  });
}

type Once = { readonly deliveries: readonly OnceDelivery[]; readonly at: Date };

/** Adds the deliveries whose keys do not exist yet. */
export async function insertOnce(rows: Rows, scope: TenantScope, { deliveries, at }: Once): Promise<void> {
  const keys = [...new Set(deliveries.map(({ key }) => key))].sort();
  const noted = await rows<{ key: string }>(Prisma.sql`
    INSERT INTO webhook_notices (tenant_id, key, created_at) SELECT tenants.tenant_id, sent.key, ${timeOf(at)}
    ${besideTenant(scope, Prisma.sql`unnest(${keys}::text[]) AS sent (key)`)}
    ON CONFLICT DO NOTHING RETURNING webhook_notices.key`);
  const isNoted = new Set(noted.map(({ key }) => key));
  const first = deliveries.filter(({ key }) => isNoted.has(key));
  await addDeliveries(rows, scope, { deliveries: first, at });
}
