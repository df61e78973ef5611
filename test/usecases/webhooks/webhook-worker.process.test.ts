import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebhookSender } from '../../../src/adapters/webhooks/sender.ts';
import type { WebhookOutbox } from '../../../src/ports/stores/webhook-outbox.ts';
import { createWebhookWorker, type WebhookWorker } from '../../../src/usecases/webhooks/webhook-worker.ts';
import { type AnsweringServer, startAnsweringServer } from '../../support/answering-server.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = Record<string, any>;

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;

let store: TestStore;
let app: TestApp;
let receiver: AnsweringServer;
let clock: number;
let endpoint: Body;

const now = () => new Date(clock);
const worker = (outbox: Partial<WebhookOutbox> = {}): WebhookWorker =>
  createWebhookWorker({
    outbox: { ...store.stores.webhookOutbox, ...outbox },
    stores: store.stores,
    bookFor: async () => reference,
    sender: createWebhookSender({ allowsPrivate: true }),
    now,
    random: () => 0.5,
    graceMs: 20,
    onError: (error) => {
      throw error;
    },
  });

let one: WebhookWorker;

/** Waits for units of work older than the writes, including those of other tests on a server. Each node numbers its own. */
async function writesEnded(): Promise<void> {
  const ended = async () => {
    await store.database.prisma.$queryRaw`SELECT pg_current_xact_id()::text FROM tenants`;
    const rows = await store.database.prisma.$queryRaw<{ is_over: boolean }[]>`
      SELECT change_horizon() > max(xid) AS is_over FROM changes GROUP BY tenant_id`;
    return rows.length > 0 && rows.every(({ is_over }) => is_over);
  };
  await expect.poll(ended, { timeout: 15_000 }).toBe(true);
}

/** Queues and delivers everything that is due now. */
async function work(...workers: WebhookWorker[]): Promise<void> {
  await writesEnded();
  for (let again = 0; again < 3; again++) {
    await Promise.all(workers.map((each) => each.round(() => false)));
    await Promise.all(workers.map((each) => each.settled()));
  }
}

const later = async (ms: number) => {
  clock += ms;
  await work(one);
};

beforeAll(async () => {
  store = await openOwnStore();
  app = await startApp({ store, now, webhookTargets: { allowsPrivate: true } });
});
afterAll(async () => {
  await app.close();
  await store.close();
});
beforeEach(async () => {
  clock = Date.parse('2026-07-01T12:00:00Z');
  receiver = await startAnsweringServer();
  one = worker();
  // Without rate.*, which reports changes wherever earlier tests sold.
  endpoint = await create(['transaction.*', 'customer.*', 'exemption.*', 'tax_return.*', 'nexus.*', 'rate_book.*']);
});
afterEach(async () => {
  await app.send('DELETE', `/v1/webhook_endpoints/serviceId/${endpoint.serviceId}`);
  await one.stop();
  await receiver.close();
});

async function create(eventTypes: string[]): Promise<Body> {
  return bodyOf<Body>(app.send('POST', '/v1/webhook_endpoints', { url: `${receiver.url}/hooks`, eventTypes }));
}
const byId = () => `/v1/webhook_endpoints/serviceId/${endpoint.serviceId}`;
let stored = 0;
const storeCustomer = async (more: Body = {}, externalId = `c-${stored++}`) => {
  const path = `/v1/customers/source/9/externalId/${externalId}`;
  const response = await app.send('PUT', path, aCustomerBody({ externalId, ...more }));
  expect(response.ok, 'a customer is stored').toBe(true);
  return bodyOf<Body>(response);
};
const received = () => receiver.questions.map(({ body }) => JSON.parse(body) as Body);
const deliveries = (query = '') => bodyOf<Body[]>(app.send('GET', `/v1/webhook_deliveries?${query}`));
const failing = (status: number) => {
  receiver.answer = (_question, response) => response.writeHead(status).end();
};
const answering = () => {
  receiver.answer = (_question, response) => response.end('ok');
};

