import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

type Row = { readonly outcome: string; readonly refundedTaxAmount: number; readonly externalId?: string } & Record<
  'invoice',
  { readonly transaction: { readonly externalId: string }; readonly exemptibleTaxAmount: number }
>;
type Run = { readonly isDryRun: boolean; readonly totals: readonly unknown[]; readonly rows: readonly Row[] };

let app: TestApp;
let customerId: string;
let exemptionId: string;
const lamp = (unitPrice: number) => anItemBody({ unitPrice, quantity: 1 });
const book = anItemBody({ name: 'Book', taxCode: 'C1S30', unitPrice: 100, quantity: 1 });

async function put(kind: 'customers' | 'transactions', externalId: string, body: object): Promise<string> {
  const response = await app.send('PUT', `/v1/${kind}/source/9/externalId/${externalId}`, body);
  expect([response.status, externalId]).toEqual([201, externalId]);
  return (await bodyOf<{ serviceId: string }>(response)).serviceId;
}

async function invoice(externalId: string, day: string, more: object = {}) {
  const externalTimestamps = { createdDate: day, updatedDate: day };
  await put('transactions', externalId, anInvoiceBody(customerId, { externalId, externalTimestamps, ...more }));
}

async function certificate(terms: object = {}, state = 'MN'): Promise<string> {
  const exemption = { customerId, certificate: { certificateId: 'ST3-1' }, ...terms };
  await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: state }] });
  return (await bodyOf<{ serviceId: string }[]>(app.send('GET', '/v1/exemptions')))[0]!.serviceId;
}

beforeEach(async () => {
  app = await startApp({ now: () => new Date('2026-07-20T12:00:00Z') });
  customerId = await put('customers', 'c-1', aCustomerBody());
  // Minneapolis: 9.025 % of 400 is 36.10, of 100 is 9.03.
  await invoice('filed', '2026-06-01', { items: [lamp(400)], transactionFilingStatus: 'FILED' });
  await invoice('mixed', '2026-06-02', { items: [lamp(400), book] });
  await invoice('open', '2026-06-03', { items: [lamp(400)], shippingFee: { taxCode: 'C6S1', totalPrice: 100 } });
});
afterEach(() => app.close());

async function refund(body: object = {}): Promise<Run> {
  const response = await app.send('POST', `/v1/exemptions/serviceId/${exemptionId}/tax_refunds`, body);
  expect(response.status).toBe(200);
  return bodyOf<Run>(response);
}
const told = ({ rows }: Run) =>
  rows.map((row) => [row.invoice.transaction.externalId, row.outcome, row.refundedTaxAmount]);
const refundableTax = async (externalId: string) => {
  const path = `/v1/transactions/source/9/externalId/${externalId}/refundable`;
  return (await bodyOf<{ taxAmount: number }>(app.send('GET', path))).taxAmount;
};

