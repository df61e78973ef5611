import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let customerId: string;
let exemptionId: string;
/** 6.25 % for the state, 1 % for the city and 1 % for the transit authority. */
const austin = { country: 'US', state: 'TX', city: 'Austin', zip: '78701', isPartial: true };
const lamp = anItemBody({ unitPrice: 1000, quantity: 1 });

beforeEach(async () => {
  app = await startApp({ now: () => new Date('2026-07-20T12:00:00Z') });
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterEach(() => app.close());

async function put(externalId: string, more: object): Promise<Json> {
  const externalTimestamps = { createdDate: '2026-06-10', updatedDate: '2026-06-10' };
  const body = anInvoiceBody(customerId, { externalId, shippingAddress: austin, externalTimestamps, ...more });
  const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
  return { status: response.status, ...(await bodyOf<Json>(response)) };
}

const refund = (externalId: string, more: object = {}) =>
  put(externalId, { transactionType: 'REFUND', createdFrom: 'i-1', items: [], ...more });

async function refundTax(): Promise<void> {
  const exemption = { customerId, certificate: { certificateId: '01-339' } };
  await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'TX' }] });
  exemptionId = (await bodyOf<Json>(app.send('GET', '/v1/exemptions')))[0].serviceId;
  const run = await app.send('POST', `/v1/exemptions/serviceId/${exemptionId}/tax_refunds`, {
    refundedOn: '2026-06-12',
  });
  expect((await bodyOf<Json>(run)).rows).toMatchObject([{ outcome: 'REFUNDED' }]);
}

const groups = [
  'COUNTRY',
  'STATE',
  'JURISDICTION',
  'TAX_CODE',
  'REASON',
  'CURRENCY',
  'SUBSIDIARY',
  'MONTH',
  'RATE',
  'SOURCE',
  'CUSTOMER',
  'MARKETPLACE',
  'EXEMPTION_REASON',
];
const amounts = [
  'grossSalesAmount',
  'taxableAmount',
  'exemptAmount',
  'nonTaxableAmount',
  'uncollectedAmount',
  'taxAmount',
];

/** The rows of liability with a nonzero amount, by every group, from both doors. */
async function owed(): Promise<Json[]> {
  const found: Json[] = [];
  for (const group of groups) {
    const { rows } = await bodyOf<Json>(app.send('GET', `/v1/liability?period=2026-06&groupBy=${group}`));
    const query = `{ liability(period: {month: "2026-06"}, groupBy: [${group}]) { rows { amounts { ${amounts.join(' ')} } } } }`;
    const told = (await ask(app, query)).data.liability.rows;
    for (const [index, row] of rows.entries()) {
      const own = amounts.map((amount) => row.amounts[amount]);
      expect(amounts.map((amount) => Number(told[index].amounts[amount]))).toEqual(own);
      if (own.some((amount) => amount !== 0)) found.push([group, ...own]);
    }
  }
  return found;
}

const ofState = async () => {
  const { rows } = await bodyOf<Json>(app.send('GET', '/v1/liability?period=2026-06'));
  return amounts.map((amount) => rows[0].amounts[amount]);
};

const form = async () => {
  const { lines } = await bodyOf<Json>(app.send('GET', '/v1/returns/place/US-TX/period/2026-06/form'));
  return Object.fromEntries(lines.filter((one: Json) => !one.jurisdiction).map(({ box, value }: Json) => [box, value]));
};

