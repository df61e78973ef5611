import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClaimedDelivery, DueEndpoint, WebhookOutbox } from '../../../src/ports/stores/webhook-outbox.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { createWebhookWorker } from '../../../src/usecases/webhooks/webhook-worker.ts';
import { reference } from '../../support/context.ts';

const secondMs = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Endpoint = { readonly tenantId: string; readonly answersAfterMs: number };
type Waiting = { readonly endpointId: string; readonly since: number };

/** A worker that delivers for these endpoints, without a store and without a network. */
function aWorker(endpoints: Readonly<Record<string, Endpoint>>) {
  const waiting: Waiting[] = [];
  const delivered: (Waiting & { readonly at: number })[] = [];
  const outbox: Partial<WebhookOutbox> = {
    listTenantsToRead: async () => [],
    listDue: async () =>
      [...new Set(waiting.map(({ endpointId }) => endpointId))].map(
        (endpointId): DueEndpoint => ({ endpointId, tenantId: endpoints[endpointId]!.tenantId, isFailing: false }),
      ),
    async claim({ endpointId, tenantId }) {
      const index = waiting.findIndex((one) => one.endpointId === endpointId);
      const [claimed] = index < 0 ? [] : waiting.splice(index, 1);
      if (!claimed) return null;
      const url = `https://example.com/${endpointId}/${claimed.since}`;
      return {
        tenantId,
        endpointId,
        url,
        data: {},
        secrets: [],
        occurredAt: new Date(0),
      } as unknown as ClaimedDelivery;
    },
    complete: async () => {},
    purge: async () => {},
  };
  const worker = createWebhookWorker({
    outbox: outbox as WebhookOutbox,
    stores: {} as Stores,
    bookFor: async () => reference,
    sender: {
      async send({ url }) {
        const [endpointId = '', since] = new URL(url).pathname.slice(1).split('/');
        await new Promise((resolve) => setTimeout(resolve, endpoints[endpointId]!.answersAfterMs));
        delivered.push({ endpointId, since: Number(since), at: Date.now() });
        return { kind: 'ANSWERED', statusCode: 200, retryAfterSeconds: null };
      },
    },
    now: () => new Date(),
    random: () => 0.5,
    onError(error) {
      throw error;
    },
  });
  return {
    delivered,
    send: (endpointId: string) => waiting.push({ endpointId, since: Date.now() }),
    /** Runs the worker as the gateway does, once a second. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        await worker.round(() => false);
        await vi.advanceTimersByTimeAsync(secondMs);
      }
    },
  };
}

const slow = (tenantId: string) =>
  Array.from(
    { length: 20 },
    (_, index) => [`${tenantId}-${index}`, { tenantId, answersAfterMs: 12 * secondMs }] as const,
  );

describe('an event of another tenant is delivered within five seconds', () => {
  it.each([
    ['a tenant', ['a']],
    ['six tenants', ['a', 'b', 'c', 'd', 'e', 'f']],
  ])('while %s has 20 endpoints that answer after twelve, with much to deliver', async (_, attackers) => {
    const endpoints = Object.fromEntries([
      ...attackers.flatMap(slow),
      ['shop', { tenantId: 'shop', answersAfterMs: 50 }] as const,
    ]);
    const worker = aWorker(endpoints);
    worker.send('shop'); // It has answered before.
    await worker.pass(2);
    for (const [endpointId] of attackers.flatMap(slow))
      for (let event = 0; event < 200; event++) worker.send(endpointId);
    for (let minute = 0; minute < 3; minute++) {
      await worker.pass(30);
      worker.send('shop');
    }
    await worker.pass(30);
    const times = worker.delivered.filter(({ endpointId }) => endpointId === 'shop').map(({ since, at }) => at - since);
    expect(times).toHaveLength(4);
    expect(Math.max(...times)).toBeLessThan(5 * secondMs);
    expect(worker.delivered.length, 'the slow ones go on').toBeGreaterThan(50);
  });
});

it('a fast endpoint has several lanes, and a single one once it becomes slow', async () => {
  const endpoints = { one: { tenantId: 'a', answersAfterMs: 100 } };
  const worker = aWorker(endpoints);
  worker.send('one');
  await worker.pass(1);
  for (let event = 0; event < 400; event++) worker.send('one');
  await worker.pass(4);
  expect(worker.delivered.length).toBeGreaterThan(100);
  endpoints.one.answersAfterMs = 5 * secondMs;
  await worker.pass(10);
  const before = worker.delivered.length;
  await worker.pass(20);
  expect(worker.delivered.length - before).toBeLessThanOrEqual(5);
});

it('an endpoint with much to deliver gets 300 events a second while no other waits, even if each answer takes 200 ms', async () => {
  const worker = aWorker({ one: { tenantId: 'a', answersAfterMs: 200 } });
  for (let event = 0; event < 4_500; event++) worker.send('one');
  await worker.pass(8);
  const before = worker.delivered.length;
  await worker.pass(6);
  expect(worker.delivered.length - before).toBeGreaterThan(6 * 300);
});

it('an endpoint with much to deliver gives lanes to another of its tenant', async () => {
  const worker = aWorker({
    one: { tenantId: 'a', answersAfterMs: 800 },
    other: { tenantId: 'a', answersAfterMs: 800 },
  });
  for (let event = 0; event < 4_000; event++) worker.send('one');
  await worker.pass(10);
  for (let event = 0; event < 4_000; event++) worker.send('other');
  await worker.pass(15);
  const before = worker.delivered.length;
  await worker.pass(10);
  const made = worker.delivered.slice(before);
  const others = made.filter(({ endpointId }) => endpointId === 'other').length;
  expect(others / made.length).toBeGreaterThan(0.3);
});
