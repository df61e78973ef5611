import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';

const authClock = aClock();
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-10T08:00:00Z'), authNow: authClock.now });
});
afterAll(() => app.close());

type Tracker = Record<string, unknown> & {
  readonly country: string;
  readonly state?: string;
  readonly periods: readonly Record<string, unknown>[];
};
type Fault = { readonly parameter?: string; readonly pointer: string; readonly code: string };

const list = (query = '') => bodyOf<Tracker[]>(app.send('GET', `/v1/nexus${query}`));
const faultsOf = async (response: Response) => {
  expect(response.status).toBe(400);
  return (await bodyOf<{ errors: Fault[] }>(response)).errors.map(({ pointer, code, parameter }) =>
    parameter === undefined ? `${pointer} ${code}` : `${parameter} ${code}`,
  );
};
const asScope = async (method: string, path: string, scope: 'nexus:read' | 'nexus:write') =>
  app.fetch(path, { method, headers: { Authorization: `Bearer ${await app.token([scope])}` } });

async function sell(externalId: string, more: Record<string, unknown>, customer: Record<string, unknown> = {}) {
  const key = `c-${customer.customerType ?? 'RETAIL'}`;
  const { serviceId } = await bodyOf<{ serviceId: string }>(
    app.send('PUT', `/v1/customers/source/9/externalId/${key}`, aCustomerBody({ externalId: key, ...customer })),
  );
  const body = anInvoiceBody(serviceId, {
    externalId,
    items: [anItemBody({ unitPrice: 60_000, quantity: 1 })],
    ...more,
  });
  const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
  expect(response.status).toBe(201);
}

const on = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });
const texas = { city: 'Austin', country: 'US', state: 'TX', street: '1 Congress Ave', zip: '78701', isPartial: false };

