import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';
import { ask, faults, storeCustomer, storeInvoice } from '../ask.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  customerId = (await storeCustomer(app)).serviceId;
});
afterAll(() => app.close());

// A manual rate of 7.5 %, so that the figures can be calculated by hand.
const pens = (quantity: number) =>
  anItemBody({ name: 'Pen', unitPrice: 3.3, quantity, manualSalesTax: true, manualSalesTaxRate: 0.075 });
const store = (externalId: string, more: Record<string, unknown>) =>
  storeInvoice(app, customerId, { externalId, ...more });

const dates = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
const aRefund = (externalId: string, more: Record<string, unknown>) => ({
  source: '9',
  externalId,
  customerId,
  transactionType: 'REFUND',
  transactionStatus: 'ACTIVE',
  externalTimestamps: dates,
  shippingAddress: { country: 'US', state: 'MN', zip: '55401', isPartial: true },
  ...more,
});
const penInput = (quantity: string) => ({ name: 'Pen', taxCode: 'C1S1', unitPrice: '3.3', quantity });
const refundMutation = `mutation ($input: TransactionInput!) { upsertTransaction(input: $input) { __typename
  ... on Transaction { finalTransactionAmount notices { code pointer } }
  ... on InvalidInput { issues { path code message } }
  ... on OverRefund { lines { path remainingAmount remainingTaxAmount } }
  ... on UserError { code message } } }`;
const refund = async (externalId: string, more: Record<string, unknown>) =>
  (await ask(app, refundMutation, { variables: { input: aRefund(externalId, more) } })).data.upsertTransaction;

it('shows the refundable remainder of many invoices, and nothing for other documents', async () => {
  await store('i-1', { items: [pens(5)] });
  await store('i-2', { items: [pens(1)], shippingFee: { taxCode: 'C6S1', totalPrice: 4 } });
  await store('o-1', { items: [pens(1)], transactionType: 'SALES_ORDER' });
  await refund('r-1', { createdFrom: 'i-1', items: [penInput('2')] });
  const { data } = await ask(
    app,
    `{ transactions(orderBy: { field: CREATED_AT, direction: ASC }) { nodes { externalId
      refundable { amount taxAmount totalAmount items { name amount taxAmount } shippingFee { amount } } } } }`,
  );
  expect(data.transactions.nodes).toEqual([
    {
      externalId: 'i-1',
      refundable: {
        amount: '9.90',
        taxAmount: '0.74',
        totalAmount: '10.64',
        items: [{ name: 'Pen', amount: '9.90', taxAmount: '0.74' }],
        shippingFee: null,
      },
    },
    { externalId: 'i-2', refundable: expect.objectContaining({ shippingFee: { amount: '4.00' } }) },
    { externalId: 'o-1', refundable: null },
    { externalId: 'r-1', refundable: null },
  ]);
});

it('reports the remaining amounts when a refund is refused', async () => {
  await store('i-3', { items: [pens(5)] });
  expect(await refund('r-3', { createdFrom: 'i-3', items: [penInput('6')] })).toMatchObject({
    __typename: 'OverRefund',
    lines: [{ path: ['items', '0'], remainingAmount: '16.50', remainingTaxAmount: '1.24' }],
  });
});

it('links a refund to its invoice, or says that it could not', async () => {
  const unlinked = { createdFrom: 'nothing', items: [penInput('1')] };
  expect(await refund('r-4', { ...unlinked, requireLink: true })).toMatchObject({ __typename: 'NotFound' });
  expect(await refund('r-4', unlinked)).toMatchObject({
    notices: [{ code: 'REFUND_NOT_LINKED', pointer: '/createdFrom' }],
  });
  await store('i-5', { items: [pens(5)] });
  const early = {
    createdFrom: 'i-5',
    items: [penInput('1')],
    externalTimestamps: { createdDate: '2026-06-01', updatedDate: '2026-06-01' },
  };
  expect(await refund('r-5', early)).toMatchObject({ __typename: 'Conflict', code: 'REFUND_MISMATCH' });
});

it('returns a fraction of the invoice or of an item', async () => {
  await store('i-6', { items: [pens(10)] });
  const half = { name: 'Pen', taxCode: 'C1S1', refundFraction: '0.5' };
  const shown = `{ transaction(by: { key: { source: "9", externalId: "r-6" } }) {
    finalTransactionAmount refundFraction items { refundFraction } } }`;
  // Half of 33 is 16.5, with 1.24 of tax; a fifth is 6.6, with 0.5.
  expect(await refund('r-6', { createdFrom: 'i-6', items: [half] })).toMatchObject({ finalTransactionAmount: '17.74' });
  expect((await ask(app, shown)).data.transaction).toMatchObject({
    refundFraction: null,
    items: [{ refundFraction: '0.5' }],
  });
  expect(await refund('r-6', { createdFrom: 'i-6', items: [], refundFraction: '0.2' })).toMatchObject({
    finalTransactionAmount: '7.10',
  });
  const patch = `mutation ($patch: TransactionPatch!) {
    patchTransaction(input: { by: { key: { source: "9", externalId: "r-6" } }, patch: $patch }) {
      ... on Transaction { finalTransactionAmount refundFraction } ${faults} } }`;
  const patched = async (changes: Record<string, unknown>) =>
    (await ask(app, patch, { variables: { patch: changes } })).data.patchTransaction;
  expect(await patched({ refundFraction: '0.5' })).toEqual({
    finalTransactionAmount: '17.74',
    refundFraction: '0.5',
  });
  const wrong = { createdFrom: 'i-6', refundFraction: 50, items: [half] };
  const { issues } = await refund('r-7', wrong);
  expect(issues).toMatchObject([
    { path: ['refundFraction'], code: 'OUT_OF_RANGE', message: 'refundFraction must be at most 1. 12 % is 0.12.' },
  ]);
});
