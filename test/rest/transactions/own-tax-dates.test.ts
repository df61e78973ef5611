import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterAll(() => app.close());

type Shown = {
  taxDate?: string;
  salesTax: { amount: number };
  externalTimestamps: { createdDate: string };
  notices: { code: string; pointer: string }[];
  errors?: unknown;
};

// Germany: 19 % until 2020-06-30 and from 2021-01-01, 16 % between (Zweites Corona-Steuerhilfegesetz, Art. 3).
const cart = {
  items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100' }],
  shippingAddress: { country: 'DE' },
};
const on = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });
const anOrder = (more: object = {}) => ({
  source: '9',
  externalId: 'T-1',
  customerId,
  transactionType: 'ESTIMATE',
  transactionStatus: 'ACTIVE',
  ...cart,
  ...on('2021-01-10'),
  ...more,
});
const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const put = (sent: { externalId: string }) => bodyOf<Shown>(app.send('PUT', pathOf(sent.externalId), sent));

async function inGraphql(query: string, variables: Record<string, unknown>) {
  return (await ask(app, query, { variables, token: await app.token() })).data;
}

describe('a tax date of its own', () => {
  it('decides the rates of a document that is dated otherwise, in both doors', async () => {
    const stored = await put(anOrder({ taxDate: '2020-12-31' }));
    expect(stored).toMatchObject({ taxDate: '2020-12-31', salesTax: { amount: 16 }, ...on('2021-01-10') });
    const upsert = `mutation ($input: TransactionInput!) { upsertTransaction(input: $input) {
      ... on Transaction { taxDate salesTax { amount } } } }`;
    const input = anOrder({ externalId: 'T-2', taxDate: '2020-12-31' });
    const { upsertTransaction } = await inGraphql(upsert, { input });
    expect(upsertTransaction).toEqual({ taxDate: '2020-12-31', salesTax: { amount: '16.00' } });
  });

  it('is the day of the document by default', async () => {
    const stored = await put(anOrder({ externalId: 'T-3' }));
    expect(stored.salesTax.amount).toBe(19);
    expect(stored.taxDate).toBe('2021-01-10');
    const sent = await put(anOrder({ externalId: 'T-3', taxDate: '2021-01-10' }));
    expect(sent).toEqual(stored);
  });

  it('stays when the document is sent back or patched, until null takes it away', async () => {
    const stored = await put(anOrder({ externalId: 'T-4', taxDate: '2020-12-31' }));
    expect(await put({ externalId: 'T-4', ...stored })).toEqual(stored);
    const patched = await bodyOf<Shown>(app.send('PATCH', pathOf('T-4'), on('2021-02-01')));
    expect(patched).toMatchObject({ taxDate: '2020-12-31', salesTax: { amount: 16 }, ...on('2021-02-01') });
    const cleared = await bodyOf<Shown>(app.send('PATCH', pathOf('T-4'), { taxDate: null }));
    expect(cleared.salesTax.amount).toBe(19);
    expect(cleared.taxDate).toBe('2021-02-01');
    const followed = await bodyOf<Shown>(app.send('PATCH', pathOf('T-4'), on('2020-10-01')));
    expect(followed.salesTax.amount).toBe(16);
    expect(followed.taxDate).toBe('2020-10-01');
  });

  it('stays in a PUT that sends it back with another day of the document, and follows the day if it is left out', async () => {
    const stored = await put(anOrder({ externalId: 'T-8' }));
    const kept = await put({ ...stored, externalId: 'T-8', ...on('2020-12-31') });
    expect(kept).toMatchObject({ taxDate: '2021-01-10', salesTax: { amount: 19 }, ...on('2020-12-31') });
    const followed = await put(anOrder({ externalId: 'T-8', ...on('2020-12-31') }));
    expect(followed).toMatchObject({ taxDate: '2020-12-31', salesTax: { amount: 16 } });
  });

  it('is not handed on to a document that is converted, which may have its own', async () => {
    await put(anOrder({ externalId: 'T-5', taxDate: '2020-12-31' }));
    const to = { externalId: 'T-5-I', transactionType: 'INVOICE', ...on('2021-02-01') };
    const path = `${pathOf('T-5')}/convert`;
    expect(await bodyOf<Shown>(app.send('POST', path, to))).toMatchObject({ salesTax: { amount: 19 } });
    const dated = { ...to, externalId: 'T-5-J', taxDate: '2020-11-01' };
    expect(await bodyOf<Shown>(app.send('POST', path, dated))).toMatchObject({
      taxDate: '2020-11-01',
      salesTax: { amount: 16 },
    });
    expect((await app.send('POST', path, dated)).status).toBe(200);
  });

  it('is enough of a date for a quote', async () => {
    const quoted = await bodyOf<Shown>(
      app.send('POST', '/v1/transactions/calculate', { ...cart, taxDate: '2020-12-31' }),
    );
    expect(quoted).toMatchObject({ salesTax: { amount: 16 }, ...on('2020-12-31') });
    expect(quoted.notices.map(({ code }) => code)).not.toContain('DATE_ASSUMED');
    const query = `query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote { taxDate salesTax { amount } } } }`;
    const { calculateTax } = await inGraphql(query, { input: { ...cart, ...on('2021-01-10'), taxDate: '2020-12-31' } });
    expect(calculateTax).toEqual({ taxDate: '2020-12-31', salesTax: { amount: '16.00' } });
  });

  it('is named by notices and errors that concern it', async () => {
    const past = await put(anOrder({ externalId: 'T-6', taxDate: '1990-01-01' }));
    expect(past.notices).toContainEqual(
      expect.objectContaining({ code: 'TAX_DATE_OUT_OF_RANGE', pointer: '/taxDate' }),
    );
    const wrong = await put(anOrder({ externalId: 'T-7', taxDate: 'tomorrow' }));
    expect(wrong.errors).toMatchObject([{ pointer: '/taxDate', code: 'INVALID_FORMAT' }]);
    await put(anOrder({ externalId: 'T-8', transactionType: 'INVOICE' }));
    const refund = { externalId: 'T-9', transactionType: 'REFUND', createdFrom: 'T-8', items: [] };
    const early = await put(anOrder({ ...refund, taxDate: '2021-01-09' }));
    expect(early.errors).toMatchObject([{ pointer: '/taxDate', code: 'REFUND_MISMATCH' }]);
  });
});
