import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

type Body = Record<string, unknown>;
type Problem = {
  readonly code: string;
  readonly errors: readonly { parameter?: string; pointer?: string; code: string }[];
};

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterAll(() => app.close());

const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
async function stored(externalId: string, more: Body = {}): Promise<string> {
  const path = pathOf(externalId);
  const answer = await app.send('PUT', path, anInvoiceBody(customerId, { externalId, ...more }));
  expect([200, 201]).toContain(answer.status);
  return path;
}
const getBody = async <Shape = Body>(path: string) => bodyOf<Shape>(app.send('GET', path));

describe('PATCH of a document', () => {
  it('changes the sent fields and recalculates the tax', async () => {
    // 73.50 at 9.025 % is 6.63; two lamps of 24.50 are 49.00 and 4.42.
    const path = await stored('patched', { documentName: 'First' });
    const body = { items: [anItemBody({ quantity: 2 })], documentName: null };
    const answer = await app.send('PATCH', path, body);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toMatch(/-2\./);
    const patched = await bodyOf<Body>(answer);
    expect(patched).toMatchObject({ salesTax: { amount: 4.42 }, calculationNumber: 2 });
    expect(patched.documentName).toBeUndefined();
    expect(await getBody(path)).toEqual(patched);
  });

  it('still says that a shipping fee was sent without a price, until one is sent', async () => {
    const path = await stored('unpriced', { shippingFee: { taxCode: 'C6S1' } });
    const codes = async (answer: Promise<Response>) =>
      (await bodyOf<{ notices: { code: string }[] }>(answer)).notices.map(({ code }) => code);
    const missing = 'SHIPPING_PRICE_MISSING';
    expect(await codes(app.send('PATCH', path, { items: [anItemBody({ quantity: 2 })] }))).toContain(missing);
    expect(await codes(app.send('POST', `${path}/recalculate`, { reason: 'New rates' }))).toContain(missing);
    const priced = { shippingFee: { taxCode: 'C6S1', totalPrice: 5 } };
    expect(await codes(app.send('PATCH', path, priced))).not.toContain(missing);
  });

  it('refuses unknown members and another key, and keeps the document', async () => {
    const path = await stored('kept');
    const typo = await app.send('PATCH', path, { shipingFee: { totalPrice: 5 } });
    expect(typo.status).toBe(400);
    expect((await bodyOf<Problem>(typo)).errors).toMatchObject([{ pointer: '/shipingFee', code: 'UNKNOWN_FIELD' }]);
    const moved = await app.send('PATCH', path, { externalId: 'elsewhere' });
    expect(moved.status).toBe(400);
    expect((await bodyOf<Problem>(moved)).code).toBe('KEY_MISMATCH');
    expect(await getBody(path)).toMatchObject({ calculationNumber: 1, externalId: 'kept' });
  });

  it('changes only the version that If-Match names', async () => {
    const path = await stored('guarded');
    const answer = await app.send('PATCH', path, { documentName: 'Late' }, { 'If-Match': '"000000000000-7.1"' });
    expect(answer.status).toBe(412);
  });

  it('does not find an unknown document', async () => {
    expect((await app.send('PATCH', pathOf('nowhere'), {})).status).toBe(404);
  });
});

describe('recalculation', () => {
  it('uses a late certificate, reports the reason, and keeps the previous calculation', async () => {
    const path = await stored('recalculated');
    const exemption = { customerId, country: 'US', certificate: { certificateId: 'ST3' }, exemptionType: 'FULLY' };
    await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] });
    const reason = 'The certificate came late';
    const answer = await app.send('POST', `${path}/recalculate`, { reason });
    expect(answer.status).toBe(200);
    expect(await bodyOf<Body>(answer)).toMatchObject({
      salesTax: { amount: 0 },
      reason: 'CUSTOMER_EXEMPT',
      calculationNumber: 2,
      recalculationReason: reason,
    });
    const calculations = await getBody<Body[]>(`${path}/calculations`);
    expect(calculations.map(({ calculationNumber }) => calculationNumber)).toEqual([2, 1]);
    expect(calculations[0]).toMatchObject({ salesTax: { amount: 0 }, recalculationReason: reason });
    expect(calculations[0]!.replacedAt).toBeUndefined();
    expect(calculations[1]).toMatchObject({ salesTax: { amount: 6.63 }, replacedAt: expect.any(String) });
    expect(calculations[1]!.serviceId).toBeUndefined();
  });

  it('needs a reason, and a document that is not filed', async () => {
    const path = await stored('filed', { transactionFilingStatus: 'FILED' });
    const silent = await app.send('POST', `${path}/recalculate`, { reason: ' ' });
    expect(silent.status).toBe(400);
    const filed = await app.send('POST', `${path}/recalculate`, { reason: 'Again' });
    expect(filed.status).toBe(409);
    expect((await bodyOf<Problem>(filed)).code).toBe('TRANSACTION_FILED');
  });
});