describe('PUT /v1/nexus', () => {
  it('declares, answers all declarations, and changes nothing the second time', async () => {
    const body = {
      physicalNexus: { validFrom: '2025-03-01', validThrough: '2025-12-31', note: 'Warehouse' },
      registrations: [
        { validFrom: '2026-01-01T10:00:00-05:00', number: 4711 },
        { validFrom: '2024-01-01', validThrough: '2024-06-30', number: '4710' },
      ],
    };
    const created = await app.send('PUT', '/v1/nexus/place/iowa', body);
    expect(created.status).toBe(201);
    expect(created.headers.get('Location')).toBe('/v1/nexus/place/US-IA');
    expect(created.headers.get('ETag')).toBe('"IA-1"');
    const declared = {
      place: 'US-IA',
      country: 'US',
      state: 'IA',
      physicalNexus: [{ validFrom: '2025-03-01', validThrough: '2025-12-31', note: 'Warehouse' }],
      economicNexus: [],
      registrations: [
        { validFrom: '2024-01-01', validThrough: '2024-06-30', number: '4710', scheme: 'STANDARD' },
        { validFrom: '2026-01-01', number: '4711', scheme: 'STANDARD' },
      ],
      createdAt: '2026-07-10T08:00:00.000Z',
      updatedAt: '2026-07-10T08:00:00.000Z',
    };
    expect(await bodyOf(created)).toEqual(declared);
    const again = await app.send('PUT', '/v1/nexus/place/19', declared);
    expect(again.status).toBe(200);
    expect(again.headers.get('ETag')).toBe('"IA-1"');
    expect(await bodyOf(again)).toEqual(declared);
    expect(await bodyOf(app.send('GET', '/v1/nexus/place/US-IA'))).toEqual(declared);
  });

  it('replaces the declaration if the entity tag matches', async () => {
    await app.send('PUT', '/v1/nexus/place/US-KS', { registrations: [{ validFrom: '2026-01-01' }] });
    const changed = { economicNexus: [{ validFrom: '2026-02-01' }] };
    const stale = await app.send('PUT', '/v1/nexus/place/US-KS', changed, { 'If-Match': '"KS-7"' });
    expect(stale.status).toBe(412);
    const replaced = await app.send('PUT', '/v1/nexus/place/US-KS', changed, { 'If-Match': '"KS-1"' });
    expect(replaced.headers.get('ETag')).toBe('"KS-2"');
    expect(await bodyOf(replaced)).toMatchObject({ registrations: [], economicNexus: [{ validFrom: '2026-02-01' }] });
  });

  it('accepts states, countries and regions in any spelling', async () => {
    const put = async (path: string) => (await app.send('PUT', `/v1/nexus/place/${path}`, {})).headers.get('Location');
    expect(await put('Germany')).toBe('/v1/nexus/place/DE');
    expect(await put('CA-Qu%C3%A9bec')).toBe('/v1/nexus/place/CA-QC');
    expect(await put('us-puerto%20rico')).toBe('/v1/nexus/place/US-PR');
    expect(await put('PR')).toBe('/v1/nexus/place/US-PR');
    expect(await put('Iowa')).toBe('/v1/nexus/place/US-IA');
  });

  it('reports all errors at once', async () => {
    const body = {
      physicalNexus: [{ note: 'No day' }, { validFrom: '2026-05-01', validThrough: '2026-04-30' }],
      registrations: [
        { validFrom: '2026-01-01', validThrough: '2026-03-31' },
        { validFrom: '2026-03-31', scheme: 'OTHER' },
      ],
    };
    expect((await faultsOf(await app.send('PUT', '/v1/nexus/place/Atlantis', body))).sort()).toEqual([
      '/physicalNexus/0/validFrom REQUIRED',
      '/physicalNexus/1/validThrough OUT_OF_RANGE',
      '/registrations/1/scheme UNKNOWN_VALUE',
      'place UNKNOWN_VALUE',
    ]);
    expect(await faultsOf(await app.send('PUT', '/v1/nexus/place/US', []))).toEqual([' INVALID_TYPE']);
  });

  it.each([
    '{"__bad__":1}',
    '{"__bad__":null}',
    '{"__proto__":{"registrations":[]}}',
    '{"constructor":1}',
    '{"registration":[{"validFrom":"2026-01-01"}]}',
    '{"registrations":[{"validFrom":"2026-01-01","until":"2026-02-01"}]}',
  ])('rejects the unknown member of %s, and keeps the declaration', async (body) => {
    const declared = { registrations: [{ validFrom: '2026-01-01', number: '4711' }] };
    await app.send('PUT', '/v1/nexus/place/US-NM', declared);
    const Authorization = `Bearer ${await app.token()}`;
    const headers = { Authorization, 'Content-Type': 'application/json' };
    const refused = await app.fetch('/v1/nexus/place/US-NM', { method: 'PUT', headers, body });
    expect(refused.status).toBe(400);
    const { errors } = await bodyOf<{ errors: { code: string; message: string }[] }>(refused);
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'UNKNOWN_FIELD',
        message: expect.stringMatching(/Allowed: (physicalNexus|validFrom), |Did you mean registrations/),
      }),
    ]);
    expect(await bodyOf(app.send('GET', '/v1/nexus/place/US-NM'))).toMatchObject({
      registrations: [{ validFrom: '2026-01-01', number: '4711', scheme: 'STANDARD' }],
    });
  });

  it.each([
    [
      'US-TX',
      { registrations: [{ validFrom: '2026-01-01', validThrough: '2026-03-31' }, { validFrom: '2026-03-31' }] },
      '/registrations/1/validFrom OVERLAP',
    ],
    [
      'US-TX',
      { economicNexus: [{ validFrom: '2026-06-01' }, { validFrom: '2026-01-01' }] },
      '/economicNexus/0/validFrom OVERLAP',
    ],
    [
      'DE',
      { registrations: [{ validFrom: '2026-01-01', number: 'DE123456780' }] },
      '/registrations/0/number INVALID_FORMAT',
    ],
    [
      'DE',
      { registrations: [{ validFrom: '2026-01-01', number: 'FR40303265045' }] },
      '/registrations/0/number INVALID_FORMAT',
    ],
    [
      'CH',
      { registrations: [{ validFrom: '2026-01-01', scheme: 'UNION_ONE_STOP_SHOP' }] },
      '/registrations/0/scheme INVALID_VALUE',
    ],
    ['US', {}, 'place REQUIRED'],
    ['EU', {}, 'place INVALID_VALUE'],
    ['DE-Bayern', {}, 'place UNKNOWN_VALUE'],
    ['Georgia', {}, 'place UNKNOWN_VALUE'],
  ])('rejects %s %j', async (path, body, fault) => {
    expect(await faultsOf(await app.send('PUT', `/v1/nexus/place/${path}`, body))).toEqual([fault]);
  });

  it.each([
    ['FR', 'FR 40 303265045', 'STANDARD'],
    ['IE', 'EU372000001', 'UNION_ONE_STOP_SHOP'],
    ['NL', 'IM5280000123', 'UNION_ONE_STOP_SHOP'],
    ['CA-QC', '1234567890TQ0001', 'STANDARD'],
    ['US-NY', '12-3456789', 'STANDARD'],
  ])('accepts at %s the number %s', async (path, number, scheme) => {
    const response = await app.send('PUT', `/v1/nexus/place/${path}`, {
      registrations: [{ validFrom: '2026-01-01', number, scheme }],
    });
    expect((await bodyOf<{ registrations: unknown }>(response)).registrations).toEqual([
      { validFrom: '2026-01-01', number, scheme },
    ]);
  });
});

