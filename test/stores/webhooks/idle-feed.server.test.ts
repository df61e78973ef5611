import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newServiceId } from '../../../src/domain/base/service-id.ts';
import type { WebhookEndpoint } from '../../../src/domain/webhooks/webhook-endpoint.ts';
import { testEvent } from '../../../src/domain/webhooks/webhook-event.ts';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { aTenant, createServerDatabase } from '../../support/stores.ts';

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await createServerDatabase(process.env.TEST_DATABASE_URL!));
});
afterAll(() => drop());

it('keeps the feed for an endpoint that is activated while the last other one is disabled', async () => {
  const database = await openDatabase({ kind: 'server', url, poolSize: 5, preparesStatements: true });
  await migrate(database);
  const stores = createStores(database);
  const { tenantId } = await aTenant(stores);
  const { webhookEndpoints, webhookDeliveries } = stores.forTenant(tenantId);
  const at = new Date();
  const anEndpoint = (status: WebhookEndpoint['status']): WebhookEndpoint => ({
    ...{ serviceId: newServiceId(), url: 'https://shop.example.com/hooks', eventTypes: ['*'], description: null },
    ...{ status, disabledReason: null, previousSecretUntil: null, failingSince: null, version: 1 },
    internalTimestamps: { createdDate: at, updatedDate: at },
  });
  const [last, next] = [anEndpoint('ACTIVE'), anEndpoint('DISABLED')];
  for (const one of [next, last]) await webhookEndpoints.insert(one, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  await webhookDeliveries.add(testEvent(newServiceId(), last.serviceId, at), last.serviceId, at);
  const due = { tenantId, endpointId: last.serviceId, isFailing: false };
  const claimed = (await stores.webhookOutbox.claim(due, at, new Date(at.getTime() + 60_000)))!;

  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('BEGIN');
  await other.query('SELECT FROM tenants WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
  await other.query("UPDATE webhook_endpoints SET status = 'ACTIVE' WHERE service_id = $1", [next.serviceId]);
  await other.query('UPDATE webhook_feeds SET nexus_due_at = nexus_due_at WHERE tenant_id = $1', [tenantId]);
  const attempt = { attemptedAt: at, statusCode: 410, durationMs: 5, failure: 'Gone' };
  const outcome = { attempt, nextAttemptAt: null, disabledReason: 'The endpoint is gone.' };
  const disabled = stores.webhookOutbox.complete(claimed, outcome);
  const blocked =
    'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = $1';
  await expect.poll(async () => (await other.query(blocked, ['Lock'])).rows[0].count).toBe(1);
  await other.query('COMMIT');
  await disabled;

  expect((await webhookEndpoints.find(last.serviceId))?.status).toBe('DISABLED');
  expect((await other.query('SELECT FROM webhook_feeds WHERE tenant_id = $1', [tenantId])).rowCount).toBe(1);
  await other.end();
  await database.close();
});
