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

describe('a separate tax date', () => {
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

  it('stays when the document is sent as read or patched, until null removes it', async () => {
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

  it('stays in a PUT that sends it back with another day of the document, and follows the day if it is omitted', async () => {
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

describe('an instant in UTC', () => {
  // Texas exempts clothing below 100 USD from 7 to 9 August 2026 (Tax Code 151.326); Houston's rate is 8.25 %.
  const coat = {
    items: [{ name: 'Coat', taxCode: 'C1S2', unitPrice: '80' }],
    shippingAddress: {
      street: '901 Bagby St',
      city: 'Houston',
      state: 'TX',
      zip: '77002',
      country: 'US',
      isPartial: false,
    },
  };
  const late = on('2026-08-10T04:30:00Z');
  const anInvoice = (externalId: string, more: object = {}) =>
    anOrder({ externalId, transactionType: 'INVOICE', ...coat, ...late, ...more });
  const patchAccount = (patch: object) => app.send('PATCH', '/v1/account', patch);

  it('counts on the day at the place of sale while the home of the seller is unknown, in both doors', async () => {
    const stored = await put(anInvoice('Z-1'));
    const atPlace = { taxDate: '2026-08-09', taxDateTimeZone: 'America/Chicago', salesTax: { amount: 0 } };
    expect(stored).toMatchObject({ ...atPlace, ...late });
    expect(await bodyOf(app.send('POST', '/v1/transactions/calculate', { ...coat, ...late }))).toMatchObject(atPlace);
    const batch = { transactions: [anInvoice('Z-2')] };
    await app.send('POST', '/v1/transactions/batch', batch);
    expect(await bodyOf(app.send('GET', pathOf('Z-2')))).toMatchObject(atPlace);
    const query = `query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote { taxDate taxDateTimeZone salesTax { amount } } } }`;
    const { calculateTax } = await inGraphql(query, { input: { ...coat, ...late } });
    expect(calculateTax).toEqual({ ...atPlace, salesTax: { amount: '0.00' } });
  });

  it.each([
    ['2026-08-10T04:30:00+00:00', '2026-08-10', 6.6],
    ['2026-08-09T23:30:00-05:00', '2026-08-09', 0],
    ['2026-08-10T04:30:00', '2026-08-10', 6.6],
    ['2026-08-10', '2026-08-10', 6.6],
    ['2026-08-10T05:00:00.000Z', '2026-08-10', 6.6],
    ['2026-08-10T04:59:59.999Z', '2026-08-09', 0],
  ])('%s counts on %s', async (createdDate, taxDate, amount) => {
    const quoted = await bodyOf<Shown>(app.send('POST', '/v1/transactions/calculate', { ...coat, ...on(createdDate) }));
    expect(quoted).toMatchObject({ taxDate, salesTax: { amount } });
  });

  it('keeps its day when it is resent, sent as read, patched or converted, even after the settings change', async () => {
    const stored = await put(anInvoice('Z-3'));
    await patchAccount({ dayOfInstant: 'AS_WRITTEN' });
    expect(await put(anInvoice('Z-3'))).toEqual(stored);
    expect(await put({ ...stored, externalId: 'Z-3' })).toEqual(stored);
    const renamed = await bodyOf<Shown>(app.send('PATCH', pathOf('Z-3'), { documentName: 'Receipt' }));
    expect(renamed).toMatchObject({ taxDate: '2026-08-09', salesTax: { amount: 0 } });
    const asWritten = await put(anInvoice('Z-4'));
    expect(asWritten).toMatchObject({ taxDate: '2026-08-10', salesTax: { amount: 6.6 } });
    expect(asWritten).not.toHaveProperty('taxDateTimeZone');
    await patchAccount({ dayOfInstant: null });
    expect(await put(anInvoice('Z-4'))).toEqual(asWritten);
    const again = await bodyOf<Shown>(app.send('POST', `${pathOf('Z-4')}/recalculate`, { reason: 'New rates' }));
    expect(again).toMatchObject({ taxDate: '2026-08-10', salesTax: { amount: 6.6 } });
    const moved = await put(anInvoice('Z-4', on('2026-08-10T04:45:00Z')));
    expect(moved).toMatchObject({ taxDate: '2026-08-09', salesTax: { amount: 0 } });
    await put(anInvoice('Z-5', { transactionType: 'ESTIMATE', ...on('2026-07-01') }));
    const to = { externalId: 'Z-5-I', transactionType: 'INVOICE', ...late };
    const convert = () => app.send('POST', `${pathOf('Z-5')}/convert`, to);
    expect(await bodyOf<Shown>(convert())).toMatchObject({ taxDate: '2026-08-09', salesTax: { amount: 0 } });
    expect((await convert()).status).toBe(200);
  });

  it('counts on the day at home, also for refunds and returns', async () => {
    await patchAccount({ homeAddress: { country: 'US', state: 'CA', zip: '94105' } });
    // 01:30 on 10 August in Houston, where the holiday is over; 23:30 on 9 August in San Francisco.
    const atHome = await put(anInvoice('Z-6', on('2026-08-10T06:30:00Z')));
    expect(atHome).toMatchObject({
      taxDate: '2026-08-09',
      taxDateTimeZone: 'America/Los_Angeles',
      salesTax: { amount: 0 },
    });
    const inSeptember = on('2026-10-01T03:00:00Z');
    await put(anInvoice('Z-7', { ...inSeptember, taxDate: null }));
    const refund = { transactionType: 'REFUND', createdFrom: 'Z-7', items: [], ...on('2026-10-01T03:30:00Z') };
    expect(await put(anInvoice('Z-8', refund))).toMatchObject({ taxDate: '2026-09-30', salesTax: { amount: 6.6 } });
    const own = await put(anInvoice('Z-9', { ...inSeptember, taxDate: '2026-10-01' }));
    expect(own.taxDate).toBe('2026-10-01');
    await patchAccount({ homeAddress: null });
  });

  it('has a notice at midnight, which may be meant as a day without a time', async () => {
    const quote = (createdDate: string) =>
      bodyOf<Shown>(app.send('POST', '/v1/transactions/calculate', { ...coat, ...on(createdDate) }));
    const notice = expect.objectContaining({ code: 'MIDNIGHT_IN_UTC', pointer: '/externalTimestamps/createdDate' });
    const midnight = await quote('2026-08-10T00:00:00.000Z');
    expect(midnight).toMatchObject({ taxDate: '2026-08-09' });
    expect(midnight.notices).toContainEqual(notice);
    expect((await quote('2026-08-10T00:00:01Z')).notices).not.toContainEqual(notice);
  });
});