describe('conversion', () => {
  const to = (more: Body = {}) => ({
    externalId: 'from-estimate',
    transactionType: 'INVOICE',
    externalTimestamps: { createdDate: '2026-06-20', updatedDate: '2026-06-20' },
    ...more,
  });

  it('makes an invoice from an estimate, once', async () => {
    const path = await stored('estimate', { transactionType: 'ESTIMATE' });
    const answer = await app.send('POST', `${path}/convert`, to());
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(pathOf('from-estimate'));
    const invoice = await bodyOf<Body>(answer);
    expect(invoice).toMatchObject({ transactionType: 'INVOICE', createdFrom: 'estimate' });
    const again = await app.send('POST', `${path}/convert`, to());
    expect(again.status).toBe(200);
    expect(await bodyOf(again)).toEqual(invoice);
    expect(await getBody(path)).toMatchObject({ transactionType: 'ESTIMATE' });
  });

  it('refuses what cannot become an invoice, and a key that is taken', async () => {
    const invoice = await stored('an-invoice');
    expect((await app.send('POST', `${invoice}/convert`, to({ externalId: 'other' }))).status).toBe(400);
    const estimate = await stored('second-estimate', {
      transactionType: 'ESTIMATE',
      items: [anItemBody({ quantity: 9 })],
    });
    const taken = await app.send('POST', `${estimate}/convert`, to({ externalId: 'an-invoice' }));
    expect(taken.status).toBe(409);
    expect((await bodyOf<Problem>(taken)).code).toBe('KEY_TAKEN');
  });
});

describe('calculations of a document', () => {
  it('come page by page, in either form, each with its own trace and checks', async () => {
    const path = await stored('paged', { shippingAddress: { country: 'DE' } });
    for (const unitPrice of [50, 100]) {
      await stored('paged', { shippingAddress: { country: 'DE' }, items: [anItemBody({ unitPrice, quantity: 1 })] });
    }
    const first = await app.send('GET', `${path}/calculations?limit=2&detailed=true`);
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const [latest] = await bodyOf<Body[]>(first);
    // 19 % of 100.
    expect(latest).toMatchObject({ calculationNumber: 3, taxLines: [{ taxAmount: 19 }] });
    const last = await app.send('GET', next!);
    expect(last.headers.get('link')).toBeNull();
    expect(await bodyOf<Body[]>(last)).toMatchObject([{ calculationNumber: 1, salesTax: { amount: 13.97 } }]);

    const { steps: trace } = await getBody<{ steps: Body[] }>(`${path}/trace?calculationNumber=2`);
    expect(trace.at(-1)).toMatchObject({ kind: 'DOCUMENT_TOTALLED', amount: 9.5 });
    const { checks } = await getBody<{ checks: Body[] }>(`${path}/checks?calculationNumber=2`);
    expect(checks.find(({ name }) => name === 'TOTAL_IS_SUM')).toMatchObject({
      expected: 59.5,
      actual: 59.5,
      passed: true,
    });
    expect((await getBody<{ steps: Body[] }>(`${path}/trace`)).steps.at(-1)).toMatchObject({ amount: 19 });
  });

  it('refuse a number that there is not', async () => {
    const path = await stored('once');
    expect((await app.send('GET', `${path}/trace?calculationNumber=2`)).status).toBe(404);
    const zero = await app.send('GET', `${path}/checks?calculationNumber=0`);
    expect(zero.status).toBe(400);
    expect((await bodyOf<Problem>(zero)).errors).toMatchObject([{ parameter: 'calculationNumber' }]);
    expect((await app.send('GET', `${path}/calculations?cursor=x`)).status).toBe(400);
    expect((await app.send('GET', `${pathOf('nowhere')}/calculations`)).status).toBe(404);
  });
});

it('customers are stored in batches, each on its own', async () => {
  const good = aCustomerBody({ externalId: 'batch-1' });
  const answer = await app.send('POST', '/v1/customers/batch', [good, { ...good, source: '77' }, good]);
  expect(answer.status).toBe(200);
  expect(await bodyOf<Body>(answer)).toMatchObject({
    succeededCount: 2,
    failedCount: 1,
    results: [
      { index: 0, status: 201, externalId: 'batch-1' },
      { index: 1, status: 400, problem: { errors: [{ pointer: '/source' }] } },
      { index: 2, status: 200 },
    ],
  });
});
