import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let consumer: string;
let business: string;
let neighbour: string;

beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-10T08:00:00Z') });
  const settings = {
    homeAddress: { country: 'DE' },
    collectionPolicy: 'WHERE_REGISTERED',
    euDistanceSales: 'MEASURED',
    defaultCurrency: 'EUR',
  };
  expect((await app.send('PATCH', '/v1/account', settings)).status).toBe(200);
  const declared = { registrations: [{ validFrom: '2020-01-01', scheme: 'STANDARD' }] };
  expect((await app.send('PUT', '/v1/nexus/place/DE', declared)).status).toBeLessThan(300);
  const store = async (externalId: string, more: object) =>
    (
      await bodyOf<Json>(
        app.send('PUT', `/v1/customers/source/9/externalId/${externalId}`, aCustomerBody({ externalId, ...more })),
      )
    ).serviceId;
  consumer = await store('consumer', {});
  business = await store('business', { taxNumber: 'FR40303265045' });
  neighbour = await store('neighbour', { taxNumber: 'DE136695976' });
});
afterAll(() => app.close());

const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;

async function sell(externalId: string, on: string, net: number, country: string, more: object = {}): Promise<Json> {
  const body = anInvoiceBody(consumer, {
    externalId,
    currency: 'EUR',
    shippingAddress: { country },
    externalTimestamps: { createdDate: on, updatedDate: on },
    items: [anItemBody({ unitPrice: net, quantity: 1 })],
    ...more,
  });
  const response = await app.send('PUT', pathOf(externalId), body);
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return bodyOf(response);
}

const codes = ({ notices }: Json) =>
  notices.map(({ code }: Json) => code).filter((code: string) => /ORIGIN|EU_THRESHOLD/.test(code));
const euTracker = async (on: string) => (await bodyOf<Json>(app.send('GET', `/v1/nexus?country=EU&asOf=${on}`)))[0];
const taxOf = ({ salesTax }: Json) => salesTax.amount;

it('taxes at home until the year’s sales pass 10,000 EUR, and at the destination from the sale that passes them', async () => {
  // The standard rates: 19 % in Germany, 20 % in France, 22 % in Italy.
  const first = await sell('a', '2026-02-01', 5_000, 'FR');
  expect([taxOf(first), codes(first)]).toEqual([950, ['TAXED_AT_ORIGIN']]);
  // Neither domestic sales nor sales to businesses count.
  expect(taxOf(await sell('home', '2026-02-02', 4_000, 'DE'))).toBe(760);
  await sell('b2b', '2026-02-03', 9_000, 'FR', { customerId: business });
  // A business with a number of the state of dispatch pays the VAT there.
  const local = await sell('b2b-local', '2026-02-03', 9_000, 'FR', { customerId: neighbour });
  expect([taxOf(local), codes(local)]).toEqual([1710, []]);
  // Services under articles other than 58, and goods within another member state (article 59c), do not count either.
  const service = (taxCode: string) => [anItemBody({ taxCode, unitPrice: 9_000, quantity: 1 })];
  const hotel = await sell('hotel', '2026-02-04', 0, 'FR', { items: service('C5S2') });
  expect(hotel.items[0].reason).toBe('NOT_COLLECTING');
  const agent = await sell('agent', '2026-02-04', 0, 'FR', { items: service('C4S5') });
  expect([agent.items[0].reason, codes(agent)]).toEqual(['NOT_COLLECTING', []]);
  await sell('stock', '2026-02-05', 5_000, 'FR', { shipFromAddress: { country: 'FR' } });
  const near = await sell('b', '2026-03-01', 4_000, 'IT');
  expect([taxOf(near), codes(near)]).toEqual([760, ['TAXED_AT_ORIGIN', 'EU_THRESHOLD_APPROACHING']]);
  const exact = await sell('c', '2026-03-02', 1_000, 'IT');
  expect([taxOf(exact), codes(exact)]).toEqual([190, ['TAXED_AT_ORIGIN', 'EU_THRESHOLD_APPROACHING']]);
  const past = await sell('d', '2026-03-03', 1, 'IT');
  expect([taxOf(past), codes(past)]).toEqual([0.22, ['EU_THRESHOLD_PASSED']]);
  expect(past.notices.find(({ code }: Json) => code === 'EU_THRESHOLD_PASSED').message).toContain('10001 EUR');
  expect(taxOf(await sell('e', '2026-04-01', 100, 'FR'))).toBe(20);
  // Earlier days do not change, nor does a document that is sent again.
  expect(taxOf(await sell('early', '2026-01-05', 10, 'FR'))).toBe(1.9);
  expect(taxOf(await sell('a', '2026-02-01', 5_000, 'FR', { documentName: 'Again' }))).toBe(950);
  expect(taxOf(await sell('a', '2026-02-01', 4_900, 'FR'))).toBe(931);
});

