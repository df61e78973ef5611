import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';

/*
 * The day of a shop's integrator, in each interface: a minimal cart, an invoice, and its refunds. Minneapolis taxes lamps at
 * 9.025 % but not coats; shipping is taxed in proportion to the goods.
 */

type Body = Record<string, unknown>;
/** The result of a step: a response, or the code of a refusal with its issues. */
type Shown = Body & { readonly code?: string };
type Door = {
  calculate(input: Body): Promise<Shown>;
  storeCustomer(input: Body): Promise<Shown>;
  store(input: Body): Promise<Shown>;
  refundable(externalId: string): Promise<Shown>;
};

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-06-15T12:00:00Z') });
});
afterAll(() => app.close());

const keyPath = (noun: string, externalId: unknown) => `/v1/${noun}/source/9/externalId/${externalId}`;
const rest: Door = {
  calculate: (input) => bodyOf(app.send('POST', '/v1/transactions/calculate', input)),
  storeCustomer: (input) => bodyOf(app.send('PUT', keyPath('customers', input.externalId), input)),
  store: (input) => bodyOf(app.send('PUT', keyPath('transactions', input.externalId), input)),
  refundable: (externalId) => bodyOf(app.send('GET', `${keyPath('transactions', externalId)}/refundable`)),
};

const failures = `... on OverRefund { code errors: lines { remainingAmount remainingTaxAmount } }
  ... on InsufficientCoverage { code errors: issues { code message } } ... on UserError { code message }`;
const figures = `finalTransactionAmount computedTaxAmount salesTax { amount } notices { code }
  items { name calculatedTotal taxAmount }`;
const left = '{ amount taxAmount totalAmount items { name amount taxAmount } shippingFee { amount taxAmount } }';
const run = async (query: string, variables: Body) => {
  const { data, errors } = await ask(app, query, { variables });
  expect(errors).toBeUndefined();
  return asNumbers(Object.values(data)[0]) as Shown;
};
const graphql: Door = {
  calculate: (input) =>
    run(`query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote { ${figures} } ${failures} } }`, {
      input,
    }),
  storeCustomer: (input) =>
    run(
      'mutation ($input: CustomerInput!) { upsertCustomer(input: $input) { ... on Customer { serviceId } ... on UserError { code } } }',
      { input },
    ),
  store: (input) =>
    run(
      `mutation ($input: TransactionInput!) { upsertTransaction(input: $input) { ... on Transaction { ${figures} } ${failures} } }`,
      { input },
    ),
  refundable: async (externalId) =>
    (
      await run(`query ($by: TransactionBy!) { transaction(by: $by) { refundable ${left} } }`, {
        by: { key: { source: '9', externalId } },
      })
    ).refundable as Shown,
};

/** GraphQL writes amounts as text. */
function asNumbers(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (Array.isArray(value)) return value.map(asNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asNumbers(member)]));
}

const shippingAddress = { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' };
const goods = [
  { name: 'Lamp', taxCode: 'C1S1', unitPrice: 100, quantity: 2 },
  { name: 'Coat', taxCode: 'C1S2', unitPrice: 80, quantity: 1 },
];
const on = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });

describe.each([
  ['REST', rest],
  ['GraphQL', graphql],
])('the day of an integrator with %s', (name, door) => {
  const invoiceId = `INV-${name}`;
  const document = { source: '9', transactionStatus: 'ACTIVE' };
  const refund = (suffix: string, more: Body) =>
    door.store({
      ...document,
      externalId: `REF-${name}-${suffix}`,
      transactionType: 'REFUND',
      createdFrom: invoiceId,
      requireLink: true,
      ...on('2026-06-20'),
      ...more,
    });

  it('covers everything from a cart to a late certificate without a workaround', async () => {
    // A cart needs items and an address; 200 x 0.09025 is 18.05.
    const cart = await door.calculate({ items: goods, shippingAddress });
    expect(cart).toMatchObject({ salesTax: { amount: 18.05 }, finalTransactionAmount: 298.05 });

    const customer = { source: '9', externalId: `C-${name}`, name: 'Prairie Books', ...on('2026-06-15') };
    const { serviceId: customerId } = await door.storeCustomer(customer);
    const invoice = {
      ...document,
      externalId: invoiceId,
      transactionType: 'INVOICE',
      customerId,
      items: goods,
      shippingFee: { taxCode: 'C6S1', totalPrice: 10 },
      require: { precision: 'ZIP5', complete: true },
      ...on('2026-06-15'),
    };
    // The shop requires a known place, and is informed of missing fields.
    const vague = { country: 'US', state: 'MN', isPartial: true };
    expect(await door.store({ ...invoice, shippingAddress: vague })).toMatchObject({ code: 'INSUFFICIENT_COVERAGE' });
    // 200/280 of the fee is taxed: 0.6446.
    expect(await door.store({ ...invoice, shippingAddress })).toMatchObject({
      salesTax: { amount: 18.69 },
      finalTransactionAmount: 308.69,
    });

    // One lamp is returned: sending its quantity is enough.
    expect(await refund('lamp', { items: [{ name: 'Lamp', quantity: 1 }] })).toMatchObject({
      items: [{ name: 'Lamp', calculatedTotal: 100, taxAmount: 9.03 }],
      finalTransactionAmount: 109.03,
    });
    expect(await door.refundable(invoiceId)).toMatchObject({
      amount: 190,
      taxAmount: 9.66,
      totalAmount: 199.66,
      items: [
        { name: 'Lamp', amount: 100, taxAmount: 9.02 },
        { name: 'Coat', amount: 80, taxAmount: 0 },
      ],
      shippingFee: { amount: 10, taxAmount: 0.64 },
    });
    expect(await refund('too-much', { items: [{ name: 'Lamp', quantity: 2 }] })).toMatchObject({
      code: 'OVER_REFUND',
      errors: [{ remainingAmount: 100, remainingTaxAmount: 9.02 }],
    });
    expect(await refund('early', { items: [{ name: 'Lamp', quantity: 1 }], ...on('2026-06-01') })).toMatchObject({
      code: 'REFUND_MISMATCH',
    });
    // The parcel was late, so only its fee is refunded.
    const fee = { taxCode: 'C6S1', totalPrice: 10 };
    expect(await refund('fee', { items: [], shippingFee: fee })).toMatchObject({ finalTransactionAmount: 10.64 });

    // A certificate arrives late: the remaining tax is refunded, the goods stay sold.
    expect(await refund('tax', { items: [], refundKind: 'TAX_ONLY' })).toMatchObject({ finalTransactionAmount: 9.02 });
    expect(await door.refundable(invoiceId)).toMatchObject({ amount: 180, taxAmount: 0, totalAmount: 180 });

    // Until it is stored, the next invoice is exempted manually, and shows the tax without the exemption.
    const exemptionOverride = { kind: 'FORCE_EXEMPT', reason: 'The certificate is being checked.' };
    const next = { ...invoice, externalId: `${invoiceId}-2`, shippingAddress, exemptionOverride };
    expect(await door.store(next)).toMatchObject({ salesTax: { amount: 0 }, computedTaxAmount: 18.69 });
  });
});