/** Verifies the signature like a receiver, following the text of the standard. */
function isSigned({ headers, body }: AnsweringServer['questions'][number], secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

describe('an event', () => {
  it('is sent signed, names the record, and holds no personal data', async () => {
    const customer = await storeCustomer({ name: 'Ada Lovelace', email: 'ada@example.com', comment: 'Quiet' });
    clock += secondMs;
    await storeCustomer({ name: 'Ada King', email: 'ada@example.com' }, customer.externalId);
    await work(one);
    expect(received()).toMatchObject([
      {
        type: 'customer.created',
        timestamp: '2026-07-01T12:00:00.000Z',
        data: {
          recordType: 'CUSTOMER',
          serviceId: customer.serviceId,
          recordKey: `9/${customer.externalId}`,
          version: 1,
          changedMembers: [],
          path: `/v1/customers/serviceId/${customer.serviceId}`,
        },
      },
      {
        type: 'customer.updated',
        timestamp: '2026-07-01T12:00:01.000Z',
        data: { version: 2, changedMembers: ['comment', 'name'] },
      },
    ]);
    const [first] = receiver.questions;
    expect(first).toMatchObject({ method: 'POST', path: '/hooks', headers: { 'content-type': 'application/json' } });
    expect(first!.headers['webhook-timestamp']).toBe('1782907201'); // 2026-07-01T12:00:01Z, when it was sent.
    expect(isSigned(first!, endpoint.secret)).toBe(true);
    const [newest] = await deliveries();
    expect(newest).toMatchObject({
      status: 'DELIVERED',
      eventId: receiver.questions[1]!.headers['webhook-id'],
      attempts: [{ attemptedAt: '2026-07-01T12:00:01.000Z', statusCode: 200, durationMs: expect.any(Number) }],
    });
    const rows = await store.database.prisma.$queryRaw`SELECT * FROM webhook_deliveries`;
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value))).not.toMatch(
      /Ada|Quiet|example\.com/,
    );
  });

  it('goes to endpoints that ask for its type, once, and to none that is disabled or came later', async () => {
    const others = [await create(['transaction.*']), await create(['customer.created']), await create(['*'])];
    await app.send('PATCH', `/v1/webhook_endpoints/serviceId/${others[2]!.serviceId}`, { status: 'DISABLED' });
    await storeCustomer();
    clock += 6 * secondMs;
    others.push(await create(['*']));
    await work(one);
    const told = (await deliveries()).map(({ endpointId }) => endpointId);
    expect(told.sort()).toEqual([endpoint.serviceId, others[1]!.serviceId].sort());
    for (const { serviceId } of others) await app.send('DELETE', `/v1/webhook_endpoints/serviceId/${serviceId}`);
    expect(await deliveries()).toHaveLength(1);
  });

  it('reports the outcome of documents and exemptions', async () => {
    const { serviceId: customerId } = await storeCustomer();
    const path = '/v1/transactions/source/9/externalId/told';
    await app.send('PUT', path, anInvoiceBody(customerId, { externalId: 'told' }));
    await app.send('DELETE', path);
    await app.send('POST', '/v1/exemptions', { exemption: { customerId }, states: [{ code: 'MN' }] });
    await work(one);
    // In order for each record, not overall.
    const types = received().map(({ type }) => type as string);
    expect(types.filter((type) => type.startsWith('transaction'))).toEqual([
      'transaction.created',
      'transaction.cancelled',
    ]);
    expect(types.sort().slice(0, 2)).toEqual(['customer.created', 'exemption.created']);
    await store.stores.rateBooks.activate(0, now());
    await work(one);
    expect(received().at(-1)).toMatchObject({ type: 'rate_book.activated', data: { number: 0 } });
  });
});