it('counts for the tracker of the EU, with the documents behind it, and not twice in liability', async () => {
  const tracker = await euTracker('2026-06-30');
  // 4,900 + 4,000 + 1,000 + 1 + 100 + 10
  expect(tracker.periods[0]).toMatchObject({ salesAmount: 10_011, transactionCount: 6 });
  const behind = await bodyOf<Json>(app.send('GET', tracker.periods[0].transactionsPath));
  expect(behind.map(({ externalId }: Json) => externalId).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'early']);
  const { rows } = await bodyOf<Json>(app.send('GET', '/v1/liability?period=2026&groupBy=COUNTRY'));
  const sales = Object.fromEntries(rows.map(({ key, amounts }: Json) => [key.country, amounts.grossSalesAmount]));
  // At home: 4,000 in Germany, 9,000 to a business with a German number, and 9,910 to consumers elsewhere; the business in France pays the tax itself. 9,000, 9,000 and 5,000 are taxed in France only.
  expect(sales).toEqual({ DE: 22_910, FR: 32_100, IT: 1 });
});

it('subtracts the refund of a sale that was taxed at home', async () => {
  await sell('r', '2022-02-01', 500, 'FR');
  const items = [anItemBody({ unitPrice: 200, quantity: 1 })];
  const refund = await sell('r-1', '2022-02-10', 0, 'FR', { transactionType: 'REFUND', createdFrom: 'r', items });
  expect(taxOf(refund)).toBe(38);
  const [year] = (await euTracker('2022-06-30')).periods;
  expect(year).toMatchObject({ salesAmount: 300, transactionCount: 1 });
  const behind = await bodyOf<Json>(app.send('GET', year.transactionsPath));
  expect(behind.map(({ externalId }: Json) => externalId).sort()).toEqual(['r', 'r-1']);
});

it('also decides for the next year, and follows cancelled documents', async () => {
  const next = await sell('n', '2027-01-10', 10, 'FR');
  expect([taxOf(next), codes(next)]).toEqual([2, ['EU_THRESHOLD_PASSED']]);
  await app.send('DELETE', pathOf('b'));
  const { taxAmount } = (await bodyOf<Json>(app.send('POST', `${pathOf('n')}/recalculate`, { reason: 'Cancelled' })))
    .items[0];
  expect(taxAmount).toBe(1.9);
});

it('counts a shipping fee without items like one for goods: to France, but not to the Canary Islands', async () => {
  const items = [anItemBody({ unitPrice: 100, quantity: 1, shippingAddress: { country: 'DE' } })];
  const shippingFee = { taxCode: 'C6S1', totalPrice: 20 };
  await sell('fee-fr', '2024-03-01', 0, 'FR', { items, shippingFee });
  const canaries = { country: 'ES', zip: '35001', isPartial: true };
  await sell('fee-cn', '2024-03-01', 0, 'ES', { items, shippingFee, shippingAddress: canaries });
  const { periods } = await euTracker('2024-12-31');
  expect(periods[0]).toMatchObject({ salesAmount: 20, transactionCount: 1 });
});

