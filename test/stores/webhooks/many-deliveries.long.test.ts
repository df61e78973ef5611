import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newServiceId } from '../../../src/domain/base/service-id.ts';
import type { WebhookOutbox } from '../../../src/ports/stores/webhook-outbox.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { aTenant, openOwnStore, type TestStore } from '../../support/stores.ts';

const noon = new Date('2026-07-01T12:00:00Z');
const soon = new Date('2026-07-01T12:01:00Z');

type Queue = { readonly tenantId: string; readonly endpointId: string };
type Filling = Queue & { readonly count: number; readonly status: 'PENDING' | 'DELIVERED' };

let store: TestStore;
beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

async function aQueue(): Promise<Queue> {
  const { tenantId } = await aTenant(store.stores);
  const endpointId = newServiceId();
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
  return { tenantId, endpointId };
}

const partSize = 2_000;

/** As an import leaves them: all at once. Each subject has two. */
async function fill({ tenantId, endpointId, count, status }: Filling): Promise<void> {
  // In parts, because on a busy machine the total could take longer than a statement may.
  for (let from = 1; from <= count; from += partSize) {
    const through = Math.min(count, from + partSize - 1);
    await store.database.prisma.$executeRaw`
      INSERT INTO webhook_deliveries (tenant_id, service_id, endpoint_id, event_id, event_type, occurred_at, subject, data,
        status, due_at, created_at, updated_at)
      SELECT ${tenantId}::uuid, gen_random_uuid(), ${endpointId}::uuid, gen_random_uuid(), 'transaction.created', ${noon},
        'TRANSACTION ' || i % ${count / 2}::int, '{}', ${status}::"WebhookDeliveryStatus", ${noon}, ${noon}, ${noon}
      FROM generate_series(${from}::int, ${through}::int) AS i`;
  }
}

type Plan = { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };

/** The pages that a statement reads, as counted by the database. It is not executed. */
async function pagesOf(statement: Prisma.Sql): Promise<number> {
  const undone = new Error('undone');
  let plan: Plan | undefined;
  await store.database.prisma
    .$transaction(async (unit) => {
      const explained = await unit.$queryRaw<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
        Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
      );
      plan = explained[0]!['QUERY PLAN'][0].Plan;
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return plan!['Shared Hit Blocks'] + plan!['Shared Read Blocks'];
}

/** The pages read by the only statement of this work. */
async function pagesRead(work: (outbox: WebhookOutbox) => Promise<unknown>): Promise<number> {
  const sent: Prisma.Sql[] = [];
  const rows = async (statement: Prisma.Sql) => {
    sent.push(statement);
    return [];
  };
  await work(createStores({ ...store.database, statements: { rows } }).webhookOutbox);
  expect(sent).toHaveLength(1);
  return pagesOf(sent[0]!);
}

/** Removes old deliveries, and returns the pages read by each removal. */
async function pagesOfRemovals(before: Date): Promise<number[]> {
  const { reports } = store.database;
  const pages: number[] = [];
  const counted: typeof reports = {
    async rows(statement, planning) {
      if (statement.text.includes('DELETE FROM webhook_deliveries')) pages.push(await pagesOf(statement));
      return reports.rows(statement, planning);
    },
  };
  await createStores({ ...store.database, reports: counted }).webhookOutbox.purge(before, () => false);
  return pages;
}

const statistics = [
  ['nobody', 0, 'PENDING'],
  ['another that waits', 200, 'PENDING'],
  ['another that was delivered', 20_000, 'DELIVERED'],
] as const;
/** The embedded store, which plans the same way, takes seconds for each. */
const isServer = process.env.TEST_DATABASE_URL !== undefined;

describe.each(isServer ? statistics : statistics.slice(0, 1))('if the statistics are of %s', (_, known, status) => {
  beforeAll(async () => {
    if (known > 0) await fill({ ...(await aQueue()), count: known, status });
    await store.database.prisma.$executeRaw`VACUUM (ANALYZE) webhook_deliveries`;
  });
  afterAll(() => store.database.prisma.$executeRaw`DELETE FROM webhook_deliveries`);

  it.each(isServer ? [12_000, 50_000] : [12_000])(
    'one of %i deliveries is found, claimed and completed without a look at the others',
    async (count) => {
      const queue = await aQueue();
      await fill({ ...queue, count, status: 'PENDING' });
      const endpoint = { ...queue, isFailing: false };
      expect(await pagesRead((outbox) => outbox.listDue(noon))).toBeLessThan(100);
      expect(await pagesRead((outbox) => outbox.claim(endpoint, noon, soon))).toBeLessThan(100);
      const claimed = (await store.stores.webhookOutbox.claim(endpoint, noon, soon))!;
      const attempt = { attemptedAt: noon, statusCode: 200, durationMs: 5, failure: null };
      const outcome = { attempt, nextAttemptAt: null, disabledReason: null };
      expect(await pagesRead((outbox) => outbox.complete(claimed, outcome))).toBeLessThan(100);
    },
  );
});

it('old deliveries are removed in batches, none of which reads a row twice', async () => {
  const kept = await aQueue();
  await fill({ ...kept, count: 200, status: 'PENDING' });
  await store.database.prisma.$executeRaw`VACUUM (ANALYZE) webhook_deliveries`;
  await fill({ ...(await aQueue()), count: 12_000, status: 'DELIVERED' });
  await store.database.prisma.$executeRaw`
    UPDATE webhook_deliveries SET created_at = ${soon} WHERE tenant_id = ${kept.tenantId}::uuid`;
  const pages = await pagesOfRemovals(soon);
  expect(pages).toHaveLength(12);
  // Each row once, and the entries of the removed ones in the indexes.
  for (const removal of pages) expect(removal).toBeLessThan(20_000);
  expect(await store.database.prisma.webhookDelivery.count()).toBe(200);
});
