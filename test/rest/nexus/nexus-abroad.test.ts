import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-10T08:00:00Z') });
});
afterAll(() => app.close());

type Period = Record<string, unknown> & { readonly transactionsPath: string };
type Tracker = Record<string, unknown> & { readonly periods: readonly Period[]; readonly notices: { code: string }[] };

const tracked = async (country: string, on = '2026-07-01') =>
  (await bodyOf<Tracker[]>(app.send('GET', `/v1/nexus?country=${country}&asOf=${on}`)))[0]!;

type Sale = { readonly country: string; readonly price: number; readonly currency: string; readonly day: string };

let number = 0;
/** One item of a service that can be supplied from anywhere, so that limits for goods are irrelevant. */
async function sell({ country, price, currency, day }: Sale, customer: Record<string, unknown> = {}) {
  number += 1;
  const key = `abroad-${customer.taxNumber ?? 'consumer'}`;
  const { serviceId } = await bodyOf<{ serviceId: string }>(
    app.send('PUT', `/v1/customers/source/9/externalId/${key}`, aCustomerBody({ externalId: key, ...customer })),
  );
  const externalId = `abroad-${number}`;
  const body = anInvoiceBody(serviceId, {
    externalId,
    currency,
    shippingAddress: { country, isPartial: true },
    externalTimestamps: { createdDate: day, updatedDate: day },
    items: [anItemBody({ taxCode: 'C3S3', unitPrice: price, quantity: 1 })],
  });
  const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
  expect(response.status).toBe(201);
  return externalId;
}

const behind = async ({ transactionsPath }: Period) =>
  (await bodyOf<{ externalId: string }[]>(app.send('GET', transactionsPath))).map(({ externalId }) => externalId);

