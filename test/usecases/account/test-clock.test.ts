import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSender } from '../../../src/adapters/webhooks/sender.ts';
import { createWebhookWorker } from '../../../src/usecases/webhooks/webhook-worker.ts';
import { startAnsweringServer } from '../../support/answering-server.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { reference, testReference } from '../../support/context.ts';
import { aTenant, openOwnStore, type TestStore } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = Record<string, any>;

const real = new Date('2026-07-01T12:00:00.000Z');
let store: TestStore;
/** For a test tenant, at a fixed real time. */
let app: TestApp;
let otherToken: string;

beforeAll(async () => {
  store = await openOwnStore();
  const tenant = await aTenant(store.stores, {}, 'TEST');
  app = await startApp({ store, tenant, now: () => real, webhookTargets: { allowsPrivate: true } });
  otherToken = await app.token(undefined, await aTenant(store.stores, {}, 'TEST'));
});
afterAll(async () => {
  await app.close();
  await store.close();
});

const put = (json: unknown) => app.send('PUT', '/v1/test/clock', json);
const get = async (path: string) => bodyOf<Body>(app.send('GET', path));
const asOther = (path: string) =>
  bodyOf<Body>(app.send('GET', path, undefined, { Authorization: `Bearer ${otherToken}` }));

afterEach(() => app.send('DELETE', '/v1/test/clock'));

