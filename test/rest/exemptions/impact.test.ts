import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

type Impact = {
  readonly states: readonly Record<string, unknown>[];
  readonly invoices: readonly (Record<string, unknown> & { readonly transaction: { readonly externalId: string } })[];
};

let app: TestApp;
let customerId: string;
let otherId: string;
const lamp = (unitPrice: number, more: object = {}) => anItemBody({ unitPrice, quantity: 1, ...more });
const minneapolis = { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' };
const book = { name: 'Book', taxCode: 'C1S30', unitPrice: 100, quantity: 1 };

async function put(kind: 'customers' | 'transactions', externalId: string, body: object): Promise<string> {
  const response = await app.send('PUT', `/v1/${kind}/source/9/externalId/${externalId}`, body);
  expect([response.status, externalId]).toEqual([201, externalId]);
  return (await bodyOf<{ serviceId: string }>(response)).serviceId;
}

async function invoice(externalId: string, day: string, more: object = {}) {
  const externalTimestamps = { createdDate: day, updatedDate: day };
  const body = { externalId, externalTimestamps, shippingAddress: minneapolis, items: [lamp(400)], ...more };
  await put('transactions', externalId, anInvoiceBody(customerId, body));
}

beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-20T12:00:00Z') });
  customerId = await put('customers', 'c-1', aCustomerBody({ externalId: 'c-1' }));
  otherId = await put('customers', 'c-2', aCustomerBody({ externalId: 'c-2' }));
  // Minneapolis: 9.025 % of 400 is 36.10, of 100 is 9.03.
  await invoice('whole', '2026-06-01', { transactionFilingStatus: 'FILED' });
  await invoice('mixed', '2026-06-02', { items: [lamp(400), anItemBody(book)] });
  await invoice('refunded', '2026-06-03', { items: [lamp(400)] });
  await put(
    'transactions',
    'back',
    anInvoiceBody(customerId, {
      externalId: 'back',
      transactionType: 'REFUND',
      createdFrom: 'refunded',
      externalTimestamps: { createdDate: '2026-06-04', updatedDate: '2026-06-04' },
      shippingAddress: minneapolis,
      items: [lamp(200)],
    }),
  );
  await invoice('cancelled', '2026-06-05', { transactionStatus: 'CANCELLED' });
  await invoice('order', '2026-06-06', { transactionType: 'SALES_ORDER' });
  await invoice('late', '2026-07-05');
  // Madison, with county tax: 5.5 % of 400.
  const madison = { country: 'US', state: 'WI', city: 'Madison', zip: '53703', isPartial: true };
  await invoice('wisconsin', '2026-06-07', { shippingAddress: madison });
});
afterAll(() => app.close());

const impact = async (exemption: object, states: readonly string[], period: object = {}) => {
  const body = { exemption: { customerId, ...exemption }, states: states.map((code) => ({ code })), ...period };
  const response = await app.send('POST', '/v1/exemptions/impact', body);
  expect(response.status).toBe(200);
  return bodyOf<Impact>(response);
};
const exempted = ({ invoices }: Impact) =>
  invoices.map(({ transaction, exemptibleTaxAmount }) => [transaction.externalId, exemptibleTaxAmount]);
const inMinnesota = { place: 'US-MN', country: 'US', state: 'MN', currency: 'USD' };