describe('nexus of a seller from the US', () => {
  it('in Norway counts twelve months in kroner, at the stored rate of each day', async () => {
    await app.send('POST', '/v1/exchange_rates/batch', {
      rates: [{ fromCurrency: 'USD', toCurrency: 'NOK', publishedOn: '2026-03-02', rate: 10.5, source: 'Norges Bank' }],
    });
    const counted = [
      await sell({ country: 'NO', price: 9_500, currency: 'NOK', day: '2025-07-02' }),
      await sell({ country: 'NO', price: 4_000, currency: 'USD', day: '2026-03-02' }),
      await sell({ country: 'NO', price: 100, currency: 'USD', day: '2026-05-04' }),
    ];
    await sell({ country: 'NO', price: 30_000, currency: 'NOK', day: '2025-07-01' });
    const tracker = await tracked('NO');
    expect(tracker).toMatchObject({
      name: 'Norway',
      status: 'REACHED',
      reachedOn: '2026-03-02',
      threshold: {
        salesAmount: 50_000,
        currency: 'NOK',
        period: 'PRIOR_12_MONTHS',
        countedSales: 'CONSUMERS',
        validFrom: '2020-04-01',
        sources: expect.arrayContaining([{ title: 'skatteetaten.no, Registration in the VOEC Register' }]),
      },
      firstCollection: { outcome: 'KNOWN', collectFrom: '2026-03-02' },
    });
    expect(tracker.periods).toEqual([
      expect.objectContaining({
        from: '2025-07-02',
        to: '2026-07-01',
        currency: 'NOK',
        // 9,500 and 4,000 x 10.5
        salesAmount: 51_500,
        transactionCount: 3,
        salesShare: 1.03,
        converted: [{ currency: 'USD', salesAmount: 4_000, transactionCount: 1 }],
        notConverted: [{ currency: 'USD', salesAmount: 100, transactionCount: 1 }],
      }),
    ]);
    expect((await behind(tracker.periods[0]!)).sort()).toEqual(counted);
    expect(tracker.notices.map(({ code }) => code)).toEqual(['NOT_TESTED', 'SALES_NOT_CONVERTED']);
  });

  it('leaves out sales whose buyer accounts for the tax', async () => {
    await sell({ country: 'AU', price: 60_000, currency: 'AUD', day: '2026-06-01' });
    await sell(
      { country: 'AU', price: 30_000, currency: 'AUD', day: '2026-06-02' },
      { taxNumber: '51824753556', taxNumberCountry: 'AU' },
    );
    const tracker = await tracked('AU');
    expect(tracker).toMatchObject({ status: 'APPROACHING', threshold: { salesAmount: 75_000, currency: 'AUD' } });
    expect(tracker.periods[0]).toMatchObject({
      salesAmount: 60_000,
      salesShare: 0.8,
      excludedSales: [{ reason: 'BUSINESS', currency: 'AUD', salesAmount: 30_000, transactionCount: 1 }],
    });
  });

  it('in the United Kingdom and the EU begins with the first sale, in any currency', async () => {
    const before = await tracked('GB');
    expect(before).toMatchObject({ status: 'BELOW', threshold: { salesAmount: 0, currency: 'GBP' } });
    expect(before.projection).toMatchObject({ outcome: 'NOT_RISING' });
    await sell({ country: 'GB', price: 1, currency: 'USD', day: '2026-06-03' });
    await sell({ country: 'FR', price: 1, currency: 'EUR', day: '2026-06-04' });
    const after = await tracked('GB');
    expect(after).toMatchObject({ status: 'REACHED', reachedOn: '2026-06-03' });
    expect(after.periods[0]!.salesShare).toBeUndefined();
    expect(await tracked('FR')).toMatchObject({ status: 'REACHED', reachedOn: '2026-06-04' });
    expect(await tracked('DE')).toMatchObject({ status: 'BELOW' });
    expect(await tracked('EU')).toBeUndefined();
  });

  it.each([
    ['CH', 100_000, 'CHF', 'CURRENT_OR_PRIOR_CALENDAR_YEAR'],
    ['NZ', 60_000, 'NZD', 'PRIOR_12_MONTHS'],
    ['SG', 100_000, 'SGD', 'CURRENT_OR_PRIOR_CALENDAR_YEAR'],
    ['CA', 30_000, 'CAD', 'PRIOR_12_MONTHS'],
  ])('in %s begins at %i %s', async (country, salesAmount, currency, period) => {
    await sell({ country, price: 1, currency, day: '2026-06-05' });
    expect(await tracked(country)).toMatchObject({ status: 'BELOW', threshold: { salesAmount, currency, period } });
  });

  it('adds up the provinces of Canada', async () => {
    const day = '2026-06-08';
    const query =
      '{ nexusTrackers(filter: { country: { eq: "CA" } }, asOf: "2026-07-01") { nodes { reachedOn periods { salesAmount transactionCount } } } }';
    await sell({ country: 'CA', price: 29_999, currency: 'CAD', day });
    const { data } = await ask(app, query);
    expect(data.nexusTrackers.nodes[0]).toMatchObject({
      reachedOn: day,
      periods: [{ salesAmount: '30000.00', transactionCount: 2 }],
    });
  });
});

describe('crossing a threshold', () => {
  const noticesOf = async (externalId: string) => {
    const { notices } = await bodyOf<{ notices: { code: string; message: string }[] }>(
      app.send('GET', `/v1/transactions/source/9/externalId/${externalId}`),
    );
    return notices.filter(({ code }) => code === 'NEXUS_THRESHOLD_REACHED').map(({ message }) => message);
  };
  const toSwitzerland = (price: number, day: string) => sell({ country: 'CH', price, currency: 'CHF', day });

  it('is reported by the next invoices to the place, if the account enables it', async () => {
    const query = 'mutation { updateAccount(input: {nexusNotices: true}) { ... on Account { nexusNotices } } }';
    expect((await ask(app, query)).data.updateAccount).toEqual({ nexusNotices: true });
    const below = await toSwitzerland(60_000, '2026-06-10');
    const crossing = await toSwitzerland(50_000, '2026-06-11');
    const next = await toSwitzerland(1, '2026-06-12');
    const earlier = await toSwitzerland(1, '2026-06-09');
    expect([await noticesOf(below), await noticesOf(crossing), await noticesOf(earlier)]).toEqual([[], [], []]);
    expect(await noticesOf(next)).toEqual([
      'Switzerland: Sales reached the threshold of 100000 CHF on 2026-06-11, but neither nexus nor a registration is declared. See the nexus of the place for the figures and the rule.',
    ]);
    await app.send('PUT', '/v1/nexus/place/CH', { registrations: [{ validFrom: '2026-06-01' }] });
    expect(await noticesOf(await toSwitzerland(1, '2026-06-13'))).toEqual([]);
    await app.send('DELETE', '/v1/nexus/place/CH');
  });

  it('is reported in US states as well, and not with the setting off', async () => {
    const toState = async (unitPrice: number) => {
      number += 1;
      const externalId = `state-${number}`;
      const { serviceId } = await bodyOf<{ serviceId: string }>(
        app.send('PUT', '/v1/customers/source/9/externalId/state', aCustomerBody({ externalId: 'state' })),
      );
      const shippingAddress = { country: 'US', state: 'WI', zip: '53703', city: 'Madison', isPartial: true };
      const items = [anItemBody({ unitPrice, quantity: 1 })];
      const body = anInvoiceBody(serviceId, { externalId, shippingAddress, items });
      await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
      return noticesOf(externalId);
    };
    expect(await toState(100_000)).toEqual([]);
    expect(await toState(1)).toEqual([expect.stringMatching(/^Wisconsin: Sales reached the threshold of 100000 USD/)]);
    await app.send('PATCH', '/v1/account', { nexusNotices: false });
    expect(await toState(1)).toEqual([]);
  });
});