describe('DELETE /v1/nexus', () => {
  it('ends open periods today, removes future ones, and keeps past ones', async () => {
    const body = {
      physicalNexus: [{ validFrom: '2024-01-01', validThrough: '2024-12-31' }],
      economicNexus: [{ validFrom: '2026-08-01' }],
      registrations: [{ validFrom: '2026-01-01' }],
    };
    await app.send('PUT', '/v1/nexus/place/US-UT', body);
    expect((await app.send('DELETE', '/v1/nexus/place/US-UT')).status).toBe(204);
    expect((await app.send('DELETE', '/v1/nexus/place/utah')).status).toBe(204);
    const left = await app.send('GET', '/v1/nexus/place/US-UT');
    expect(left.headers.get('ETag')).toBe('"UT-2"');
    expect(await bodyOf(left)).toMatchObject({
      physicalNexus: [{ validFrom: '2024-01-01', validThrough: '2024-12-31' }],
      economicNexus: [],
      registrations: [{ validFrom: '2026-01-01', validThrough: '2026-07-10' }],
    });
  });

  it('answers 204 if nothing was declared, and 400 without a place', async () => {
    expect((await app.send('DELETE', '/v1/nexus/place/US-WY')).status).toBe(204);
    expect((await app.send('GET', '/v1/nexus/place/US-WY')).status).toBe(404);
    expect(await faultsOf(await app.send('DELETE', '/v1/nexus/place/US-XX'))).toEqual(['place UNKNOWN_VALUE']);
  });
});

