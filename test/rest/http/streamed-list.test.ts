import { get } from 'node:http';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../../../src/http/http-server.ts';
import type { CustomerStore } from '../../../src/ports/stores/customer-store.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';
import { aCustomer } from '../../support/records.ts';
import { replacedStores } from '../../support/replaced-stores.ts';

const length = 450;
const at = new Date('2026-07-01T12:00:00Z');

let app: TestApp;
const logged: string[] = [];
const log = pino(
  { level: 'error' },
  new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  }),
);
beforeAll(async () => {
  app = await startApp();
  // All have the same instant, so only their ids order them.
  const stored = Array.from({ length }, (_, index) =>
    aCustomer({ externalId: `before ${index}`, internalTimestamps: { createdDate: at, updatedDate: at } }),
  );
  for (const customer of stored) await app.records.customers.insert(customer);
});
afterAll(() => app.close());

const decoder = new TextDecoder();

async function openList(path: string) {
  const response = await app.send('GET', path);
  expect(response.status).toBe(200);
  return response.body!.getReader();
}

/** Reads a list to its end, with a callback before each part. */
async function readList(path: string, between: (part: number) => Promise<unknown>): Promise<string[]> {
  const reader = await openList(path);
  let text = '';
  for (let part = 0; ; part++) {
    await between(part);
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return (JSON.parse(text) as { externalId: string }[]).map(({ externalId }) => externalId);
}

const named = (externalId: string, more = {}) =>
  app.send('PUT', `/v1/customers/source/1/externalId/${encodeURIComponent(externalId)}`, {
    ...aCustomerBody({ externalId, source: '1' }),
    ...more,
  });

it('shows each earlier record exactly once, even if others are written in the meantime', async () => {
  const seen = await readList('/v1/customers', (part) =>
    Promise.all([
      // New documents at the head of the list, and changes to old ones ahead of the reader and behind it.
      ...[0, 1, 2].map((index) => named(`during ${part} ${index}`)),
      ...[part * 7, length - 1 - part].map((index) => named(`before ${index}`, { name: `Changed ${part}` })),
      // Also some with earlier dates that arrive late: they may be missed, but must not shift anything.
      app.records.customers.insert(
        aCustomer({
          externalId: `late ${part}`,
          internalTimestamps: { createdDate: new Date(at.getTime() - part), updatedDate: at },
        }),
      ),
    ]),
  );
  expect(new Set(seen).size).toBe(seen.length);
  const before = seen.filter((externalId) => externalId.startsWith('before '));
  expect(before).toHaveLength(length);
});

it('is also complete page by page while others write', async () => {
  const seen: string[] = [];
  let next: string | null = '/v1/customers?limit=37';
  for (let page = 0; next; page++) {
    await named(`between ${page}`);
    const response: Response = await app.send('GET', next);
    seen.push(...((await response.json()) as { externalId: string }[]).map(({ externalId }) => externalId));
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((externalId) => externalId.startsWith('before '))).toHaveLength(length);
});

it('does not block others while its reader is slow', async () => {
  const reader = await openList('/v1/customers');
  await reader.read();
  expect((await named('while it waits')).status).toBe(201);
  expect((await app.send('GET', '/v1/customers?limit=1')).status).toBe(200);
  await reader.cancel();
});

it('ends silently if its reader disconnects while the next part is read', async () => {
  const wrap = (stores: Stores): Stores => ({
    ...stores,
    forTenant(tenantId) {
      const records = stores.forTenant(tenantId);
      const list: CustomerStore['list'] = (...asked) => wait(50).then(() => records.customers.list(...asked));
      return replacedStores(records, { customers: { ...records.customers, list } });
    },
  });
  const slow = await startApp({ store: app.store, wrap, log });
  for (let index = 0; index < 201; index++) await slow.records.customers.insert(aCustomer());
  const headers = { Authorization: `Bearer ${await slow.token()}` };
  const server = await listen({ port: 0, host: '127.0.0.1', keepAliveTimeoutMs: 5_000 }, async () => slow.listener);
  await new Promise<void>((resolve, reject) => {
    const request = get(`${server.url}/v1/customers`, { headers }, (response) => {
      response.once('data', () => request.destroy());
      response.once('close', resolve);
      response.once('error', () => {});
    }).once('error', reject);
  });
  await wait(200);
  await server.stop(0);
  expect(logged).toEqual([]);
});
