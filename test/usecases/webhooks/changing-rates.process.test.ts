import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OnceEvent } from '../../../src/domain/webhooks/once-event.ts';
import { findChangingRates } from '../../../src/usecases/webhooks/find-changing-rates.ts';
import { type Watching, watchTenant } from '../../../src/usecases/webhooks/watch-tenants.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = Record<string, any>;

let app: TestApp;
let clock = Date.parse('2026-07-01T12:00:00Z');
const now = () => new Date(clock);
beforeAll(async () => {
  app = await startApp({ now });
});
afterAll(() => app.close());
beforeEach(() => {
  clock = Date.parse('2026-07-01T12:00:00Z');
});

const chicago = { country: 'US', state: 'IL', zip: '60602', city: 'Chicago', isPartial: true };
const customer = (externalId: string, more: Body = {}) =>
  bodyOf<Body>(
    app.send('PUT', `/v1/customers/source/9/externalId/${externalId}`, aCustomerBody({ externalId, ...more })),
  );
async function sell(externalId: string, more: Body): Promise<void> {
  const { serviceId } = await customer('buyer');
  const body = anInvoiceBody(serviceId, { externalId, ...more });
  expect((await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body)).status).toBe(201);
}
const foundOn = async (day: string, book = reference): Promise<readonly OnceEvent[]> =>
  findChangingRates(
    { stores: app.records, tenant: app.tenant },
    { reference: book, now: () => new Date(`${day}T12:00:00Z`) },
  );
const idsOn = async (day: string, book = reference) =>
  (await foundOn(day, book)).map(({ event }) => event.data.changeId);

describe('changes that are announced', () => {
  it('concern nobody without customers, registrations and sales there', async () => {
    expect(await idsOn('2026-07-02')).toEqual([]);
    await customer('nobody');
    await customer('abroad', { address: { country: 'DE' } });
    expect(await idsOn('2026-07-02')).toEqual([]);
  });

  it('concern a seller from 30 days before they hold until then', { timeout: 240_000 }, async () => {
    await sell('chicago', { shippingAddress: chicago });
    expect(await idsOn('2026-07-01')).toEqual([]);
    const ids = await idsOn('2026-07-02');
    expect(ids).toContain('2026-08-01.US.IL-DRTA-COOK.RATE');
    expect(ids).toContain('2026-08-01.US.IL.RULE');
    // Another district of the state, and other states.
    expect(ids).not.toContain('2026-08-01.US.IL-DRTA-COLLAR.RATE');
    expect(ids.filter((id) => !String(id).includes('.US.IL'))).toEqual([]);
    expect(await idsOn('2026-07-31')).toEqual(ids);
    expect(await idsOn('2026-08-01')).toEqual([]);
    const [{ event }] = (await foundOn('2026-07-02')) as [OnceEvent];
    expect(event).toMatchObject({
      eventType: 'rate.changing',
      data: {
        place: 'US-IL',
        jurisdictionId: 'IL-DRTA-COOK',
        effectiveOn: '2026-08-01',
        daysLeft: 30,
        path: '/v1/rate_changes/id/2026-08-01.US.IL-DRTA-COOK.RATE/effect',
      },
    });
  });

  it('include the first day of a ruling', async () => {
    const row = { category: 'clothing', taxable: 'no', from: '2026-08-02' };
    const fact = { part: 'RULE', country: 'US', subdivision: 'IL', row, source: 'Ruling 1' } as const;
    const ruled = reference.withRulings(1, [{ number: 1, fact }]);
    const own = (await idsOn('2026-07-10', ruled)).filter((id) => String(id).endsWith('.RULING'));
    expect(own).toEqual(['2026-08-02.US.IL.RULE.RULING']);
  });

  it('concern who has an open order, a customer or a registration there', async () => {
    await sell('order', {
      transactionType: 'SALES_ORDER',
      shippingAddress: { country: 'US', state: 'IA', isPartial: true },
    });
    expect(await idsOn('2026-07-10')).toContain('2026-08-07.US.IA.HOLIDAY');
    await customer('sitka', { address: { country: 'US', state: 'AK', zip: '99835', city: 'Sitka' } });
    const nexus = { registrations: [{ validFrom: '2026-01-01' }] };
    expect((await app.send('PUT', '/v1/nexus/place/US-DC', nexus)).status).toBeLessThan(300);
    const ids = await idsOn('2026-09-15');
    expect(ids).toContain('2026-10-01.US.AK-C220.RATE');
    expect(ids).toContain('2026-10-01.US.DC.RATE');
    expect(ids).not.toContain('2026-10-01.US.AK-C100.RATE');
  });
});

it('each is sent once, regardless of the number of replicas', { timeout: 240_000 }, async () => {
  const { webhookOutbox: outbox, tenants } = app.stores;
  const { tenantId } = app.tenant;
  const hook = { url: 'https://shop.example.com', eventTypes: ['rate.changing'] };
  expect((await app.send('POST', '/v1/webhook_endpoints', hook)).status).toBe(201);
  const watching: Watching = {
    outbox,
    stores: { forTenant: app.stores.forTenant, tenants },
    bookFor: async () => reference,
    now,
  };
  const told = async () =>
    (await bodyOf<Body[]>(app.send('GET', '/v1/webhook_deliveries?eventType=rate.changing')))
      .map(({ data }) => data.changeId)
      .sort();
  const watch = () => Promise.all([1, 2, 3].map(() => watchTenant(watching, tenantId, () => false)));
  await watch();
  expect(await told()).toEqual([]);
  clock += 24 * 3_600_000;
  await watch();
  expect(await told()).toEqual((await idsOn('2026-07-02')).toSorted());
  for (let day = 0; day < 3; day++) {
    clock += 24 * 3_600_000;
    await watch();
  }
  expect(await told()).toEqual((await idsOn('2026-07-05')).toSorted());
  expect(new Set(await told()).size).toBe((await told()).length);
});
