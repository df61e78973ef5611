import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

type Body = Record<string, unknown>;
type Problem = { readonly code: string; readonly errors: readonly Body[] };
type Notice = { readonly code: string; readonly pointer: string; readonly message: string };
type Stored = Body & { readonly notices: readonly Notice[] };

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

// 7.5 % as a manual rate, so that the figures can be calculated by hand.
const rate = { manualSalesTax: true, manualSalesTaxRate: 0.075 };
const pens = (quantity: number) => anItemBody({ name: 'Pen', unitPrice: 3.3, quantity, ...rate });
const on = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });

describe('the documented ways to refund', () => {
  const amounts = ({ salesTax, finalTransactionAmount }: Stored) => [
    (salesTax as { readonly amount: number }).amount,
    finalTransactionAmount,
  ];
  const named = (more: Body) => ({ items: [{ name: 'Pen', taxCode: 'C1S1', ...more }] });

  it('refund the remainder by its quantity, not by an empty list', async () => {
    expect(amounts(await sell({ items: [pens(3)] }))).toEqual([0.74, 10.64]);
    expect(amounts(await bodyOf<Stored>(refund('one', named({ quantity: 1 }))))).toEqual([0.25, 3.55]);
    expect((await refund('empty', { items: [] })).status).toBe(409);
    expect(amounts(await bodyOf<Stored>(refund('two', named({ quantity: 2 }))))).toEqual([0.49, 7.09]);
    expect(await (await refundable()).json()).toMatchObject({ totalAmount: 0 });
  });

  it('keep a restocking fee by a lower price, not by a separate item', async () => {
    await sell({ items: [pens(3)] });
    const fee = { name: 'Restocking fee', taxCode: 'C1S1', unitPrice: -1.5, quantity: 1 };
    const refused = await refund('fee', { items: [...named({ quantity: 3 }).items, fee] });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(await refused.json())).toContain('minus the fee as totalPrice');
    // 9.90 less a fee of 1.50, with the tax of 0.74 in proportion.
    expect(amounts(await bodyOf<Stored>(refund('less', named({ totalPrice: 8.4 }))))).toEqual([0.63, 9.03]);
  });

  it('round a third of an item with a notice', async () => {
    await sell({ items: [pens(1)] });
    const third = await bodyOf<Stored>(refund('third', named({ quantity: 1 / 3 })));
    expect(codesOf(third)).toEqual(['/items/0/quantity QUANTITY_ROUNDED']);
    expect(third.items).toMatchObject([{ quantity: 0.333333, calculatedTotal: 1.1 }]);
    const path = pathOf(`${invoice}-third`);
    const again = await bodyOf<Stored>(app.send('POST', `${path}/recalculate`, { reason: 'Again' }));
    expect(codesOf(again)).toEqual(['/items/0/quantity QUANTITY_ROUNDED']);
  });

  it('keep the notice of a rounded quantity until another is sent', async () => {
    await sell({ items: [{ ...pens(1), quantity: 2 / 3 }] });
    const path = pathOf(invoice);
    const rounded = ['/items/0/quantity QUANTITY_ROUNDED'];
    const patched = async (patch: object) => codesOf(await bodyOf<Stored>(app.send('PATCH', path, patch)));
    expect(codesOf(await bodyOf<Stored>(app.send('GET', path)))).toEqual(rounded);
    expect(await patched({ isTaxInclusive: true })).toEqual(rounded);
    const again = await bodyOf<Stored>(app.send('POST', `${path}/recalculate`, { reason: 'Again' }));
    expect(codesOf(again)).toEqual(rounded);
    expect(again.notices.map(({ message }) => message).join()).toContain('0.666666666666667 was rounded to 0.666667');
    expect(await patched({ items: [pens(1)] })).toEqual([]);
  });
});

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
    const unnamed = { externalId: `${invoice}-u`, transactionType: 'REFUND', items: [pens(1)], requireLink: true };
    const transactions = [anInvoiceBody(customerId, unnamed)];
    const batch = await bodyOf<Body>(app.send('POST', '/v1/transactions/batch', { transactions }));
    expect(batch.results).toMatchObject([{ status: 404, problem: { code: 'INVOICE_NOT_FOUND' } }]);
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