describe('GET /v1/nexus', () => {
  it('needs its scope, as writing does', async () => {
    expect((await app.fetch('/v1/nexus')).status).toBe(401);
    expect((await asScope('GET', '/v1/nexus', 'nexus:write')).status).toBe(403);
    expect((await asScope('DELETE', '/v1/nexus/place/US-TX', 'nexus:read')).status).toBe(403);
    expect((await asScope('GET', '/v1/nexus', 'nexus:read')).status).toBe(200);
  });

  it('lists every state, and countries with declarations or sales', async () => {
    await sell('abroad', { shippingAddress: { country: 'JP' }, currency: 'JPY', ...on('2026-06-01') });
    const trackers = await list();
    expect(trackers.filter(({ country }) => country === 'US')).toHaveLength(52);
    const others = trackers.filter(({ country }) => country !== 'US').map(({ country, state }) => state ?? country);
    expect(others).toEqual(expect.arrayContaining(['DE', 'QC', 'JP']));
    expect(others).not.toContain('CH');
    expect(await list('?country=Japan')).toMatchObject([
      {
        name: 'Japan',
        status: 'NOT_TRACKED',
        periods: [
          { from: '2026-01-01', to: '2026-07-10', currency: 'JPY', salesAmount: 60_000, transactionCount: 1 },
          { from: '2025-01-01', to: '2025-12-31', salesAmount: 0 },
        ],
      },
    ]);
  });

  it('lists only declared, approaching or reached places, with the reason why tax is collected', async () => {
    const other = await startApp({ now: () => new Date('2026-07-10T08:00:00Z') });
    const shown = async (only: string) => {
      const trackers = await bodyOf<Tracker[]>(other.send('GET', `/v1/nexus?only=${only}`));
      return trackers.map(({ state, country, status }) => `${state ?? country} ${status}`);
    };
    const { serviceId } = await bodyOf<{ serviceId: string }>(
      other.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody()),
    );
    for (const [zip, state, unitPrice] of [
      ['78701', 'TX', 450_000],
      ['60601', 'IL', 120_000],
    ]) {
      const body = anInvoiceBody(serviceId, {
        externalId: `${state}`,
        items: [anItemBody({ unitPrice, quantity: 1 })],
        shippingAddress: { country: 'US', state, zip, isPartial: true },
      });
      expect((await other.send('PUT', `/v1/transactions/source/9/externalId/${state}`, body)).status).toBe(201);
    }
    await other.send('PUT', '/v1/nexus/place/US-IA', { registrations: [{ validFrom: '2026-01-01' }] });
    expect(await shown('DECLARED')).toEqual(['IA BELOW']);
    expect(await shown('APPROACHING')).toEqual(['TX APPROACHING']); // 450,000 of 500,000 USD.
    expect(await shown('declared,REACHED')).toEqual(['IA BELOW', 'IL REACHED']); // 120,000 of 100,000 USD.
    await other.send('PATCH', '/v1/account', { collectionPolicy: 'WHERE_REGISTERED' });
    const all = await bodyOf<Tracker[]>(other.send('GET', '/v1/nexus'));
    expect(all.filter(({ isCollecting }) => isCollecting).map(({ state }) => state)).toEqual(['IA']);
    expect(all.find(({ state }) => state === 'IL')).toMatchObject({
      collectionExplanation:
        'The tax of Illinois is not collected: neither nexus nor a registration is declared there.',
    });
    expect(await faultsOf(await other.send('GET', '/v1/nexus?only=DECLARED,ALL'))).toEqual(['only UNKNOWN_VALUE']);
    await other.close();
  });

  it('shows the threshold of a state without sales', async () => {
    expect(await list('?state=Illinois&asOf=2026-03-31')).toEqual([
      {
        place: 'US-IL',
        country: 'US',
        state: 'IL',
        name: 'Illinois',
        asOf: '2026-03-31',
        isCollecting: true,
        collectionExplanation: expect.stringContaining('collectionPolicy: EVERYWHERE'),
        collectionBasis: 'NOTHING_DECLARED',
        status: 'BELOW',
        threshold: {
          salesAmount: 100_000,
          currency: 'USD',
          combine: 'SALES_ONLY',
          period: 'PRIOR_4_QUARTERS',
          countsMarketplaceSales: false,
          validFrom: '2026-01-01',
          sources: expect.any(Array),
          uncertainty: 'publications disagree on whether sales through marketplaces count; ask the state',
        },
        periods: [
          {
            from: '2025-01-01',
            to: '2025-12-31',
            endsOn: '2025-12-31',
            currency: 'USD',
            salesAmount: 0,
            transactionCount: 0,
            converted: [],
            notConverted: [],
            excludedSales: [],
            salesShare: 0,
            transactionsPath:
              '/v1/liability/transactions?period=2025&country=US&state=IL&byTaxDate=true&excludedSales=MARKETPLACE',
            status: 'BELOW',
          },
        ],
        runningPeriod: expect.objectContaining({ from: '2025-04-01', endsOn: '2026-03-31', status: 'BELOW' }),
        projection: { outcome: 'NOT_RISING', from: '2026-01-01', salesAmount: 0, transactionCount: 0 },
        firstCollection: {
          outcome: 'NOT_REACHED',
          rule: 'The first day of the quarter after the 12 months in which the threshold is met',
          sources: [expect.objectContaining({ title: expect.stringContaining('86 Ill. Adm. Code 131.115') })],
        },
        notices: [
          {
            code: 'FACT_UNCERTAIN',
            pointer: '/threshold',
            message:
              'The threshold of Illinois is uncertain: publications disagree on whether sales through marketplaces count; ask the state.',
          },
        ],
      },
    ]);
  });

  it('lists exclusions, the share reached, and the documents behind the figures', async () => {
    const to = { shippingAddress: { country: 'US', state: 'AZ', zip: '85003', isPartial: true } };
    await sell('az-1', { ...to, ...on('2026-02-01') });
    await sell('az-2', { ...to, ...on('2026-02-02') }, { customerType: 'MARKETPLACE' });
    await sell('az-3', { ...to, ...on('2025-02-02') });
    const [tracker] = await list('?state=AZ&asOf=2026-07-10');
    const [period] = tracker!.periods;
    expect(period).toMatchObject({
      salesAmount: 60_000,
      salesShare: 0.6,
      excludedSales: [{ reason: 'MARKETPLACE', currency: 'USD', salesAmount: 60_000, transactionCount: 1 }],
      transactionsPath:
        '/v1/liability/transactions?from=2026-01-01&to=2026-07-10&country=US&state=AZ&byTaxDate=true&excludedSales=MARKETPLACE,RESALE',
    });
    expect(period).not.toHaveProperty('transactionShare');
    const behind = await bodyOf<{ externalId: string }[]>(app.send('GET', String(period!.transactionsPath)));
    expect(behind.map(({ externalId }) => externalId)).toEqual(['az-1']);
    const wrong = await app.send('GET', '/v1/liability/transactions?period=2026-06&customerType=WHOLESALE');
    expect(await faultsOf(wrong)).toEqual(['customerType UNKNOWN_VALUE']);
  });

  it('leaves out what a marketplace collects, by line, and keeps the invoice of the other lines', async () => {
    const to = { shippingAddress: { country: 'US', state: 'AR', zip: '72201', isPartial: true } };
    const ofMarketplace = { ...anItemBody({ unitPrice: 30_000, quantity: 1 }), collectedBy: 'MARKETPLACE' };
    const own = anItemBody({ unitPrice: 10_000, quantity: 1 });
    await sell('ar-1', { ...to, items: [ofMarketplace, own], ...on('2026-02-01') });
    await sell('ar-2', { ...to, items: [own], collectedBy: 'MARKETPLACE', ...on('2026-02-02') });
    await sell(
      'ar-3',
      { ...to, items: [own], collectedBy: 'SELLER', ...on('2026-02-03') },
      { customerType: 'MARKETPLACE' },
    );
    const [tracker] = await list('?state=AR&asOf=2026-07-10');
    const [period] = tracker!.periods;
    expect(period).toMatchObject({
      salesAmount: 20_000,
      transactionCount: 2,
      excludedSales: [{ reason: 'MARKETPLACE', salesAmount: 40_000, transactionCount: 1 }],
    });
    const behind = await bodyOf<{ externalId: string }[]>(app.send('GET', String(period!.transactionsPath)));
    expect(behind.map(({ externalId }) => externalId).sort()).toEqual(['ar-1', 'ar-3']);
  });

  it('counts what the state counts, projects the day, and returns the first day of collection', async () => {
    const to = { shippingAddress: { country: 'US', state: 'TN', zip: '37203', isPartial: true } };
    await sell('tn-1', { ...to, ...on('2026-06-01') });
    await sell('tn-2', { ...to, ...on('2026-06-02') }, { customerType: 'RESELLER' });
    const [before] = await list('?state=TN&asOf=2026-07-10');
    expect(before).toMatchObject({
      status: 'BELOW',
      threshold: {
        countedSales: 'RETAIL',
        // The same page names the amount and the counted sales: it is listed once.
        sources: [
          {
            title: expect.stringContaining('Tennessee Department of Revenue, RS-3'),
            url: 'https://revenue.support.tn.gov/hc/en-us/articles/360057680592-RS-3-How-to-Apply-Sales-Threshold',
            readOn: '2026-11-28',
          },
        ],
      },
      periods: [
        { salesAmount: 60_000, excludedSales: [{ reason: 'RESALE', salesAmount: 60_000, transactionCount: 1 }] },
      ],
      // 60,000 in 90 days, none before: 40,000 are left, which takes 60 days.
      projection: {
        outcome: 'PROJECTED',
        reachedOn: '2026-09-08',
        from: '2026-04-12',
        salesAmount: 60_000,
        transactionCount: 1,
      },
      firstCollection: { outcome: 'NOT_REACHED', rule: expect.stringContaining('third month') },
    });
    await sell('tn-3', { ...to, ...on('2026-06-15') });
    const [after] = await list('?state=TN&asOf=2026-07-10');
    expect(after).toMatchObject({
      reachedOn: '2026-06-15',
      projection: { outcome: 'ALREADY_REACHED' },
      firstCollection: { outcome: 'KNOWN', collectFrom: '2026-09-01' },
    });
    const [newYork] = await list('?state=NY&asOf=2026-07-10');
    expect(newYork).toMatchObject({
      periods: [{ from: '2025-06-01', to: '2026-05-31', endsOn: '2026-05-31' }],
      runningPeriod: { from: '2025-09-01', to: '2026-07-10', endsOn: '2026-08-31' },
      projection: { outcome: 'NOT_RISING' },
    });
  });

  it('uses the threshold of the day', async () => {
    const [before] = await list('?state=IL&asOf=2025-12-31');
    expect(before!.threshold).toMatchObject({ transactionCount: 200, combine: 'EITHER', validThrough: '2025-12-31' });
  });

  it('adds up sales to Wisconsin until they reach the threshold', async () => {
    const to = { shippingAddress: { country: 'US', state: 'WI', zip: '53202', isPartial: true } };
    const lamp = (unitPrice: number) => ({ items: [anItemBody({ unitPrice, quantity: 1 })] });
    await sell('wi-1', { ...to, ...lamp(79_999.99), ...on('2026-02-01') });
    const status = async (day = '2026-07-10') => (await list(`?state=WI&asOf=${day}`))[0]!;
    expect(await status()).toMatchObject({ status: 'BELOW' });
    await sell('wi-2', { ...to, ...lamp(0.01), ...on('2026-03-01') });
    expect(await status()).toMatchObject({ status: 'APPROACHING', periods: [{ salesAmount: 80_000 }, {}] });
    await sell('wi-3', { ...to, ...lamp(20_000), ...on('2026-04-01') }, { customerType: 'MARKETPLACE' });
    await sell('wi-4', { ...to, ...lamp(9), currency: 'EUR', ...on('2026-05-01') });
    const reached = await status();
    expect(reached).toMatchObject({
      status: 'REACHED',
      reachedOn: '2026-04-01',
      periods: [
        {
          from: '2026-01-01',
          to: '2026-07-10',
          salesAmount: 100_000,
          transactionCount: 4,
          notConverted: [{ currency: 'EUR', salesAmount: 9, transactionCount: 1 }],
          status: 'REACHED',
          reachedOn: '2026-04-01',
        },
        { from: '2025-01-01', to: '2025-12-31', salesAmount: 0, status: 'BELOW' },
      ],
    });
    expect(reached.notices).toContainEqual(expect.objectContaining({ code: 'SALES_NOT_CONVERTED' }));
    expect(await status('2026-03-31')).toMatchObject({ status: 'APPROACHING' });
    expect(await status('2027-12-31')).toMatchObject({ status: 'REACHED', periods: [{ salesAmount: 0 }, {}] });
    await sell('wi-5', {
      ...to,
      ...lamp(0.01),
      transactionType: 'REFUND',
      createdFrom: 'wi-2',
      ...on('2026-06-01'),
    });
    expect(await status()).toMatchObject({ status: 'APPROACHING', periods: [{ salesAmount: 99_999.99 }, {}] });
  });

  it('rejects invalid queries', async () => {
    const get = (query: string) => app.send('GET', `/v1/nexus${query}`);
    expect(await faultsOf(await get('?state=Texs'))).toEqual(['state UNKNOWN_VALUE']);
    expect(await faultsOf(await get('?state=QC&country=Atlantis'))).toEqual(['country UNKNOWN_VALUE']);
    expect(await faultsOf(await get('?asOf=2026-02-30&colour=red'))).toEqual([
      'colour UNKNOWN_PARAMETER',
      'asOf INVALID_FORMAT',
    ]);
  });
});

