import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

type Body = Record<string, unknown>;
type Problem = { readonly code: string; readonly errors: readonly Body[] };
type Stored = Body & { readonly notices: readonly { readonly code: string; readonly pointer: string }[] };

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const aCustomer = async (externalId: string) => {
  const path = `/v1/customers/source/9/externalId/${externalId}`;
  return (await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody({ externalId })))).serviceId;
};
beforeAll(async () => {
  customerId = await aCustomer('c-1');
});

let invoices = 0;
let invoice: string;
beforeEach(() => {
  invoice = `i-${invoices++}`;
});

const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const put = (externalId: string, more: Body = {}) =>
  app.send('PUT', pathOf(externalId), anInvoiceBody(customerId, { externalId, ...more }));
const sell = async (more: Body) => bodyOf<Stored>(put(invoice, more));
const refund = (name: string, more: Body = {}) =>
  put(`${invoice}-${name}`, { transactionType: 'REFUND', createdFrom: invoice, ...more });
const refundable = (externalId = invoice) => app.send('GET', `${pathOf(externalId)}/refundable`);
const codesOf = ({ notices }: Stored) => notices.map(({ code, pointer }) => `${pointer} ${code}`);

// 7.5 % as a manual rate, so that the figures can be worked out by hand.
const rate = { manualSalesTax: true, manualSalesTaxRate: 0.075 };
const pens = (quantity: number) => anItemBody({ name: 'Pen', unitPrice: 3.3, quantity, ...rate });
const on = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });

describe('the link to the invoice', () => {
  it('is missed with a notice if createdFrom names nothing', async () => {
    const response = await refund('r', { items: [pens(1)] });
    expect(response.status).toBe(201);
    expect(codesOf(await bodyOf<Stored>(response))).toEqual(['/createdFrom REFUND_NOT_LINKED']);
    const unnamed = await bodyOf<Stored>(refund('unnamed', { items: [pens(1)], createdFrom: undefined }));
    expect(codesOf(unnamed)).toEqual(['/createdFrom REFUND_NOT_LINKED']);
  });

  it('is missed for an order, which is no invoice', async () => {
    await sell({ transactionType: 'SALES_ORDER', items: [pens(1)] });
    expect(codesOf(await bodyOf<Stored>(refund('r', { items: [pens(1)] })))).toEqual([
      '/createdFrom REFUND_NOT_LINKED',
    ]);
  });

  it('can be required', async () => {
    const refused = await refund('r', { items: [pens(1)], requireLink: true });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ code: 'INVOICE_NOT_FOUND', errors: [{ pointer: '/createdFrom' }] });
    expect((await app.send('GET', pathOf(`${invoice}-r`))).status).toBe(404);
    await sell({ items: [pens(1)] });
    const linked = await refund('r', { items: [pens(1)], requireLink: true });
    expect(linked.status).toBe(201);
    expect(codesOf(await bodyOf<Stored>(linked))).toEqual([]);
  });

  it('is refused for another customer and for an earlier day, both at once', async () => {
    await sell({ items: [pens(1)] });
    const other = await aCustomer('c-2');
    const response = await refund('r', { items: [pens(1)], customerId: other, ...on('2026-06-14') });
    expect(response.status).toBe(409);
    const { code, errors } = await bodyOf<Problem>(response);
    expect([code, ...errors.map(({ pointer }) => pointer)]).toEqual([
      'REFUND_MISMATCH',
      '/customerId',
      '/externalTimestamps/createdDate',
    ]);
    expect((await refund('r', { items: [pens(1)], ...on('2026-06-15') })).status).toBe(201);
  });
});

describe('what is left', () => {
  // 16.50 with 1.24 of tax, and a fee of 4.00 with 0.30.
  const fee = { taxCode: 'C6S1', totalPrice: 4, ...rate };
  const whole = {
    amount: 20.5,
    taxAmount: 1.54,
    totalAmount: 22.04,
    items: [{ name: 'Pen', taxCode: 'C1S1', amount: 16.5, taxAmount: 1.24 }],
    shippingFee: { amount: 4, taxAmount: 0.3 },
  };

  it('is shown by line and in total, and shrinks with every refund', async () => {
    await sell({ items: [pens(5)], shippingFee: fee });
    expect(await bodyOf(refundable())).toEqual(whole);
    await refund('r-1', { items: [pens(2)] }); // 6.60 with 0.50, as 2/5 of 1.24 is 0.496.
    await refund('r-2', { items: [], shippingFee: fee });
    const rest = {
      amount: 9.9,
      taxAmount: 0.74,
      totalAmount: 10.64,
      items: [{ name: 'Pen', taxCode: 'C1S1', amount: 9.9, taxAmount: 0.74 }],
      shippingFee: { amount: 0, taxAmount: 0 },
    };
    expect(await bodyOf(refundable())).toEqual(rest);
    await app.send('DELETE', pathOf(`${invoice}-r-1`));
    await app.send('DELETE', pathOf(`${invoice}-r-2`));
    expect(await bodyOf(refundable())).toEqual(whole);
  });

  it('contains the tax only once if prices include it', async () => {
    await sell({ items: [pens(5)], isTaxInclusive: true }); // 16.50 / 1.075 x 0.075 = 1.151
    expect(await bodyOf(refundable())).toMatchObject({ amount: 16.5, taxAmount: 1.15, totalAmount: 16.5 });
  });

  it('is nothing of a cancelled invoice, and unknown for anything else', async () => {
    await sell({ items: [pens(5)] });
    await refund('r-1', { items: [pens(2)] });
    expect((await refundable(`${invoice}-r-1`)).status).toBe(404);
    await app.send('DELETE', pathOf(`${invoice}-r-1`));
    await app.send('DELETE', pathOf(invoice));
    expect(await bodyOf(refundable())).toMatchObject({ amount: 0, taxAmount: 0, totalAmount: 0 });
    expect((await refundable('nothing')).status).toBe(404);
  });

  it('is told in numbers with a refusal', async () => {
    await sell({ items: [pens(5)], shippingFee: fee });
    await refund('r-1', { items: [pens(2)] });
    const response = await refund('r-2', { items: [pens(4)], shippingFee: { ...fee, totalPrice: 5 } });
    expect(response.status).toBe(409);
    expect((await bodyOf<Problem>(response)).errors).toMatchObject([
      { pointer: '/items/0', code: 'OVER_REFUND', remainingAmount: 9.9, remainingTaxAmount: 0.74 },
      { pointer: '/shippingFee', code: 'OVER_REFUND', remainingAmount: 4, remainingTaxAmount: 0.3 },
    ]);
  });
});