describe('a refund that takes omitted values from its invoice', () => {
  const bare = async (name: string, more: Body) =>
    app.send('PUT', pathOf(`${invoice}-${name}`), {
      source: '9',
      externalId: `${invoice}-${name}`,
      transactionType: 'REFUND',
      transactionStatus: 'ACTIVE',
      createdFrom: invoice,
      externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01' },
      ...more,
    });
  const refunded = async (name: string, more: Body) => {
    const response = await bare(name, more);
    const body = await bodyOf<Stored & { salesTax: { amount: number }; items: Body[] }>(response);
    expect(body.code).toBeUndefined();
    return body;
  };

  it('copies price, discounts, tax code, address and customer from it, with only a quantity', async () => {
    // 2 x 100 less 20, less 10 on the whole document: 170, with 12.75 of tax.
    const lamp = anItemBody({ unitPrice: 100, quantity: 2, discount: 20, ...rate });
    await sell({ items: [lamp], transactionLevelDiscount: 10 });
    const stored = await refunded('r', { items: [{ name: 'Lamp', quantity: 1 }] });
    expect(stored).toMatchObject({
      customerId,
      shippingAddress: { city: 'Minneapolis', zip: '55401' },
      items: [{ name: 'Lamp', taxCode: 'C1S1', quantity: 1, totalPrice: 85, calculatedTotal: 85, taxAmount: 6.38 }],
      finalTransactionAmount: 91.38,
      refundKind: 'PRICE_AND_TAX',
    });
    const rest = await refunded('r-2', { items: [{ name: 'Lamp', quantity: 1 }] });
    expect(rest.finalTransactionAmount).toBe(91.37); // 182.75 in all.
  });

  it('returns everything exactly in parts by quantity', async () => {
    await sell({ items: [pens(7)] }); // 23.10 with 1.73.
    const amounts: unknown[] = [];
    for (const n of [1, 2, 3, 4, 5, 6, 7]) {
      const { items } = await refunded(`r-${n}`, { items: [{ name: 'Pen', quantity: 1 }] });
      amounts.push([items[0]!.calculatedTotal, items[0]!.taxAmount]);
    }
    // Tax so far: 0.247, 0.494, 0.741, 0.989, 1.236, 1.483, 1.73.
    expect(amounts).toEqual([0.25, 0.24, 0.25, 0.25, 0.25, 0.24, 0.25].map((tax) => [3.3, tax]));
    const again = await bare('r-8', { items: [{ name: 'Pen', quantity: 1 }] });
    expect(again.status).toBe(409);
  });

  it('is by percentage or by amount', async () => {
    await sell({ items: [pens(5)] }); // 16.50 with 1.24.
    const half = await refunded('half', { items: [{ name: 'Pen', refundFraction: 0.5 }] });
    expect(half.items[0]).toMatchObject({ calculatedTotal: 8.25, taxAmount: 0.62, refundFraction: 0.5 });
    const some = await refunded('some', { items: [{ name: 'Pen', totalPrice: 4 }] });
    expect(some.items[0]).toMatchObject({ calculatedTotal: 4, taxAmount: 0.3 }); // 12.25 of 16.50: 0.92 so far.
    const again = await refunded('half', { items: [{ name: 'Pen', refundFraction: 0.5 }] });
    expect(again).toEqual(half);
    const wrong = { items: [{ name: 'Pen', refundFraction: 0.5 }], refundFraction: 50 };
    expect((await bodyOf<Problem>(refund('wrong', wrong))).errors).toMatchObject([
      { pointer: '/refundFraction', code: 'OUT_OF_RANGE', message: 'refundFraction must be at most 1. 12 % is 0.12.' },
    ]);
    const quarter = await refunded('quarter', { items: [{ name: 'Pen', refundFraction: 0.25 }] });
    expect(quarter.items[0]).toMatchObject({ calculatedTotal: 4.13, taxAmount: 0.31 }); // 16.38: 1.23 so far.
  });

  it('changes nothing when repeated, and when its response is sent back', async () => {
    await sell({ items: [pens(5)] });
    const sent = { items: [{ name: 'Pen', quantity: 2, refundFraction: 0.5 }] };
    const stored = await refunded('r', sent);
    expect(await refunded('r', sent)).toEqual(stored);
    expect(await refunded('r', stored)).toEqual(stored);
    const renamed = await refunded('r', { ...stored, documentName: 'Return' });
    expect(renamed).toMatchObject({ documentName: 'Return', finalTransactionAmount: stored.finalTransactionAmount });
  });

  it('can be quoted first', async () => {
    await sell({ items: [pens(5)] });
    const quote = {
      source: '9',
      transactionType: 'REFUND',
      createdFrom: invoice,
      items: [{ name: 'Pen', quantity: 2 }],
    };
    const response = await app.send('POST', '/v1/transactions/calculate', quote);
    expect(await bodyOf(response)).toMatchObject({ finalTransactionAmount: 7.1, salesTax: { amount: 0.5 } });
    expect(await bodyOf(refundable())).toMatchObject({ amount: 16.5 });
  });

  it('reports missing fields without an invoice, and the ambiguous tax code if there are several', async () => {
    const response = await bare('r', { items: [{ name: 'Pen', quantity: 1 }] });
    expect(response.status).toBe(400);
    expect((await bodyOf<Problem>(response)).errors).toMatchObject([
      { pointer: '/customerId', code: 'REQUIRED' },
      { pointer: '/shippingAddress', code: 'REQUIRED' },
      { pointer: '/items/0/taxCode', code: 'REQUIRED' },
      { pointer: '/items/0/unitPrice', code: 'REQUIRED' },
    ]);
    await sell({ items: [pens(1), anItemBody({ name: 'Pen', taxCode: 'C1S2' })] });
    const ambiguous = await bare('r', { items: [{ name: 'Pen', quantity: 1 }] });
    expect((await bodyOf<Problem>(ambiguous)).errors).toMatchObject([{ pointer: '/items/0/taxCode' }]);
    const unmeasured = await bare('r', { items: [{ name: 'Pen', taxCode: 'C1S1' }] });
    expect((await bodyOf<Problem>(unmeasured)).errors).toMatchObject([{ pointer: '/items/0/unitPrice' }]);
  });

  it('is no invoice: that must be complete', async () => {
    const response = await put(invoice, {
      customerId: undefined,
      shippingAddress: undefined,
      items: [{ name: 'Pen', unitPrice: 1 }],
    });
    expect((await bodyOf<Problem>(response)).errors).toMatchObject([
      { pointer: '/customerId', code: 'REQUIRED', message: 'customerId is required.' },
      { pointer: '/shippingAddress', code: 'REQUIRED' },
      { pointer: '/items/0/taxCode', code: 'REQUIRED' },
    ]);
  });
});