describe('the clock of a test tenant', () => {
  it('shows the real time, stands where it was set, moves on, and returns', async () => {
    expect(await get('/v1/test/clock')).toEqual({ now: real.toISOString(), isReal: true });
    expect(await bodyOf(put({ now: '2026-12-31T23:30:00+01:00' }))).toEqual({
      now: '2026-12-31T22:30:00.000Z',
      isReal: false,
    });
    expect(await bodyOf(put({ advance: 'PT2H' }))).toEqual({ now: '2027-01-01T00:30:00.000Z', isReal: false });
    // A month after the last of January is the last of February.
    await put({ now: '2027-01-31' });
    expect(await bodyOf(put({ advance: 'P1M' }))).toMatchObject({ now: '2027-02-28T00:00:00.000Z' });
    expect(await bodyOf(put({ advance: '-P1Y2M3DT1M' }))).toMatchObject({ now: '2025-12-24T23:59:00.000Z' });
    expect(await get('/v1/test/clock')).toEqual({ now: '2025-12-24T23:59:00.000Z', isReal: false });
    const mutation =
      'mutation ($input: SetTestClockInput!) { setTestClock(input: $input) { ... on TestClock { now isReal } ... on UserError { code issues { path code } } } }';
    const ask = async (input: Body) =>
      (await bodyOf<Body>(app.send('POST', '/graphql', { query: mutation, variables: { input } }))).data.setTestClock;
    expect(await ask({ advance: 'P1D' })).toEqual({ now: '2025-12-25T23:59:00.000Z', isReal: false });
    expect(await ask({ advance: 'P200Y' })).toEqual({
      code: 'INVALID_INPUT',
      issues: [{ path: ['advance'], code: 'OUT_OF_RANGE' }],
    });
    const { data } = await bodyOf<Body>(app.send('POST', '/graphql', { query: '{ testClock { now isReal } }' }));
    expect(data.testClock).toEqual({ now: '2025-12-25T23:59:00.000Z', isReal: false });
    expect((await app.send('DELETE', '/v1/test/clock')).status).toBe(204);
    expect(await get('/v1/test/clock')).toEqual({ now: real.toISOString(), isReal: true });
  });

  it.each([
    [{}, '', 'REQUIRED'],
    [{ now: '2026-01-01', advance: 'P1D' }, '', 'REQUIRED'],
    [{ advance: 'a day' }, '/advance', 'INVALID_FORMAT'],
    [{ advance: 'P' }, '/advance', 'INVALID_FORMAT'],
    [{ now: '2100-01-01' }, '/now', 'OUT_OF_RANGE'],
    [{ real: false }, '/real', 'UNKNOWN_VALUE'],
    [{ later: 'P1D' }, '/later', 'UNKNOWN_FIELD'],
  ])('refuses %j', async (json, pointer, code) => {
    const response = await put(json);
    expect(response.status).toBe(400);
    expect((await bodyOf<Body>(response)).errors).toEqual(
      expect.arrayContaining([expect.objectContaining({ pointer, code })]),
    );
  });

  it('needs the scope admin to be set, and any token to be read', async () => {
    const token = await app.token(['tax:read']);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await app.send('GET', '/v1/test/clock', undefined, headers)).status).toBe(200);
    expect((await app.send('PUT', '/v1/test/clock', { advance: 'P1D' }, headers)).status).toBe(403);
    expect((await app.send('DELETE', '/v1/test/clock', undefined, headers)).status).toBe(403);
  });

  it('moves today, expiry and due days, and neither records, tokens nor other tenants', async () => {
    const customer = aCustomerBody({ externalId: 'clock' });
    const { serviceId: customerId } = await bodyOf<Body>(
      app.send('PUT', '/v1/customers/source/9/externalId/clock', customer),
    );
    const exemption = { customerId, country: 'ZZ', validationDates: { fromDate: '2026-01-01', toDate: '2026-12-31' } };
    await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'FLAT' }] });
    const registration = { validFrom: '2026-01-01', filingFrequency: 'MONTHLY' };
    await app.send('PUT', '/v1/nexus/place/US-MN', { registrations: [registration] });
    const query = '{ exemptions(first: 1) { nodes { certificateStatus } } }';
    const certificate = async () =>
      (await bodyOf<Body>(app.send('POST', '/graphql', { query }))).data.exemptions.nodes[0].certificateStatus;
    const quote = {
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
      customerId,
      shippingAddress: { country: 'ZZ', state: 'FLAT' },
    };
    const tax = async () => (await bodyOf<Body>(app.send('POST', '/v1/transactions/calculate', quote))).salesTax.amount;
    const lastDue = async () => (await bodyOf<Body[]>(app.send('GET', '/v1/returns/due'))).at(-1)?.dueOn;
    expect([await certificate(), await tax(), await lastDue()]).toEqual(['ACTIVE', 0, '2026-07-20']);

    await put({ now: '2026-12-15T12:00:00Z' });
    expect([await certificate(), await tax(), await lastDue()]).toEqual(['EXPIRING_SOON', 0, '2026-12-21']);
    await put({ now: '2027-01-01T12:00:00Z' });
    expect([await certificate(), await tax(), await lastDue()]).toEqual(['EXPIRED', 10, '2027-01-20']);
    const lookedUp = await get('/v1/sales_tax_rates?country=ZZ&state=FLAT&zip=1');
    expect(lookedUp.effectiveDate).toBe('2027-01-01');
    expect((await asOther('/v1/sales_tax_rates?country=ZZ&state=FLAT&zip=1')).effectiveDate).toBe('2026-07-01');
    // Filing checks whether its period has ended.
    const filing = await app.send('POST', '/v1/returns/place/US-MN/period/2026-12/filings', {});
    expect(filing.status, await filing.clone().text()).toBe(201);

    const body = anInvoiceBody(customerId, { externalId: 'clock', shippingAddress: { country: 'ZZ', state: 'FLAT' } });
    const invoice = await bodyOf<Body>(app.send('PUT', '/v1/transactions/source/9/externalId/clock', body));
    expect(invoice.internalTimestamps.createdDate).toBe(real.toISOString());
    const [entry] = await bodyOf<Body[]>(app.send('GET', '/v1/audit_entries?recordType=TRANSACTION'));
    expect(entry?.occurredAt).toBe(real.toISOString());
    // The tenant was created at the actual time, which is later than the time of this test.
    const account = await bodyOf<Body[]>(app.send('GET', '/v1/audit_entries?recordType=ACCOUNT'));
    const [moved] = account.filter(({ action }) => action !== 'CREATED');
    expect(JSON.stringify(moved)).toContain('/testClock');
    await app.send('DELETE', '/v1/test/clock');
    expect([await certificate(), await tax()]).toEqual(['ACTIVE', 0]);
  });

  it('is the same on another replica within a second', async () => {
    let authTime = real.getTime();
    const replica = await startApp({ store, tenant: app.tenant, now: () => real, authNow: () => new Date(authTime) });
    const today = async () =>
      (await bodyOf<Body>(replica.send('GET', '/v1/sales_tax_rates?country=ZZ&state=FLAT&zip=1'))).effectiveDate;
    expect(await today()).toBe('2026-07-01');
    await put({ now: '2030-05-05' });
    authTime += 1_000;
    expect(await today()).toBe('2030-05-05');
    await app.send('DELETE', '/v1/test/clock');
    await replica.close();
  });

  it('sends the events that become due with it, at once and once', async () => {
    const receiver = await startAnsweringServer();
    const worker = createWebhookWorker({
      outbox: store.stores.webhookOutbox,
      stores: store.stores,
      bookFor: async ({ kind }) => (kind === 'TEST' ? testReference : reference),
      sender: createWebhookSender({ allowsPrivate: true }),
      now: () => real,
      random: () => 0.5,
      onError: (error) => {
        throw error;
      },
    });
    const work = async () => {
      for (let round = 0; round < 3; round++) {
        await worker.round(() => false);
        await worker.settled();
      }
    };
    const eventTypes = ['exemption.expiring', 'nexus.threshold_reached'];
    await app.send('POST', '/v1/webhook_endpoints', { url: `${receiver.url}/hooks`, eventTypes });
    const received = () => receiver.questions.map(({ body }) => JSON.parse(body) as Body);
    const { serviceId: customerId } = await get('/v1/customers/source/9/externalId/clock');
    // Georgia's threshold is 100,000 USD in this calendar year or the one before.
    const sale = anInvoiceBody(customerId, {
      externalId: 'georgia',
      items: [{ name: 'Machine', taxCode: 'C1S1', unitPrice: 100_001 }],
      shippingAddress: { country: 'US', state: 'GA', zip: '30303', isPartial: true },
      externalTimestamps: { createdDate: '2027-03-01', updatedDate: '2027-03-01' },
    });
    await app.send('PUT', '/v1/transactions/source/9/externalId/georgia', sale);
    await work();
    expect(received()).toEqual([]);
    await put({ now: '2026-12-15T12:00:00Z' });
    await work();
    expect(received()).toMatchObject([
      { type: 'exemption.expiring', timestamp: real.toISOString(), data: { place: 'ZZ-FLAT', daysLeft: 16 } },
    ]);
    await put({ now: '2027-03-02T12:00:00Z' });
    await work();
    await put({ now: '2027-03-03T12:00:00Z' });
    await work();
    expect(received().slice(1)).toMatchObject([{ type: 'nexus.threshold_reached', data: { place: 'US-GA' } }]);
    await app.send('DELETE', '/v1/test/clock');
    await worker.stop();
    await receiver.close();
  });
});