it('applies to the next document, and not to stored ones', async () => {
  expect((await app.send('PATCH', '/v1/account', { collectionPolicy: 'WHERE_REGISTERED' })).status).toBe(200);
  authClock.advance(1_000);
  const taxOf = async (externalId: string) => {
    const path = `/v1/transactions/source/9/externalId/${externalId}`;
    return (await bodyOf<{ reason: string; salesTax: { amount: number } }>(app.send('GET', path))).salesTax.amount;
  };
  await sell('tx-1', { shippingAddress: texas });
  await app.send('PUT', '/v1/nexus/place/US-TX', { registrations: [{ validFrom: '2026-06-01' }] });
  await sell('tx-2', { shippingAddress: texas });
  await app.send('DELETE', '/v1/nexus/place/US-TX');
  await sell('tx-3', { shippingAddress: texas, ...on('2026-07-11') });
  expect([await taxOf('tx-1'), await taxOf('tx-2'), await taxOf('tx-3')]).toEqual([0, 4950, 0]);
  const said = await bodyOf<{ notices: unknown[] }>(app.send('GET', '/v1/transactions/source/9/externalId/tx-3'));
  expect(said.notices).toContainEqual({
    code: 'NOT_COLLECTING',
    pointer: '/shippingAddress',
    message: 'The tax of Texas is not collected: the declarations there ended on 2026-07-10.',
  });
  await app.send('PATCH', '/v1/account', { collectionPolicy: null });
});