describe('goods that are returned after their tax was refunded', () => {
  it('leave nothing in liability nor on the form', async () => {
    expect(await put('i-1', { items: [lamp], subsidiary: 'North' })).toMatchObject({ salesTax: { amount: 82.5 } });
    await refundTax();
    expect(await ofState()).toEqual([1000, 0, 1000, 0, 0, 0]);
    const back = await refund('r-1');
    expect(back).toMatchObject({
      status: 201,
      finalTransactionAmount: 1000,
      salesTax: { amount: 0, rate: 0 },
      reason: 'CUSTOMER_EXEMPT',
      subsidiary: 'North',
      items: [{ calculatedTotal: 1000, taxAmount: 0, taxRate: 0, reason: 'CUSTOMER_EXEMPT' }],
    });
    for (const taxLine of back.items[0].taxLines) {
      expect(taxLine).toMatchObject({ taxableAmount: 0, exemptAmount: 1000, taxAmount: 0, reason: 'CUSTOMER_EXEMPT' });
    }
    expect(await owed()).toEqual([]);
    expect(await form()).toMatchObject({ 1: '0', 2: '0', 4: '0', '8a': '0', '8b': '0' });
  });

  it('are the remainder of the invoice where prices include the tax', async () => {
    await put('i-1', { items: [{ ...lamp, unitPrice: 1082.5 }], isTaxInclusive: true });
    await refundTax();
    expect(await refund('r-1')).toMatchObject({
      status: 201,
      finalTransactionAmount: 1000,
      salesTax: { amount: 0 },
      items: [{ calculatedTotal: 1000, reason: 'CUSTOMER_EXEMPT' }],
    });
    expect(await owed()).toEqual([]);
    expect(await refund('r-2')).toMatchObject({ status: 409, errors: [{ code: 'OVER_REFUND' }] });
  });

  it('can be returned in shares of a price that includes the tax', async () => {
    await put('i-1', { items: [{ ...lamp, unitPrice: 1082.5 }], isTaxInclusive: true });
    // Half with its tax, then only the rest of the tax, then two quarters without tax.
    expect(await refund('r-1', { refundFraction: 0.5 })).toMatchObject({ finalTransactionAmount: 541.25 });
    await refundTax();
    const quarters = [await refund('r-2', { refundFraction: 0.25 }), await refund('r-3', { refundFraction: 0.25 })];
    expect(quarters.map(({ finalTransactionAmount, salesTax }) => [finalTransactionAmount, salesTax.amount])).toEqual([
      [250, 0],
      [250, 0],
    ]);
    expect(await owed()).toEqual([]);
    expect((await refund('r-4', { refundFraction: 0.25 })).status).toBe(409);
  });

  it('have the same sums in the other order', async () => {
    const half = { items: [{ ...lamp, unitPrice: 500 }] };
    await put('i-1', { items: [lamp] });
    await refund('r-1', half);
    expect(await ofState()).toEqual([500, 500, 0, 0, 0, 41.25]);
    await refundTax();
    expect(await ofState()).toEqual([500, 0, 500, 0, 0, 0]);
    await refund('r-1', { ...half, transactionStatus: 'CANCELLED' });
    // The tax on the resold half is still charged.
    expect(await ofState()).toEqual([1000, 500, 500, 0, 0, 41.25]);
    expect(await refund('r-2', half)).toMatchObject({ salesTax: { amount: 0 }, reason: 'CUSTOMER_EXEMPT' });
    expect(await ofState()).toEqual([500, 500, 0, 0, 0, 41.25]);
    expect(await refund('r-3', half)).toMatchObject({ salesTax: { amount: 41.25 }, reason: 'TAXED' });
    expect(await owed()).toEqual([]);
  });

  it('are partly exempt if some of their tax was refunded', async () => {
    await put('i-1', { items: [lamp] });
    const half = { refundKind: 'TAX_ONLY', refundFraction: 0.5 };
    expect(await refund('t-1', half)).toMatchObject({ salesTax: { amount: 41.25 } });
    // 500 of the 750 are now exempt; 61.875 of tax would be due so far, and 41.25 was refunded.
    expect(await refund('r-1', { items: [{ ...lamp, unitPrice: 750 }] })).toMatchObject({
      salesTax: { amount: 20.63 },
      items: [{ reason: 'CUSTOMER_PARTLY_EXEMPT', taxAmount: 20.63 }],
    });
    expect(await ofState()).toEqual([250, 250, 0, 0, 0, 20.62]);
    expect(await refund('r-2')).toMatchObject({ finalTransactionAmount: 270.62, salesTax: { amount: 20.62 } });
    expect(await owed()).toEqual([]);
  });

  it('leave their tax to be refunded if the refund of the tax is cancelled', async () => {
    await put('i-1', { items: [lamp] });
    const tax = { refundKind: 'TAX_ONLY' };
    await refund('t-1', tax);
    await refund('r-1');
    await refund('t-1', { ...tax, transactionStatus: 'CANCELLED' });
    expect(await ofState()).toEqual([0, 1000, -1000, 0, 0, 82.5]);
    await refund('t-2', tax);
    expect(await owed()).toEqual([]);
  });

  it('are reported by a check of the invoice', async () => {
    await put('i-1', { items: [lamp] });
    const checks = async () => {
      const key = { source: '9', externalId: 'i-1' };
      const query =
        'query ($by: TransactionBy!) { transaction(by: $by) { checks { name pointer expected actual passed } } }';
      const told = (await ask(app, query, { variables: { by: { key } } })).data.transaction.checks;
      const { checks: found } = await bodyOf<{ checks: Json[] }>(
        app.send('GET', '/v1/transactions/source/9/externalId/i-1/checks'),
      );
      const read = ({ expected, actual, ...check }: Json) => ({
        ...check,
        expected: Number(expected),
        actual: Number(actual),
      });
      expect(told.map(read)).toEqual(found.map(read));
      return found.filter(({ name }) => name === 'REFUNDS_LEAVE_TAX');
    };
    expect(await checks()).toEqual([]);
    await refundTax();
    await refund('r-1', { items: [{ ...lamp, unitPrice: 400 }] });
    const sound = { name: 'REFUNDS_LEAVE_TAX', pointer: '/items/0', expected: 0, actual: 0, passed: true };
    expect(await checks()).toEqual([sound]);
  });
});