describe('a filing', () => {
  it('is one event for the return and one for its documents, and each document shows it in the audit trail', async () => {
    const { serviceId: customerId } = await storeCustomer();
    const ids: string[] = [];
    for (const externalId of ['filed-1', 'filed-2', 'filed-3']) {
      const at = { createdDate: '2026-05-15', updatedDate: '2026-05-15' };
      const body = anInvoiceBody(customerId, { externalId, externalTimestamps: at });
      const stored = await bodyOf<Body>(app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body));
      ids.push(stored.serviceId);
    }
    await work(one);
    receiver.questions.length = 0;
    clock += secondMs;
    const may = '/v1/returns/place/US-MN/period/2026-05';
    const filed = await bodyOf<Body>(app.send('POST', `${may}/filings`, {}));
    expect(filed.filings).toMatchObject([{ transactionCount: 3 }]);
    await work(one);
    expect(received().toSorted(byType)).toMatchObject([
      {
        type: 'tax_return.filed',
        data: { serviceId: filed.serviceId, path: `/v1/returns/serviceId/${filed.serviceId}` },
      },
      { type: 'transaction.filed', data: { recordType: 'TRANSACTION', changedMembers: ['transactionFilingStatus'] } },
    ]);
    expect(ids).toContain(received().toSorted(byType)[1]!.data.serviceId);
    clock += secondMs;
    await bodyOf(app.send('POST', `${may}/reopen`, { reason: 'A sale was missing' }));
    await work(one);
    expect(received().slice(2).toSorted(byType)).toMatchObject([
      { type: 'tax_return.reopened' },
      { type: 'transaction.reopened', data: { reason: 'A sale was missing' } },
    ]);
    for (const id of ids) {
      const entries = await bodyOf<Body[]>(app.send('GET', `/v1/audit_entries?recordId=${id}`));
      expect(entries.map(({ action }) => action)).toEqual(['REOPENED', 'FILED', 'CREATED']);
    }
  });
});

const byType = (left: Body, right: Body) => (left.type < right.type ? -1 : 1);

it('the events of a record stay in order while many are under way and some fail', async () => {
  const { webhookDeliveries } = store.stores.forTenant(app.tenant.tenantId);
  const subjects = Array.from({ length: 30 }, (_, index) => `record ${index}`);
  for (let version = 1; version <= 4; version++) {
    for (const subject of subjects) {
      const event = { eventId: randomUUID(), eventType: 'customer.updated', occurredAt: now(), subject } as const;
      await webhookDeliveries.add({ ...event, data: { subject, version } }, endpoint.serviceId, now());
    }
  }
  const open = new Set<string>();
  const accepted = new Map<string, number[]>();
  let attempts = 0;
  let most = 0;
  receiver.answer = ({ body }, response) => {
    const { subject, version } = (JSON.parse(body) as Body).data;
    expect(open.has(subject), 'two of a record at once').toBe(false);
    open.add(subject);
    most = Math.max(most, open.size);
    const fails = ++attempts % 7 === 0;
    setTimeout(
      () => {
        open.delete(subject);
        if (!fails) accepted.set(subject, [...(accepted.get(subject) ?? []), version]);
        response.writeHead(fails ? 500 : 200).end();
      },
      (attempts * 7) % 20,
    );
  };
  for (let round = 0; round < 30 && [...accepted.values()].flat().length < 120; round++) await later(400 * secondMs);
  expect(Object.fromEntries(accepted)).toEqual(Object.fromEntries(subjects.map((subject) => [subject, [1, 2, 3, 4]])));
  expect(most).toBeGreaterThan(1);
});