describe('a tax-only refund', () => {
  const fee = { taxCode: 'C6S1', totalPrice: 4, ...rate };
  const taxOnly = async (name: string, more: Body = {}) =>
    bodyOf<Stored & { items: Body[]; code?: string }>(refund(name, { refundKind: 'TAX_ONLY', items: [], ...more }));

  it('returns all tax of an invoice, and leaves its prices', async () => {
    await sell({ items: [pens(5)], shippingFee: fee });
    const stored = await taxOnly('r');
    expect(stored).toMatchObject({
      refundKind: 'TAX_ONLY',
      salesTax: { amount: 1.54 },
      finalTransactionAmount: 1.54,
      items: [{ calculatedTotal: 0, taxAmount: 1.24 }],
      shippingFee: { calculatedTotal: 0, taxAmount: 0.3 },
    });
    expect(await bodyOf(refundable())).toMatchObject({ amount: 20.5, taxAmount: 0, totalAmount: 20.5 });
    expect(await taxOnly('again')).toMatchObject({ code: 'OVER_REFUND' });
    // The goods are returned later; their tax was already refunded.
    const goods = await bodyOf<Stored>(refund('goods', { items: [] }));
    expect(goods).toMatchObject({ finalTransactionAmount: 20.5, salesTax: { amount: 0 } });
  });

  it('moves the taxed amount to the exempt amount of each jurisdiction', async () => {
    await sell({ items: [anItemBody({ unitPrice: 100, quantity: 1 })] });
    const { taxLines } = await bodyOf<{ taxLines: Record<string, number>[] }>(
      refund('r', { refundKind: 'TAX_ONLY', items: [] }),
    );
    expect(taxLines!.map(({ taxableAmount, exemptAmount }) => [taxableAmount, exemptAmount])).toEqual(
      taxLines!.map(() => [100, -100]),
    );
    expect(taxLines!.reduce((sum, { taxAmount }) => sum + Math.round(taxAmount! * 100), 0)).toBe(903);
  });

  it('returns the tax of some lines, or a share of it, as far as it is left', async () => {
    await sell({ items: [pens(5)], shippingFee: fee });
    expect(await taxOnly('part', { items: [{ name: 'Pen', quantity: 2 }] })).toMatchObject({
      salesTax: { amount: 0.5 },
    });
    expect(await taxOnly('pens', { items: [{ name: 'Pen' }] })).toMatchObject({ salesTax: { amount: 0.74 } });
    expect(await taxOnly('fee')).toMatchObject({ salesTax: { amount: 0.3 }, items: [{ taxAmount: 0 }] });
  });

  it('lowers prices that include it', async () => {
    await sell({ items: [pens(5)], isTaxInclusive: true });
    expect(await taxOnly('r')).toMatchObject({
      finalTransactionAmount: 1.15,
      salesTax: { amount: 1.15 },
      items: [{ calculatedTotal: 1.15, taxAmount: 1.15 }],
    });
    expect(await bodyOf(refundable())).toMatchObject({ amount: 15.35, taxAmount: 0, totalAmount: 15.35 });
  });

  it('allows the invoice to be renamed, but not its goods to become untaxed', async () => {
    await sell({ items: [pens(5)] });
    await taxOnly('r');
    expect((await put(invoice, { items: [pens(5)], documentName: 'Pens' })).status).toBe(200);
    expect((await put(invoice, { items: [pens(4)] })).status).toBe(409);
  });

  it('needs a stored invoice', async () => {
    expect((await refund('r', { refundKind: 'TAX_ONLY', items: [pens(1)] })).status).toBe(404);
    const response = await put('i-tax', { refundKind: 'TAX_ONLY' });
    expect((await bodyOf<Problem>(response)).errors).toMatchObject([{ pointer: '/refundKind', code: 'CONTRADICTION' }]);
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

  it('is reported in numbers with a refusal', async () => {
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
