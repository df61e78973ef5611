import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../src/domain/account/tenant.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { revokeClient } from '../../support/clients.ts';
import { aTenant } from '../../support/stores.ts';
import { ask, storeCustomer, storeInvoice } from '../ask.ts';
import { type EventStream, readEvents } from './event-stream.ts';

let app: TestApp;
/** Another replica: a separate app on the same store. */
let replica: TestApp;
let customer: { serviceId: string };
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ store: app.store });
  customer = await storeCustomer(app);
});
afterAll(() => app.close());

const wanted = `subscription ($filter: TransactionEventFilter) {
  transactionChanged(filter: $filter) {
    action version transactionType
    transaction { externalId version finalTransactionAmount transactionStatus customer { name } }
  }
}`;

type Asked = {
  readonly query?: string;
  readonly filter?: object;
  readonly first?: number;
  readonly from?: TestApp;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
};

const streams: EventStream[] = [];
async function subscribe({
  query = wanted,
  filter,
  first,
  from = app,
  token,
  headers,
}: Asked = {}): Promise<EventStream> {
  const held = token === undefined ? await app.token() : token;
  const response = await from.fetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      ...(held !== null && { Authorization: `Bearer ${held}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables: { filter, first } }),
  });
  const stream = readEvents(response);
  streams.push(stream);
  return stream;
}
afterAll(() => Promise.all(streams.map((stream) => stream.cancel())));

const cancel = (externalId: string) =>
  ask(
    app,
    `mutation ($id: String!) { cancelTransaction(input: { by: { key: { source: "9", externalId: $id } } }) { __typename } }`,
    {
      variables: { id: externalId },
    },
  );
const count = (stream: EventStream, events: number) =>
  expect.poll(() => stream.events.length, { timeout: 5_000 }).toBe(events);

describe('a subscription', () => {
  it('delivers stored, changed and cancelled records, on this replica and on others', async () => {
    const [here, there] = [await subscribe(), await subscribe({ from: replica })];
    expect(here.status).toBe(200);
    expect(here.headers.get('Content-Type')).toBe('text/event-stream');
    await storeInvoice(app, customer.serviceId, { externalId: 'live' });
    await count(here, 1);
    await storeInvoice(app, customer.serviceId, { externalId: 'live', transactionLevelDiscount: '10' });
    await count(here, 2);
    await cancel('live');
    await count(here, 3);
    await count(there, 3);
    const invoice = { externalId: 'live', customer: { name: 'Ada Lovelace' } };
    const told = [
      { action: 'CREATED', version: 1, transaction: { ...invoice, transactionStatus: 'ACTIVE' } },
      { action: 'UPDATED', version: 2, transaction: { ...invoice, transactionStatus: 'ACTIVE' } },
      { action: 'CANCELLED', version: 3, transaction: { ...invoice, transactionStatus: 'CANCELLED' } },
    ];
    expect(here.events).toMatchObject(
      told.map((transactionChanged) => ({
        event: 'next',
        data: { data: { transactionChanged }, extensions: { cost: { limit: 100_000 } } },
      })),
    );
    expect(there.events).toMatchObject(
      told.map(({ action, version }) => ({ data: { data: { transactionChanged: { action, version } } } })),
    );
    await here.cancel();
    await there.cancel();
  });

  it('skips what does not match its filter', async () => {
    const other = await storeCustomer(app, { externalId: 'other' });
    const all = await subscribe();
    const filters = [
      { customerId: customer.serviceId },
      { state: 'Minnesota' },
      { state: 'WI' },
      { country: 'US', source: '9', transactionType: 'INVOICE' },
      { transactionType: 'REFUND' },
      { serviceIds: ['0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e'] },
    ];
    const filtered = await Promise.all(filters.map((filter) => subscribe({ filter })));
    await storeInvoice(app, other.serviceId, { externalId: 'of another' });
    await count(all, 1);
    await wait(300);
    expect(filtered.map(({ events }) => events.length)).toEqual([0, 1, 0, 1, 0, 0]);
    await Promise.all([all, ...filtered].map((stream) => stream.cancel()));
  });

  it('rejects an unknown state instead of staying silent', async () => {
    const stream = await subscribe({ filter: { state: 'Minesota' } });
    await expect.poll(() => stream.isOver()).toBe(true);
    expect(stream.events[0]!.data.errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: ['filter', 'state'], code: 'UNKNOWN_VALUE' }],
    });
  });

  it('delivers nothing of another tenant', async () => {
    const tenant: Tenant = await aTenant(app.stores);
    const theirs = await subscribe({ token: await app.token(undefined, tenant) });
    const mine = await subscribe();
    await storeInvoice(app, customer.serviceId, { externalId: 'mine alone' });
    await count(mine, 1);
    await wait(300);
    expect(theirs.events).toEqual([]);
    await mine.cancel();
    await theirs.cancel();
  });
});

describe('without permission', () => {
  it('nothing is delivered', async () => {
    const without = await subscribe({ token: null });
    expect(without.status).toBe(401);
    await expect.poll(() => without.events[0]?.data.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    const wrong = await subscribe({ token: await app.token(['customers:read']) });
    await expect.poll(() => wrong.events[0]?.data.errors[0].extensions.code).toBe('FORBIDDEN');
    await expect.poll(() => wrong.isOver()).toBe(true);
  });

  it('a stream ends within seconds of its client’s revocation', async () => {
    const token = await app.token();
    const stream = await subscribe({ token });
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
    await revokeClient(app.stores, sub, new Date());
    await expect.poll(() => stream.isOver(), { timeout: 5_000 }).toBe(true);
    expect(stream.events.map(({ event }) => event)).toEqual(['next', 'complete']);
    expect(stream.events[0]!.data.errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED', requestId: expect.any(String) } },
    ]);
  });
});

it('a client may have ten streams open, and another one after it closes one', async () => {
  const token = await app.token();
  const open = await Promise.all(Array.from({ length: 10 }, () => subscribe({ token })));
  const refused = await subscribe({ token });
  expect(refused.status).toBe(429);
  await expect.poll(() => refused.events[0]?.data.errors[0].extensions.code).toBe('TOO_MANY_REQUESTS');
  await open[0]!.cancel();
  await expect
    .poll(async () => {
      const stream = await subscribe({ token });
      await stream.cancel();
      return stream.status;
    })
    .toBe(200);
  await Promise.all(open.map((stream) => stream.cancel()));
});

it('a subscription costs what its page sizes in variables say', async () => {
  const certificates = (selection: string) => `customer { exemptions(first: $first) { nodes { ${selection} } } }`;
  const query = `subscription ($first: Int) {
    transactionChanged { transaction { ${certificates(certificates(certificates('id')))} } }
  }`;
  const large = await subscribe({ query, first: 100 });
  await count(large, 2);
  const limit = { name: 'cost', allowed: 100_000, requested: 2_030_304 };
  expect(large.events).toMatchObject([{ data: { errors: [{ extensions: { limit } }] } }, { event: 'complete' }]);
  const small = await subscribe({ query, first: 1 });
  await storeInvoice(app, customer.serviceId, { externalId: 'counted' });
  await count(small, 1);
  expect(small.events).toMatchObject([{ data: { extensions: { cost: { requested: 12 } } } }]);
});

it('a client that does not accept streams gets an error and no stream', async () => {
  const token = await app.token();
  for (let tries = 0; tries < 12; tries++) {
    const Accept = tries % 2 === 0 ? 'application/json' : 'text/event-stream;q=0, application/json';
    const response = await app.fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept, Authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: wanted }),
    });
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] });
  }
});

it('a gateway that shuts down ends its streams, and opens no more', async () => {
  const leaving = await startApp({ store: app.store });
  const stream = await subscribe({ from: leaving });
  leaving.endStreams();
  await expect.poll(() => stream.isOver()).toBe(true);
  expect(stream.events).toMatchObject([
    { event: 'next', data: { errors: [{ extensions: { code: 'NOT_READY' } }] } },
    { event: 'complete' },
  ]);
  expect((await subscribe({ from: leaving })).status).toBe(503);
});