describe('the refund of the tax under a late certificate', () => {
  it('equals its preview, does not touch filed invoices and refunds nothing twice', async () => {
    exemptionId = await certificate();
    const preview = await refund({ dryRun: true });
    expect(told(preview)).toEqual([
      ['filed', 'SKIPPED_FILED', 0],
      ['mixed', 'PREVIEWED', 45.13],
      ['open', 'PREVIEWED', 45.13],
    ]);
    const total = {
      place: 'US-MN',
      country: 'US',
      state: 'MN',
      currency: 'USD',
      refundCount: 2,
      refundedTaxAmount: 90.26,
    };
    expect(preview).toMatchObject({ isDryRun: true, totals: [total] });
    expect(await bodyOf(app.send('GET', '/v1/transactions?transactionType=REFUND'))).toEqual([]);

    const run = await refund();
    expect(run.totals).toEqual(preview.totals);
    expect(told(run)).toEqual(
      told(preview).map(([id, outcome, tax]) => [id, String(outcome).replace('PREVIEWED', 'REFUNDED'), tax]),
    );
    expect(run.rows.map(({ externalId }) => externalId)).toEqual(preview.rows.map(({ externalId }) => externalId));
    expect([await refundableTax('mixed'), await refundableTax('open'), await refundableTax('filed')]).toEqual([
      0, 0, 36.1,
    ]);
    const [stored] = await bodyOf<Record<string, unknown>[]>(
      app.send('GET', '/v1/transactions?createdFrom=mixed&detailed=true'),
    );
    expect(stored).toMatchObject({
      transactionType: 'REFUND',
      refundKind: 'TAX_ONLY',
      finalTransactionAmount: 45.13,
      salesTax: { amount: 45.13 },
      totalItemsAmount: 0,
      externalTimestamps: { createdDate: '2026-07-20' },
    });
    expect(told(await refund())).toEqual([['filed', 'SKIPPED_FILED', 0]]);
  });

  it('refunds filed invoices in the open period on request', async () => {
    exemptionId = await certificate();
    const run = await refund({ filed: 'REFUND', refundedOn: '2026-07-31', to: '2026-06-01' });
    expect(told(run)).toEqual([['filed', 'REFUNDED', 36.1]]);
    const [stored] = await bodyOf<Record<string, unknown>[]>(app.send('GET', '/v1/transactions?createdFrom=filed'));
    expect(stored).toMatchObject({
      transactionFilingStatus: 'NOT_FILED',
      externalTimestamps: { createdDate: '2026-07-31' },
    });
    const path = '/v1/transactions/source/9/externalId/filed';
    expect(await bodyOf(app.send('GET', path))).toMatchObject({ transactionFilingStatus: 'FILED' });
  });

  it('refunds only the lines that the certificate covers', async () => {
    exemptionId = await certificate({ taxCodes: ['C1S30'] });
    expect(told(await refund({ dryRun: true }))).toEqual([['mixed', 'PREVIEWED', 9.03]]);
    expect(told(await refund())).toEqual([['mixed', 'REFUNDED', 9.03]]);
    expect(await refundableTax('mixed')).toBe(36.1);
  });

  it('is added up by the state that taxes the items', async () => {
    // 5.5 % of 100 in Madison.
    const madison = { country: 'US', state: 'WI', city: 'Madison', zip: '53703', isPartial: true };
    await invoice('split', '2026-06-04', { items: [lamp(400), { ...lamp(100), shippingAddress: madison }] });
    exemptionId = await certificate({}, 'WI');
    const total = {
      place: 'US-WI',
      country: 'US',
      state: 'WI',
      currency: 'USD',
      refundCount: 1,
      refundedTaxAmount: 5.5,
    };
    expect((await refund({ dryRun: true })).totals).toEqual([total]);
    expect((await refund()).totals).toEqual([total]);
  });

  it('says which invoice could not be refunded, and why', async () => {
    exemptionId = await certificate();
    for (const dryRun of [true, false]) {
      const run = await refund({ dryRun, refundedOn: '2026-06-02', from: '2026-06-02' });
      expect(told(run).map(([id, outcome]) => [id, outcome])).toEqual([
        ['mixed', dryRun ? 'PREVIEWED' : 'REFUNDED'],
        ['open', 'FAILED'],
      ]);
      expect(run.rows[1]).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
    }
  });

  it.each(['NOT_FILED', 'FILED'])('leaves a %s document with its id unchanged, and is numbered', async (status) => {
    exemptionId = await certificate();
    const of = { from: '2026-06-03' };
    const taken = (await refund({ ...of, dryRun: true })).rows[0]!.externalId!;
    await invoice(taken, '2026-06-01', { items: [lamp(100)], transactionFilingStatus: status });
    const path = `/v1/transactions/source/9/externalId/${taken}`;
    const before = await bodyOf(app.send('GET', path));
    const ids = async (body: object) => (await refund({ ...of, ...body })).rows.map(({ externalId }) => externalId);
    expect(await ids({ dryRun: true })).toEqual([`${taken}-2`]);
    expect(await ids({})).toEqual([`${taken}-2`]);
    expect(await bodyOf(app.send('GET', path))).toEqual(before);
    expect(await refundableTax('open')).toBe(0);
  });

  it('keeps the earlier refund if the certificate covers more tax codes later', async () => {
    exemptionId = await certificate({ taxCodes: ['C1S30'] });
    expect(told(await refund())).toEqual([['mixed', 'REFUNDED', 9.03]]);
    expect((await app.send('PATCH', `/v1/exemptions/serviceId/${exemptionId}`, { taxCodes: null })).status).toBe(200);
    expect(told(await refund({ to: '2026-06-02', from: '2026-06-02' }))).toEqual([['mixed', 'REFUNDED', 36.1]]);
    expect(await refundableTax('mixed')).toBe(0);
  });

  it('is the same in GraphQL', async () => {
    exemptionId = await certificate();
    const mutation = `mutation ($input: RefundExemptTaxInput!) { refundExemptTax(input: $input) { __typename ... on TaxRefundRun { isDryRun totals { refundCount refundedTaxAmount }
      rows { outcome refundedTaxAmount refund { externalId createdFromTransaction { refundable { taxAmount } } } } } ... on InvalidInput { issues { code } } } }`;
    const run = async (input: object) =>
      (await ask(app, mutation, { variables: { input: { by: { serviceId: exemptionId }, ...input } } })).data
        .refundExemptTax;
    const totals = [{ refundCount: 2, refundedTaxAmount: '90.26' }];
    expect(await run({ dryRun: true })).toMatchObject({ isDryRun: true, totals });
    const stored = await run({});
    expect(stored).toMatchObject({ isDryRun: false, totals });
    expect(stored.rows[1].refund.createdFromTransaction).toEqual({ refundable: { taxAmount: '0.00' } });
    expect(await run({ from: '2026-07-01', to: '2026-06-01' })).toEqual({
      __typename: 'InvalidInput',
      issues: [{ code: 'OUT_OF_RANGE' }],
    });
  });

  it('refuses partial exemptions, unknown ones and tokens without the scopes', async () => {
    exemptionId = await certificate({ exemptionType: 'PARTIALLY', exemptFraction: 0.5 });
    const path = (id: string) => `/v1/exemptions/serviceId/${id}/tax_refunds`;
    const partial = await app.send('POST', path(exemptionId), {});
    expect([partial.status, await partial.json()]).toMatchObject([400, { errors: [{ code: 'NOT_FULLY' }] }]);
    expect((await app.send('POST', path('01980000-0000-7000-8000-000000000001'), {})).status).toBe(404);
    for (const scopes of [['transactions:write'], ['exemptions:read', 'transactions:read']] as const) {
      const headers = { Authorization: `Bearer ${await app.token(scopes)}`, 'Content-Type': 'application/json' };
      expect((await app.fetch(path(exemptionId), { method: 'POST', headers, body: '{}' })).status).toBe(403);
    }
  });
});