it('counts goods sent to consumers in Northern Ireland, but no services and no goods from Great Britain', async () => {
  const belfast = { shippingAddress: { country: 'XI', city: 'Belfast', zip: 'BT1 5GS', isPartial: true } };
  const first = await sell('ni', '2029-02-01', 9_000, 'GB', belfast);
  expect([taxOf(first), codes(first)]).toEqual([1_710, ['TAXED_AT_ORIGIN', 'EU_THRESHOLD_APPROACHING']]);
  await sell('ni-software', '2029-02-02', 0, 'GB', {
    ...belfast,
    items: [anItemBody({ taxCode: 'C3S3', unitPrice: 9_000 })],
  });
  await sell('ni-from-gb', '2029-02-03', 9_000, 'GB', { ...belfast, shipFromAddress: { country: 'GB' } });
  await sell('gb', '2029-02-03', 9_000, 'GB');
  expect(codes(await sell('ni-fr', '2029-03-01', 1_500, 'FR'))).toEqual(['EU_THRESHOLD_PASSED']);
  // The standard rate is 20 % in the United Kingdom.
  const past = await sell('ni-past', '2029-04-01', 100, 'GB', belfast);
  expect([taxOf(past), codes(past)]).toEqual([20, ['EU_THRESHOLD_PASSED']]);
  const [year] = (await euTracker('2029-12-31')).periods;
  expect(year).toMatchObject({ salesAmount: 10_600, transactionCount: 3 });
  const behind = await bodyOf<Json>(app.send('GET', year.transactionsPath));
  expect(behind.map(({ externalId }: Json) => externalId).sort()).toEqual(['ni', 'ni-fr', 'ni-past']);
});

it('is not listed behind liability at another rate', async () => {
  await sell('rate', '2025-03-01', 100, 'FR');
  const listed = (rate: string) =>
    bodyOf<Json[]>(app.send('GET', `/v1/liability/transactions?period=2025&rate=${rate}`));
  expect([(await listed('0.19')).length, (await listed('0')).length]).toEqual([1, 0]);
});

it('has a notice in quotes of both doors', async () => {
  const quote = {
    transactionType: 'INVOICE',
    currency: 'EUR',
    items: [anItemBody({ unitPrice: 9_000, quantity: 1 })],
    shippingAddress: { country: 'FR' },
    taxDate: '2026-05-01',
  };
  const told = await bodyOf<Json>(app.send('POST', '/v1/transactions/calculate', quote));
  expect([taxOf(told), codes(told)]).toEqual([1_800, ['EU_THRESHOLD_PASSED']]);
  const input = `{ currency: "EUR", taxDate: "2026-05-01", items: [{ name: "A lamp", taxCode: "C1S1", unitPrice: 100 }], shippingAddress: { country: "FR" } }`;
  const answer = await ask(
    app,
    `{ calculateTax(input: ${input}) { ... on Quote { salesTax { amount } notices { code } } ... on UserError { message } } }`,
  );
  expect(answer.errors).toBeUndefined();
  expect(codes(answer.data.calculateTax)).toEqual(['TAXED_AT_ORIGIN']);
});

it('has a notice that the one-stop shop leaves nothing to measure', async () => {
  const shop = async (oneStopShop: boolean) =>
    expect((await app.send('PATCH', '/v1/account', { oneStopShop })).status).toBe(200);
  const codesOf = async (customerId: string, country: string) =>
    (
      await bodyOf<Json>(
        app.send('POST', '/v1/transactions/calculate', {
          customerId,
          currency: 'EUR',
          shippingAddress: { country },
          externalTimestamps: { createdDate: '2022-01-10', updatedDate: '2022-01-10' },
          items: [anItemBody({ unitPrice: 10, quantity: 1 })],
        }),
      )
    ).notices.map(({ code }: Json) => code);
  await shop(true);
  expect(await codesOf(consumer, 'IT')).toContain('EU_THRESHOLD_NOT_MEASURED');
  expect(await codesOf(business, 'FR')).not.toContain('EU_THRESHOLD_NOT_MEASURED');
  expect(await codesOf(consumer, 'DE')).not.toContain('EU_THRESHOLD_NOT_MEASURED');
  await shop(false);
});