describe('the impact of a certificate', () => {
  it('is the tax that was charged and not refunded, by state', async () => {
    const found = await impact({}, ['MN', 'WI']);
    expect(exempted(found)).toEqual([
      ['whole', 36.1],
      ['mixed', 45.13],
      // Half of it was refunded.
      ['refunded', 18.05],
      ['wisconsin', 22],
      ['late', 36.1],
    ]);
    expect(found.states).toEqual([
      { ...inMinnesota, invoiceCount: 4, exemptibleTaxAmount: 135.38, filedTaxAmount: 36.1 },
      {
        place: 'US-WI',
        country: 'US',
        state: 'WI',
        currency: 'USD',
        invoiceCount: 1,
        exemptibleTaxAmount: 22,
        filedTaxAmount: 0,
      },
    ]);
    expect(found.invoices[2]).toMatchObject({ chargedTaxAmount: 36.1, refundedTaxAmount: 18.05 });
  });

  it('follows the days of the certificate and the requested period', async () => {
    const june = { validationDates: { fromDate: '2026-06-02', toDate: '2026-06-30' } };
    expect(exempted(await impact(june, ['MN']))).toEqual([
      ['mixed', 45.13],
      ['refunded', 18.05],
    ]);
    expect(exempted(await impact({}, ['MN'], { from: '2026-06-03', to: '2026-06-30' }))).toEqual([['refunded', 18.05]]);
    expect(await impact({}, ['TX'])).toEqual({ states: [], invoices: [] });
  });

  it('follows the tax codes and the share that the certificate covers', async () => {
    expect(exempted(await impact({ taxCodes: ['C1S30'] }, ['MN']))).toEqual([['mixed', 9.03]]);
    const half = { exemptionType: 'PARTIALLY', exemptFraction: 0.5 };
    const period = { to: '2026-06-01' };
    expect(exempted(await impact(half, ['MN'], period))).toEqual([['whole', 18.05]]);
  });

  it('is found for a stored exemption, in both doors', async () => {
    const exemption = { customerId, certificate: { certificateId: 'WI-1' }, exemptionReason: 'RESALE' };
    await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'WI' }] });
    const [stored] = await bodyOf<{ serviceId: string }[]>(app.send('GET', '/v1/exemptions?state=WI'));
    const response = app.send('POST', '/v1/exemptions/impact', { serviceId: stored!.serviceId });
    expect(exempted(await bodyOf<Impact>(response))).toEqual([['wisconsin', 22]]);
    const query = `query ($input: ExemptionImpactInput!) { exemptionImpact(input: $input) { ... on ExemptionImpact {
      states { state exemptibleTaxAmount } invoices { exemptibleTaxAmount transaction { externalId customer { serviceId } } } } } }`;
    const { data } = await ask(app, query, {
      variables: { input: { exemption: { stored: { serviceId: stored!.serviceId } } } },
    });
    expect(data.exemptionImpact).toEqual({
      states: [{ state: 'WI', exemptibleTaxAmount: '22.00' }],
      invoices: [
        { exemptibleTaxAmount: '22.00', transaction: { externalId: 'wisconsin', customer: { serviceId: customerId } } },
      ],
    });
    const id = Buffer.from(`Exemption:${stored!.serviceId}`).toString('base64url');
    expect((await ask(app, query, { variables: { input: { exemption: { stored: { id } } } } })).data).toEqual(data);
    const described = { customerId, exemption: {}, states: [{ code: 'Atlantis' }] };
    const wrong = await ask(app, query.replace('... on Ex', '... on InvalidInput { issues { path } } ... on Ex'), {
      variables: { input: { exemption: { described } } },
    });
    expect(wrong.data.exemptionImpact.issues).toMatchObject([{ path: ['exemption', 'described', 'states', '0'] }]);
    // It changes nothing.
    const [invoiceThere] = await bodyOf<{ salesTax: { amount: number } }[]>(
      app.send('GET', '/v1/transactions?state=WI'),
    );
    expect(invoiceThere!.salesTax.amount).toBe(22);
  });

  it('belongs to its own customer', async () => {
    const body = { exemption: { customerId: otherId }, states: [{ code: 'MN' }] };
    expect(await bodyOf(app.send('POST', '/v1/exemptions/impact', body))).toEqual({ states: [], invoices: [] });
  });

  it.each([
    [{}, 400, [{ pointer: '/serviceId', code: 'REQUIRED' }]],
    [
      { exemption: { customerId: 'x' }, states: [{ code: 'XX' }], from: 'soon' },
      400,
      [{ pointer: '/from' }, { pointer: '/exemption/customerId' }, { pointer: '/states/0' }],
    ],
    [{ serviceId: '01980000-0000-7000-8000-000000000001' }, 404, undefined],
    [{ exemption: { customerId: '01980000-0000-7000-8000-000000000001', country: 'US' }, states: [] }, 404, undefined],
  ])('refuses %j', async (body, status, errors) => {
    const response = await app.send('POST', '/v1/exemptions/impact', body);
    expect(response.status).toBe(status);
    if (errors) expect(((await response.json()) as { errors: unknown }).errors).toMatchObject(errors);
  });
});
