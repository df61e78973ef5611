import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, minneapolis } from '../../support/bodies.ts';

type Body = Record<string, unknown>;
type Notice = { readonly code: string; readonly message: string };
type Stored = Body & { readonly notices: readonly Notice[]; readonly calculationNumber: number };

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const customer = app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  customerId = (await bodyOf<{ serviceId: string }>(customer)).serviceId;
});
afterAll(() => app.close());

const path = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const body = (externalId: string, more: Body) => anInvoiceBody(customerId, { externalId, ...more });
const put = (externalId: string, more: Body) => app.send('PUT', path(externalId), body(externalId, more));
const stored = (externalId: string, more: Body) => bodyOf<Stored>(put(externalId, more));
const read = (externalId: string) => bodyOf<Stored>(app.send('GET', path(externalId)));
const codes = ({ notices }: Stored) => notices.map(({ code }) => code);

// The invoice is for Madison at 5.5 %; a refund without it is for Minneapolis at 9.025 %.
const madison = { country: 'US', state: 'WI', city: 'Madison', zip: '53703', street: '1 State St' };
const lamp = { name: 'Lamp', taxCode: 'C1S1', unitPrice: 100, quantity: 1 };
const refundOf = (createdFrom: string, more: Body = {}) => ({
  transactionType: 'REFUND',
  createdFrom,
  items: [lamp],
  shippingAddress: minneapolis,
  externalTimestamps: { createdDate: '2026-06-20', updatedDate: '2026-06-20' },
  ...more,
});
const invoice = { items: [{ ...lamp, quantity: 2 }], shippingAddress: madison };

it('is linked to its invoice, and calculated again from its figures, when that is stored', async () => {
  const alone = await stored('early', refundOf('late'));
  expect(alone).toMatchObject({ salesTax: { amount: 9.03 } });
  expect(codes(alone)).toContain('REFUND_NOT_LINKED');
  const late = await put('late', invoice);
  expect(late.status).toBe(201);
  const told = await bodyOf<Stored>(late);
  expect(told.notices.find(({ code }) => code === 'REFUND_LINKED_LATER')?.message).toContain('"early"');
  const linked = await read('early');
  expect(linked).toMatchObject({ salesTax: { amount: 5.5 }, calculationNumber: 2 });
  expect(codes(linked)).toContain('REFUND_LINKED_LATER');
  expect(codes(linked)).not.toContain('REFUND_NOT_LINKED');
  const { data } = await ask(
    app,
    `{ transaction(by: { key: { source: "9", externalId: "late" } }) {
      refunds { nodes { externalId salesTax { amount } } } refundable { amount taxAmount } } }`,
  );
  expect(data.transaction).toEqual({
    refunds: { nodes: [{ externalId: 'early', salesTax: { amount: '5.50' } }] },
    refundable: { amount: '100.00', taxAmount: '5.50' },
  });
  // The same requests again change nothing.
  expect(await stored('early', refundOf('late'))).toEqual(linked);
  expect(await stored('late', invoice)).toEqual(told);
  expect((await put('over', refundOf('late', { items: [{ ...lamp, quantity: 2 }] }))).status).toBe(409);
});

it('does not change if it does not match the invoice, which is stored anyway, with a notice', async () => {
  await stored('fits', refundOf('mixed'));
  await stored('too-much', refundOf('mixed', { items: [{ ...lamp, quantity: 2 }] }));
  await stored('other-goods', refundOf('mixed', { items: [{ ...lamp, name: 'Sofa' }] }));
  await stored('filed', refundOf('mixed', { transactionFilingStatus: 'FILED' }));
  await stored('gone', refundOf('mixed', { transactionStatus: 'CANCELLED' }));
  const late = await put('mixed', invoice);
  expect(late.status).toBe(201);
  const { notices } = await bodyOf<Stored>(late);
  const left = notices.filter(({ code }) => code === 'REFUND_NOT_LINKED').map(({ message }) => message);
  expect(left.map((message) => /"([^"]+)"/.exec(message)?.[1])).toEqual(['too-much', 'other-goods', 'filed']);
  expect(await read('fits')).toMatchObject({ salesTax: { amount: 5.5 } });
  for (const alone of ['other-goods', 'filed']) {
    expect(await read(alone)).toMatchObject({ salesTax: { amount: 9.03 }, calculationNumber: 1 });
  }
});

it('is also linked in a batch, in any order', async () => {
  const rows = [body('batch-refund', refundOf('batch-invoice')), body('batch-invoice', invoice)];
  const answer = await bodyOf<{ results: Body[] }>(app.send('POST', '/v1/transactions/batch', rows));
  expect(JSON.stringify(answer)).not.toContain('problem');
  expect(await read('batch-refund')).toMatchObject({ salesTax: { amount: 5.5 } });
  await stored('before-batch', refundOf('in-batch'));
  await app.send('POST', '/v1/transactions/batch', [body('in-batch', invoice)]);
  expect(await read('before-batch')).toMatchObject({ salesTax: { amount: 5.5 } });
});

it('is calculated from its invoice, and limited by it, when it is no longer cancelled', async () => {
  await stored('revived', refundOf('one-lamp', { transactionStatus: 'CANCELLED' }));
  await stored('one-lamp', { items: [lamp], shippingAddress: madison });
  await stored('all-of-it', refundOf('one-lamp'));
  expect((await put('revived', refundOf('one-lamp'))).status).toBe(409);
  await app.send('DELETE', path('all-of-it'));
  const revived = await stored('revived', refundOf('one-lamp'));
  expect(revived).toMatchObject({ transactionStatus: 'ACTIVE', salesTax: { amount: 5.5 } });
  expect(codes(revived)).not.toContain('REFUND_NOT_LINKED');
});
