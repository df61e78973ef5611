import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-20T12:00:00Z') });
  // A charity may buy general goods tax-free. It has no relief for software, for which it is a reseller.
  await customer('both');
  await certificate('both', 'CHARITY', ['C1S1']);
  await certificate('both', 'RESALE', ['C3S3']);
  await customer('farm');
  await certificate('farm', 'AGRICULTURE', []);
  await customer('plain');
  await sell('b-1', 'both', { items: [of('C1S1', 100), of('C3S3', 40), of('C5S2', 7)] });
  await sell('f-1', 'farm', { items: [of('C1S1', 60), of('C1S1', 20)] });
  await sell('f-2', 'farm', {
    transactionType: 'REFUND',
    createdFrom: 'f-1',
    items: [of('C1S1', 20)],
  });
  await sell('p-1', 'plain', { items: [of('C1S1', 10)] });
  // Three reasons without a valid certificate: taxed, not taxable (clothing), and collected by a marketplace.
  await sell('p-2', 'plain', {
    items: [of('C1S1', 5), of('C1S2', 4), { ...of('C1S1', 3), collectedBy: 'MARKETPLACE' }],
  });
});
afterAll(() => app.close());

const ids = new Map<string, string>();

async function customer(name: string): Promise<void> {
  const stored = await app.send(
    'PUT',
    `/v1/customers/source/9/externalId/${name}`,
    aCustomerBody({ externalId: name }),
  );
  ids.set(name, (await bodyOf<Json>(stored)).serviceId);
}

async function certificate(buyer: string, exemptionReason: string, taxCodes: readonly string[]): Promise<void> {
  const exemption = {
    customerId: ids.get(buyer),
    exemptionReason,
    taxCodes,
    certificate: { certificateId: exemptionReason },
  };
  expect((await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] })).status).toBe(200);
}

const of = (taxCode: string, unitPrice: number) =>
  anItemBody({ itemId: `${taxCode} ${unitPrice}`, taxCode, unitPrice, quantity: 1 });

async function sell(externalId: string, buyer: string, more: object): Promise<void> {
  const externalTimestamps = { createdDate: '2026-06-10', updatedDate: '2026-06-10' };
  const body = anInvoiceBody(ids.get(buyer)!, {
    externalId,
    externalTimestamps,
    shippingAddress: minneapolis,
    ...more,
  });
  const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
  expect(response.status, await response.clone().text()).toBeLessThan(300);
}

async function rowsBy(groupBy: string): Promise<Json[]> {
  return (await bodyOf<Json>(app.send('GET', `/v1/liability?period=2026-06&groupBy=${groupBy}`))).rows;
}

it('are what liability groups exempt sales by, counting each document once', async () => {
  const rows = await rowsBy('EXEMPTION_REASON');
  const found = rows.map(({ key, amounts, transactionCount }) => [
    key.exemptionReason ?? null,
    amounts.grossSalesAmount,
    amounts.exemptAmount,
    transactionCount,
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['CHARITY', 100, 100, 1],
      ['RESALE', 40, 40, 1],
      ['AGRICULTURE', 60, 60, 2],
      [null, 26, 4, 3],
    ]),
  );
  expect(found).toHaveLength(4);
});

it('do not change the other groups: a document counts once in each, with any number of certificates', async () => {
  const rows = await rowsBy('TAX_CODE,REASON,RATE');
  const exempt = rows.filter(({ key }) => key.reason === 'CUSTOMER_EXEMPT');
  expect(exempt.map(({ key, transactionCount }) => [key.taxCode, transactionCount])).toEqual([
    ['C1S1', 3],
    ['C3S3', 1],
  ]);
});

it.each(['EXEMPTION_REASON', 'EXEMPTION_REASON,JURISDICTION'])(
  'lead to the documents of each row, by %s',
  async (by) => {
    for (const { key, transactionCount, transactionsPath } of await rowsBy(by)) {
      const documents = await bodyOf<Json>(app.send('GET', transactionsPath));
      expect([key.exemptionReason, documents.length]).toEqual([key.exemptionReason, transactionCount]);
      const twin = await bodyOf<Json>(app.send('GET', `${transactionsPath}&explain=graphql`));
      expect(twin.variables.counted.exemptionReason).toBe(key.exemptionReason ?? 'NONE');
    }
    const query = `{ liability(period: {month: "2026-06"}, groupBy: [${by}]) {
    rows { key { exemptionReason } transactionCount transactions { totalCount } } } }`;
    const { rows } = (await ask(app, query)).data.liability;
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect([row.key, row.transactions.totalCount]).toEqual([row.key, row.transactionCount]);
  },
);

it('have their own amounts in the reporting currency', async () => {
  const rates = [{ fromCurrency: 'EUR', toCurrency: 'USD', source: 'ECB', publishedOn: '2026-06-09', rate: 2 }];
  expect((await app.send('POST', '/v1/exchange_rates/batch', { rates })).status).toBe(200);
  expect((await app.send('PATCH', '/v1/account', { reportingCurrency: 'EUR' })).status).toBe(200);
  const rows = await rowsBy('EXEMPTION_REASON');
  expect(
    rows.map(({ key, reportingAmounts }) => [key.exemptionReason ?? null, reportingAmounts.grossSalesAmount]),
  ).toEqual(
    expect.arrayContaining([
      ['CHARITY', 50],
      ['RESALE', 20],
      ['AGRICULTURE', 30],
      [null, 13],
    ]),
  );
});
