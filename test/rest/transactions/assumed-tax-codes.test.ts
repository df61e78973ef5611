import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let customerId: string;
beforeEach(async () => {
  app = await startApp();
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterEach(() => app.close());

const path = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const setDefault = (defaultTaxCode: string | null) => app.send('PATCH', '/v1/account', { defaultTaxCode });
const assumed = (record: Json) =>
  (record.notices ?? [])
    .filter(({ code }: Json) => code === 'TAX_CODE_ASSUMED')
    .map(({ pointer, message }: Json) => `${pointer}: ${message}`);
const told = '/items/1/taxCode: No tax code was sent: C1S2, the defaultTaxCode of the account, was used.';
const codes = ({ items }: Json) => items.map(({ taxCode }: Json) => taxCode);

function invoice(externalId: string, more: object = {}) {
  const named = anItemBody({ taxCode: 'C1S1', name: 'Chair' });
  const { taxCode: _, ...unnamed } = anItemBody({ name: 'Shirt' });
  return anInvoiceBody(customerId, { externalId, items: [named, unnamed], ...more });
}

describe('an item without a tax code', () => {
  it('is refused if the account has no default, together with all other faults', async () => {
    const body = { ...invoice('a'), transactionStatus: 'X' };
    for (const response of [
      await app.send('PUT', path('a'), body),
      await app.send('POST', '/v1/transactions/calculate', body),
    ]) {
      expect(response.status).toBe(400);
      const { errors } = await bodyOf<Json>(response);
      expect(errors.map(({ pointer }: Json) => pointer).toSorted()).toEqual(['/items/1/taxCode', '/transactionStatus']);
      expect(errors.find(({ pointer }: Json) => pointer === '/items/1/taxCode').message).toBe(
        'taxCode is required. Send it, or set defaultTaxCode in the account settings.',
      );
    }
  });

  it("uses the account's code, with a notice: stored, in a batch and in a quote", async () => {
    expect((await setDefault('C1S2')).status).toBe(200);
    const stored = await bodyOf<Json>(app.send('PUT', path('a'), invoice('a')));
    expect([codes(stored), assumed(stored)]).toEqual([['C1S1', 'C1S2'], [told]]);
    expect(assumed(await bodyOf<Json>(app.send('GET', path('a'))))).toEqual([told]);
    const batch = await bodyOf<Json>(
      app.send('POST', '/v1/transactions/batch', { transactions: [invoice('b'), invoice('c')] }),
    );
    expect(batch.succeededCount).toBe(2);
    expect(assumed(await bodyOf<Json>(app.send('GET', path('c'))))).toEqual([told]);
    const quote = await bodyOf<Json>(app.send('POST', '/v1/transactions/calculate', invoice('d')));
    expect([codes(quote), assumed(quote)]).toEqual([['C1S1', 'C1S2'], [told]]);
  });

  it('keeps the code and the notice when the document is recalculated, even after the setting changes', async () => {
    await setDefault('C1S2');
    await app.send('PUT', path('a'), invoice('a'));
    await setDefault('C2S1');
    const again = await bodyOf<Json>(app.send('POST', `${path('a')}/recalculate`, { reason: 'Again' }));
    expect([codes(again), assumed(again)]).toEqual([['C1S1', 'C1S2'], [told]]);
    const patched = await bodyOf<Json>(app.send('PATCH', path('a'), { transactionLevelDiscount: 1 }));
    expect([codes(patched), assumed(patched)]).toEqual([['C1S1', 'C1S2'], [told]]);
    const { items } = invoice('a', { items: [anItemBody({ taxCode: 'C1S2', name: 'Shirt' })] });
    expect(assumed(await bodyOf<Json>(app.send('PATCH', path('a'), { items })))).toEqual([]);
  });

  it('no longer has a notice once its code is sent', async () => {
    await setDefault('C1S2');
    const { items } = await bodyOf<Json>(app.send('PUT', path('a'), invoice('a')));
    const sent = { ...invoice('a'), items: items.map((item: Json) => ({ ...item, unitPrice: 7, totalPrice: null })) };
    const stored = await bodyOf<Json>(app.send('PUT', path('a'), sent));
    expect([codes(stored), assumed(stored)]).toEqual([['C1S1', 'C1S2'], []]);
  });

  it('of a refund is copied from its invoice, not from the account', async () => {
    await app.send('PUT', path('a'), invoice('a', { items: [anItemBody({ taxCode: 'C1S1', name: 'Shirt' })] }));
    await setDefault('C1S2');
    const refund = invoice('r', {
      transactionType: 'REFUND',
      createdFrom: 'a',
      items: [{ name: 'Shirt', quantity: 1 }],
    });
    const refunded = await bodyOf<Json>(app.send('PUT', path('r'), refund));
    expect([codes(refunded), assumed(refunded)]).toEqual([['C1S1'], []]);
  });

  it('of a refund whose invoice is not stored is copied from the account', async () => {
    await setDefault('C1S2');
    const refund = invoice('r', { transactionType: 'REFUND', createdFrom: 'unknown' });
    const refunded = await bodyOf<Json>(app.send('PUT', path('r'), refund));
    expect([codes(refunded), assumed(refunded)]).toEqual([['C1S1', 'C1S2'], [told]]);
  });

  it('also uses it in GraphQL', async () => {
    const query = `query ($input: QuoteInput!) {
      calculateTax(input: $input) {
        ... on Quote { items { taxCode } notices { code } }
        ... on InvalidInput { issues { path message } }
      }
    }`;
    const item = { name: 'Shirt', unitPrice: 10 };
    const input = { shippingAddress: { country: 'DE' }, items: [item] };
    const ask = async () => await bodyOf<Json>(app.send('POST', '/graphql', { query, variables: { input } }));
    expect(await ask()).toMatchObject({
      data: {
        calculateTax: {
          issues: [{ path: ['items', '0', 'taxCode'], message: expect.stringContaining('set defaultTaxCode') }],
        },
      },
    });
    await setDefault('C1S2');
    const notices = expect.arrayContaining([{ code: 'TAX_CODE_ASSUMED' }]);
    expect(await ask()).toMatchObject({ data: { calculateTax: { items: [{ taxCode: 'C1S2' }], notices } } });
  });
});

describe('the default tax code', () => {
  it('is one of the catalogue', async () => {
    const response = await setDefault('C9S99');
    expect(response.status).toBe(400);
    expect(await bodyOf<Json>(response)).toMatchObject({
      errors: [{ pointer: '/defaultTaxCode', message: expect.stringMatching(/^"C9S99" is not a tax code/) }],
    });
    expect(await bodyOf<Json>(setDefault('c1s2'))).toMatchObject({ defaultTaxCode: 'C1S2' });
    expect(await bodyOf<Json>(setDefault(null))).toMatchObject({ defaultTaxCode: null });
  });
});
