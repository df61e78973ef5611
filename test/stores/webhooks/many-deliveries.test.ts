import { afterAll, beforeAll, expect, it } from 'vitest';
import { newServiceId } from '../../../src/domain/base/service-id.ts';
import type { WebhookOutbox } from '../../../src/ports/stores/webhook-outbox.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { aTenant, openOwnStore, type TestStore } from '../../support/stores.ts';

const noon = new Date('2026-07-01T12:00:00Z');
const soon = new Date('2026-07-01T12:01:00Z');
const queued = 8_000;

let store: TestStore;
let tenantId: string;
let endpointId: string;
beforeAll(async () => {
  store = await openOwnStore();
  ({ tenantId } = await aTenant(store.stores));
  endpointId = newServiceId();
  const endpoint = {
    serviceId: endpointId,
    url: 'https://shop.example.com/hooks',
    eventTypes: ['*'],
    description: null,
    status: 'ACTIVE',
    disabledReason: null,
    previousSecretUntil: null,
    failingSince: null,
    internalTimestamps: { createdDate: noon, updatedDate: noon },
    version: 1,
  } as const;
  await store.stores.forTenant(tenantId).webhookEndpoints.insert(endpoint, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  // As an import leaves them: all at once, before the store has statistics of them.
  await store.database.prisma.$executeRaw`
    INSERT INTO webhook_deliveries (tenant_id, service_id, endpoint_id, event_id, event_type, occurred_at, subject, data,
      due_at, created_at, updated_at)
    SELECT ${tenantId}::uuid, gen_random_uuid(), ${endpointId}::uuid, gen_random_uuid(), 'transaction.created', ${noon},
      'TRANSACTION ' || i % ${queued / 2}::int, '{}', ${noon}, ${noon}, ${noon}
    FROM generate_series(1, ${queued}::int) AS i`;
});
afterAll(() => store.close());

type Plan = { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };

/** The pages that the statement of this work reads, as the database counts them. It does not take place. */
async function pagesRead(work: (outbox: WebhookOutbox) => Promise<unknown>): Promise<number> {
  const { database } = store;
  const sent: Prisma.Sql[] = [];
  const rows = async (statement: Prisma.Sql) => {
    sent.push(statement);
    return [];
  };
  await work(createStores({ ...database, statements: { rows } }).webhookOutbox);
  const [statement] = sent;
  const undone = new Error('undone');
  let plan: Plan | undefined;
  await database.prisma
    .$transaction(async (unit) => {
      const explained = await unit.$queryRaw<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
        Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement!}`,
      );
      plan = explained[0]!['QUERY PLAN'][0].Plan;
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return plan!['Shared Hit Blocks'] + plan!['Shared Read Blocks'];
}

it('a delivery among thousands is claimed and completed without a look at the others', async () => {
  const endpoint = { tenantId, endpointId, isFailing: false };
  expect(await pagesRead((outbox) => outbox.claim(endpoint, noon, soon))).toBeLessThan(300);
  const claimed = (await store.stores.webhookOutbox.claim(endpoint, noon, soon))!;
  const attempt = { attemptedAt: noon, statusCode: 200, durationMs: 5, failure: null };
  const outcome = { attempt, nextAttemptAt: null, disabledReason: null };
  expect(await pagesRead((outbox) => outbox.complete(claimed, outcome))).toBeLessThan(300);
});