it('measures estimates and orders as the invoice that they become', async () => {
  expect(taxOf(await sell('2023', '2023-02-01', 6_000, 'FR'))).toBe(1_140);
  const estimate = await sell('2023-e', '2023-03-01', 5_000, 'FR', { transactionType: 'ESTIMATE' });
  expect([taxOf(estimate), codes(estimate)]).toEqual([1_000, ['EU_THRESHOLD_PASSED']]);
  // An estimate is not a sale, so it does not count for later ones.
  expect(taxOf(await sell('2023-b', '2023-04-01', 4_000, 'FR'))).toBe(760);
});

it('does not count a sale twice that moves to the next year', async () => {
  expect(taxOf(await sell('moved', '2024-12-01', 6_000, 'FR'))).toBe(1_140);
  expect(taxOf(await sell('stays', '2024-12-02', 4_500, 'FR'))).toBe(900);
  // 4,500 remain in 2024, and 6,000 are in 2025.
  const moved = await sell('moved', '2025-01-05', 6_000, 'FR');
  expect([taxOf(moved), codes(moved)]).toEqual([1_140, ['TAXED_AT_ORIGIN']]);
});

it('measures only the sales of a document that the threshold counts', async () => {
  const own = (net: number) => anItemBody({ name: 'Own', unitPrice: net, quantity: 1 });
  const resold = anItemBody({ name: 'Resold', unitPrice: 9_950, quantity: 1, collectedBy: 'MARKETPLACE' });
  // 23 % in Poland.
  const mixed = await sell('mixed', '2031-05-05', 0, 'PL', { items: [own(100), resold] });
  expect([taxOf(mixed), codes(mixed)]).toEqual([19, ['TAXED_AT_ORIGIN']]);
  const reseller = aCustomerBody({ externalId: 'reseller', customerType: 'RESELLER' });
  const { serviceId } = await bodyOf<Json>(app.send('PUT', '/v1/customers/source/9/externalId/reseller', reseller));
  const resale = await sell('resale', '2031-05-06', 12_000, 'PL', { customerId: serviceId });
  expect(codes(resale)).toEqual(['TAXED_AT_ORIGIN']);
  // 15,000 replace the 100 that counted: 3,450 is 23 %.
  const replaced = await sell('mixed', '2031-05-05', 15_000, 'PL');
  expect([taxOf(replaced), codes(replaced)]).toEqual([3_450, ['EU_THRESHOLD_PASSED']]);
  expect(replaced.notices.find(({ code }: Json) => code === 'EU_THRESHOLD_PASSED').message).toContain('15000 EUR');
});

it('measures the documents of a batch one after another', async () => {
  const transactions = [1, 2, 3].map((day) =>
    anInvoiceBody(consumer, {
      externalId: `batch-${day}`,
      currency: 'EUR',
      shippingAddress: { country: 'FR' },
      externalTimestamps: { createdDate: `2021-08-0${day}`, updatedDate: `2021-08-0${day}` },
      items: [anItemBody({ unitPrice: 5_000, quantity: 1 })],
    }),
  );
  const { results } = await bodyOf<Json>(app.send('POST', '/v1/transactions/batch', { transactions }));
  expect(results.map(({ status }: Json) => status)).toEqual([201, 201, 201]);
  const stored = await Promise.all([1, 2, 3].map((day) => bodyOf<Json>(app.send('GET', pathOf(`batch-${day}`)))));
  expect(stored.map(taxOf)).toEqual([950, 950, 1_000]);
});