it('the list is complete, or read page by page', async () => {
  type Tracker = { readonly place: string };
  const whole = await bodyOf<Tracker[]>(app.send('GET', '/v1/nexus'));
  expect(whole.length).toBeGreaterThan(40);
  const paged: Tracker[] = [];
  for (let path: string | undefined = '/v1/nexus?limit=20'; path; ) {
    const page = await app.send('GET', path);
    const rows = await bodyOf<Tracker[]>(page);
    expect(rows.length).toBeLessThanOrEqual(20);
    paged.push(...rows);
    path = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(paged).toEqual(whole);
});

it('continues after a place that is no longer in the list', async () => {
  await app.send('PUT', '/v1/nexus/place/US-AK', { physicalNexus: { validFrom: '2026-01-01' } });
  const states = async (path: string) => (await bodyOf<Tracker[]>(app.send('GET', path))).map(({ state }) => state);
  const page = await app.send('GET', '/v1/nexus?limit=2');
  expect(await bodyOf(page)).toMatchObject([{ state: 'AK' }, { state: 'AL' }]);
  const next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')![1]!;
  const [first, ...others] = await states('/v1/nexus?only=DECLARED&limit=3');
  expect([first, others.includes('AL')]).toEqual(['AK', false]);
  expect(await states(`${next}&only=DECLARED`)).toEqual(others);
});