describe('an event without a write is sent once', () => {
  it('when a certificate expires soon, for each last day of it', async () => {
    const { serviceId: customerId } = await storeCustomer();
    const exempt = (toDate: string) =>
      app.send('POST', '/v1/exemptions', {
        exemption: { customerId, certificate: { certificateId: 'C-1' }, validationDates: { toDate } },
        states: [{ code: 'MN' }],
      });
    // Sixty days ahead, the account's default.
    await exempt('2026-08-31');
    await later(120 * secondMs);
    const expiring = () => received().filter(({ type }) => type === 'exemption.expiring');
    expect(expiring()).toEqual([]);
    await later(24 * hourMs);
    expect(expiring()).toMatchObject([
      {
        timestamp: '2026-07-02T12:02:00.000Z',
        data: { customerId, state: 'MN', validThrough: '2026-08-31', daysLeft: 60 },
      },
    ]);
    await later(24 * hourMs);
    expect(expiring()).toHaveLength(1);
    await exempt('2026-09-01');
    await work(one);
    await later(60 * secondMs);
    expect(expiring()).toMatchObject([{}, { data: { validThrough: '2026-09-01', version: 2 } }]);
  });

  it('when sales reach a threshold of nexus, for each place and year', async () => {
    const { serviceId: customerId } = await storeCustomer();
    const sell = (externalId: string, unitPrice: number) =>
      app.send(
        'PUT',
        `/v1/transactions/source/9/externalId/${externalId}`,
        anInvoiceBody(customerId, {
          externalId,
          items: [anItemBody({ unitPrice, quantity: 1 })],
          shippingAddress: { country: 'US', state: 'GA', zip: '30303', isPartial: true },
        }),
      );
    const crossed = () => received().filter(({ type }) => type === 'nexus.threshold_reached');
    // Georgia: 100,000 USD or 200 sales in the current or the previous year (O.C.G.A. § 48-8-2(8)).
    await sell('below', 99_000);
    await later(10 * 60 * secondMs);
    expect(crossed()).toEqual([]);
    await sell('above', 2_000);
    await work(one);
    await later(5 * 60 * secondMs);
    expect(crossed()).toMatchObject([
      {
        data: {
          country: 'US',
          state: 'GA',
          name: 'Georgia',
          from: '2026-01-01',
          isDeclared: false,
          path: '/v1/nexus?country=US&state=GA',
        },
      },
    ]);
    await sell('more', 50_000);
    for (let day = 0; day < 3; day++) await later(24 * hourMs);
    expect(crossed()).toHaveLength(1);
  });

  it('when the running year reaches a threshold that decides next year, and not again then', async () => {
    await app.send('PATCH', byId(), { eventTypes: ['nexus.threshold_reached'] });
    const { serviceId: customerId } = await storeCustomer();
    const florida = { country: 'US', state: 'FL', isPartial: true };
    const body = {
      externalId: 'florida',
      items: [anItemBody({ unitPrice: 188_000, quantity: 1 })],
      shippingAddress: florida,
    };
    await app.send('PUT', '/v1/transactions/source/9/externalId/florida', anInvoiceBody(customerId, body));
    await work(one);
    await later(5 * 60 * secondMs);
    const crossed = () => received().filter(({ data }) => data.state === 'FL');
    expect(crossed()).toMatchObject([
      {
        type: 'nexus.threshold_reached',
        data: { from: '2026-01-01', reachedOn: '2026-06-15', collectFrom: '2027-01-01' },
      },
    ]);
    clock = Date.parse('2027-02-01T12:00:00Z');
    await later(24 * hourMs);
    expect(crossed()).toHaveLength(1);
  });

  it('to those who ask for it, and not before', async () => {
    await app.send('PATCH', byId(), { eventTypes: ['customer.*'] });
    const { serviceId: customerId } = await storeCustomer();
    const exemption = { customerId, validationDates: { toDate: '2026-07-05' } };
    await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] });
    await later(120 * secondMs);
    await later(24 * hourMs);
    expect(received().map(({ type }) => type)).toEqual(['customer.created']);
    await app.send('PATCH', byId(), { eventTypes: ['exemption.expiring'] });
    await work(one);
    expect(received().at(-1)).toMatchObject({ type: 'exemption.expiring', data: { validThrough: '2026-07-05' } });
  });
});