describe('nexus of a seller in Germany', () => {
  beforeAll(async () => {
    await app.send('PATCH', '/v1/account', { homeAddress: { country: 'DE' } });
  });

  it('counts sales to consumers in all other member states together, in both interfaces', async () => {
    await sell({ country: 'IT', price: 6_000, currency: 'EUR', day: '2026-04-01' });
    const last = await sell({ country: 'ES', price: 3_999, currency: 'EUR', day: '2026-05-04' });
    await sell({ country: 'DE', price: 50_000, currency: 'EUR', day: '2026-05-05' });
    const tracker = await tracked('EU');
    // 1 to France, 6,000 to Italy and 3,999 to Spain
    expect(tracker).toMatchObject({
      country: 'EU',
      status: 'REACHED',
      reachedOn: '2026-06-04',
      threshold: { salesAmount: 10_000, currency: 'EUR', validFrom: '2021-07-01' },
    });
    expect(tracker.periods[0]).toMatchObject({ from: '2026-01-01', salesAmount: 10_000, transactionCount: 3 });
    expect(await behind(tracker.periods[0]!)).toContain(last);
    const { data, errors } = await ask(
      app,
      `{ nexusTrackers(filter: { country: { eq: "EU" } }, asOf: "2026-07-01") { nodes { threshold { currency otherConditions }
        periods { salesAmount converted { currency } transactions { totalCount } countries } } } }`,
    );
    expect(errors).toBeUndefined();
    const [period] = data.nexusTrackers.nodes[0].periods;
    // The 26 other member states, and sales there that are taxed at home.
    expect(period.countries).toHaveLength(27);
    const query = `query ($countries: [CountryCode!]) {
      transactions(counted: { period: { range: { from: "2026-01-01", to: "2026-07-01" } }, countries: $countries, byTaxDate: true }) { totalCount }
    }`;
    for (const [countries, totalCount] of [
      [period.countries, 3],
      [[], 0],
    ]) {
      expect((await ask(app, query, { variables: { countries } })).data).toEqual({ transactions: { totalCount } });
    }
    delete period.countries;
    expect(data.nexusTrackers.nodes[0]).toMatchObject({
      threshold: {
        currency: 'EUR',
        otherConditions: expect.stringContaining('stock of goods in another member state'),
      },
      periods: [
        { salesAmount: '10000.00', converted: [], transactions: { totalCount: 3 } },
        { salesAmount: '0.00', converted: [], transactions: { totalCount: 0 } },
      ],
    });
  });

  it('has no threshold of the kind in its own country, nor in each member state', async () => {
    expect((await tracked('DE')).threshold).toBeUndefined();
    expect((await tracked('FR')).threshold).toBeUndefined();
    expect((await tracked('GB')).threshold).toMatchObject({ salesAmount: 0 });
  });
});