describe('a failed delivery', () => {
  it('is tried again, holds back later ones of its record, and no others', async () => {
    const customer = await storeCustomer();
    await work(one);
    receiver.questions.length = 0;
    failing(500);
    clock += secondMs;
    await storeCustomer({ name: 'Two' }, customer.externalId);
    await work(one);
    clock += secondMs;
    await storeCustomer({ name: 'Three' }, customer.externalId);
    await storeCustomer({ name: 'Other' });
    answering();
    await work(one);
    expect(received().map(({ type, data }) => [type, data.version])).toEqual([
      ['customer.updated', 2],
      ['customer.created', 1],
    ]);
    const failed = (await deliveries('status=PENDING&eventType=customer.updated')).at(-1);
    expect(failed).toMatchObject({
      nextAttemptAt: '2026-07-01T12:00:06.000Z',
      attempts: [{ statusCode: 500, failure: 'The endpoint responded with status 500.' }],
    });
    await later(5 * secondMs);
    expect(
      received()
        .slice(2)
        .map(({ data }) => data.version),
    ).toEqual([2, 3]);
    const ids = receiver.questions.map(({ headers }) => headers['webhook-id']);
    expect(ids[2]).toBe(ids[0]);
    expect(await deliveries('status=PENDING')).toEqual([]);
  });

  it('is given up after three days, and lets the next one go', async () => {
    failing(503);
    const customer = await storeCustomer();
    await work(one);
    await storeCustomer({ name: 'Two' }, customer.externalId);
    for (let hour = 0; hour < 80 && receiver.questions.length < 10; hour++) await later(hourMs);
    expect(clock - Date.parse('2026-07-01T12:00:00Z')).toBeGreaterThan(72 * hourMs);
    expect(await deliveries('status=FAILED')).toMatchObject([{ eventType: 'customer.created' }]);
    answering();
    await later(5 * secondMs);
    expect(received().at(-1)).toMatchObject({ type: 'customer.updated' });
    expect(await bodyOf<Body>(app.send('GET', byId()))).not.toHaveProperty('failingSince');
  });

  it('without end disables the endpoint and says why; active again, it gets what waited', async () => {
    failing(500);
    await storeCustomer();
    for (let day = 0; day < 6; day++) {
      await storeCustomer();
      await later(24 * hourMs);
    }
    const disabled = await bodyOf<Body>(app.send('GET', byId()));
    expect(disabled).toMatchObject({
      status: 'DISABLED',
      disabledReason:
        'Every delivery has failed since 2026-07-02T12:00:00.000Z. The last failure: The endpoint responded with status 500.',
    });
    receiver.questions.length = 0;
    await storeCustomer();
    await later(hourMs);
    expect(receiver.questions).toEqual([]);
    expect((await app.send('POST', `${byId()}/test`)).status).toBe(409);
    answering();
    const active = await bodyOf<Body>(app.send('PATCH', byId(), { status: 'ACTIVE' }));
    expect(active).not.toHaveProperty('disabledReason');
    await later(30 * hourMs);
    expect(receiver.questions.length).toBeGreaterThan(0);
    const [trail] = await bodyOf<Body[]>(
      app.send('GET', `/v1/audit_entries?recordId=${endpoint.serviceId}&since=2026-07-05`),
    );
    expect(trail).toMatchObject({ recordType: 'WEBHOOK_ENDPOINT', action: 'UPDATED' });
  });

  it('with status 410 disables the endpoint at once', async () => {
    failing(410);
    const customer = await storeCustomer();
    await storeCustomer({ name: 'Two' }, customer.externalId);
    await work(one);
    expect(await bodyOf<Body>(app.send('GET', byId()))).toMatchObject({
      status: 'DISABLED',
      disabledReason: 'The endpoint responded with status 410 (Gone).',
    });
    await later(10 * secondMs);
    expect(receiver.questions).toHaveLength(1);
  });

  it.each([
    ['a redirect', (url: string) => ({ status: 302, headers: { Location: `${url}/elsewhere` } })],
    ['a status other than 2xx', () => ({ status: 404, headers: {} })],
  ])('is one with %s', async (_, answerOf) => {
    receiver.answer = (_question, response) => {
      const { status, headers } = answerOf(receiver.url);
      response.writeHead(status, headers as Record<string, string>).end();
    };
    await storeCustomer();
    await work(one);
    expect(receiver.questions).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: 'PENDING' }]);
  });
});

describe('replicas', () => {
  it('share the work without sending anything twice', async () => {
    const other = worker();
    await Promise.all(Array.from({ length: 12 }, () => storeCustomer()));
    await work(one, other);
    const ids = receiver.questions.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
    await other.stop();
  });

  it('take up what one of them left when it was killed', async () => {
    await storeCustomer();
    const { webhookOutbox } = store.stores;
    await one.round(() => true); // Stops before anything is queued.
    const dying = { endpointId: endpoint.serviceId, tenantId: app.tenant.tenantId, isFailing: false };
    const [tenantId] = await webhookOutbox.listTenantsToRead(now());
    expect(tenantId).toBe(app.tenant.tenantId);
    const quiet = worker({ listDue: async () => [] });
    await writesEnded();
    await quiet.round(() => false);
    const claimed = await webhookOutbox.claim(dying, now(), new Date(clock + 60 * secondMs));
    expect(claimed).toMatchObject({ eventType: 'customer.created', attempts: 1 });
    await later(59 * secondMs);
    expect(receiver.questions).toEqual([]);
    await later(secondMs);
    expect(received()).toMatchObject([{ type: 'customer.created' }]);
    // The worker presumed dead returns too late.
    const attempt = {
      attemptedAt: now(),
      statusCode: 500,
      durationMs: 1,
      failure: 'The endpoint responded with status 500.',
    };
    await webhookOutbox.complete(claimed!, { attempt, nextAttemptAt: now(), disabledReason: null });
    expect(await deliveries()).toMatchObject([{ status: 'DELIVERED' }]);
  });
});

describe('somebody can', () => {
  it('test an endpoint, whatever it asks for', async () => {
    await app.send('PATCH', byId(), { eventTypes: ['exemption.*'] });
    const delivery = await bodyOf<Body>(app.send('POST', `${byId()}/test`));
    expect(delivery).toMatchObject({ status: 'PENDING', eventType: 'webhook.test', attempts: [] });
    await work(one);
    expect(received()).toMatchObject([{ type: 'webhook.test', data: { endpointId: endpoint.serviceId } }]);
    const read = await bodyOf<Body>(app.send('GET', `/v1/webhook_deliveries/serviceId/${delivery.serviceId}`));
    expect(read).toMatchObject({ status: 'DELIVERED' });
  });

  it('rotate the secret, with both in use for a while', async () => {
    const rotated = await bodyOf<Body>(app.send('POST', `${byId()}/rotate_secret`, { overlapHours: 2 }));
    expect(rotated).toMatchObject({ previousSecretUntil: '2026-07-01T14:00:00.000Z', version: 2 });
    await storeCustomer();
    await work(one);
    clock += 2 * hourMs;
    await storeCustomer();
    await work(one);
    const [during, after] = receiver.questions;
    expect([endpoint.secret, rotated.secret].map((secret) => isSigned(during!, secret))).toEqual([true, true]);
    expect([endpoint.secret, rotated.secret].map((secret) => isSigned(after!, secret))).toEqual([false, true]);
    const trail = await bodyOf<Body[]>(app.send('GET', `/v1/audit_entries?recordId=${endpoint.serviceId}`));
    expect(JSON.stringify(trail)).not.toContain('whsec_');
  });

  it('have one or all sent again, with the same event id', async () => {
    await storeCustomer();
    await storeCustomer();
    await work(one);
    const [newest] = await deliveries();
    clock += secondMs;
    const again = await bodyOf<Body>(
      app.send('POST', `/v1/webhook_deliveries/serviceId/${newest!.serviceId}/redeliver`),
    );
    expect(again).toMatchObject({ status: 'PENDING', eventId: newest!.eventId });
    await work(one);
    expect(receiver.questions.map(({ headers }) => headers['webhook-id'])[2]).toBe(newest!.eventId);
    const all = { since: '2026-07-01T12:00:00Z', onlyFailed: false };
    expect(await bodyOf<Body>(app.send('POST', `${byId()}/redeliver`, all))).toEqual({ redeliveredCount: 2 });
    await work(one);
    expect(receiver.questions).toHaveLength(5);
    expect(await bodyOf<Body>(app.send('POST', `${byId()}/redeliver`, { since: all.since }))).toEqual({
      redeliveredCount: 0,
    });
  });
});

it('a delivery is kept for 14 days', async () => {
  await storeCustomer();
  await work(one);
  await later(14 * 24 * hourMs);
  expect(await deliveries()).toHaveLength(1);
  await later(hourMs + secondMs);
  expect(await deliveries()).toEqual([]);
});

it('what is under way is given back when the gateway stops', async () => {
  receiver.answer = () => {}; // Never.
  await storeCustomer();
  const slow = worker();
  await writesEnded();
  await slow.round(() => false);
  await expect.poll(() => receiver.questions.length).toBe(1);
  await slow.stop();
  answering();
  await work(one);
  expect(receiver.questions).toHaveLength(2);
  expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: [{ statusCode: 200 }] }]);
});
