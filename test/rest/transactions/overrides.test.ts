import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';

type Body = Record<string, unknown>;
type Stored = Body & { readonly items: readonly Body[]; readonly notices: readonly { readonly code: string }[] };
type Problem = { readonly errors: readonly Body[] };

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const customer = app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  customerId = (await bodyOf<{ serviceId: string }>(customer)).serviceId;
  await app.send('POST', '/v1/exemptions', { exemption: { customerId }, states: [{ code: 'MN' }] });
});
afterAll(() => app.close());

const path = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const put = (externalId: string, more: Body) =>
  app.send('PUT', path(externalId), anInvoiceBody(customerId, { externalId, ...more }));
const stored = (externalId: string, more: Body) => bodyOf<Stored>(put(externalId, more));
const items = [anItemBody({ unitPrice: 100, quantity: 1 })]; // 9.03 of tax in Minneapolis.
const inWisconsin = { country: 'US', state: 'WI', city: 'Madison', zip: '53703', isPartial: true }; // 5.5 %

describe('exemptionOverride', () => {
  const ignore = { kind: 'IGNORE_CERTIFICATES', reason: 'The goods are for private use.' };
  const force = { kind: 'FORCE_EXEMPT', reason: 'The certificate is in the mail.' };

  it('ignores the certificates of the customer, and shows the tax without it', async () => {
    const exempt = await stored('exempt', { items });
    expect(exempt).toMatchObject({ salesTax: { amount: 0 } });
    expect(exempt).not.toHaveProperty('computedTaxAmount');
    const taxed = await stored('ignore', { items, exemptionOverride: ignore });
    expect(taxed).toMatchObject({
      salesTax: { amount: 9.03 },
      computedTaxAmount: 0,
      exemptionOverride: ignore,
      items: [{ taxAmount: 9.03, computedTaxAmount: 0 }],
    });
    const notice = expect.objectContaining({ code: 'IGNORE_CERTIFICATES', pointer: '/exemptionOverride' });
    expect(taxed.notices).toContainEqual(notice);
  });

  it('exempts without a valid certificate, and shows the tax without it', async () => {
    const exempt = await stored('force', { items, shippingAddress: inWisconsin, exemptionOverride: force });
    expect(exempt).toMatchObject({
      salesTax: { amount: 0 },
      computedTaxAmount: 5.5,
      exemptionOverride: force,
      items: [{ reason: 'CUSTOMER_EXEMPT', taxAmount: 0, computedTaxAmount: 5.5 }],
    });
    expect(await bodyOf(app.send('GET', path('force')))).toEqual(exempt);
    expect(await stored('force', exempt)).toEqual(exempt);
  });

  it('changes the tax if it is taken back, and only the reason if that is corrected', async () => {
    const sent = { items, shippingAddress: inWisconsin };
    await stored('changed', { ...sent, exemptionOverride: force });
    const reason = 'The certificate arrived by fax.';
    const corrected = await stored('changed', { ...sent, exemptionOverride: { ...force, reason } });
    expect(corrected).toMatchObject({ exemptionOverride: { reason }, salesTax: { amount: 0 } });
    const taken = await stored('changed', sent);
    expect(taken).toMatchObject({ salesTax: { amount: 5.5 } });
    expect(taken).not.toHaveProperty('exemptionOverride');
  });

  it('needs a kind and a reason', async () => {
    const response = await put('bare', { exemptionOverride: { kind: 'ALWAYS' } });
    expect((await bodyOf<Problem>(response)).errors).toMatchObject([
      { pointer: '/exemptionOverride/kind', code: 'UNKNOWN_VALUE' },
      { pointer: '/exemptionOverride/reason', code: 'REQUIRED' },
    ]);
  });

  it('can be sent, read and quoted in GraphQL', async () => {
    const shown =
      '{ salesTax { amount } computedTaxAmount exemptionOverride { kind reason } certificates { exemptionId } items { computedTaxAmount taxLines { exemptionId isOverride } } trace { kind message exemptionId } }';
    const { data } = await ask(
      app,
      `query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote ${shown} } transaction(by: { key: { source: "9", externalId: "force" } }) ${shown} }`,
      {
        variables: {
          input: {
            items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100' }],
            shippingAddress: inWisconsin,
            exemptionOverride: force,
          },
        },
      },
    );
    const expected = {
      salesTax: { amount: '0.00' },
      computedTaxAmount: '5.50',
      exemptionOverride: force,
      certificates: [],
      items: [
        { computedTaxAmount: '5.50', taxLines: expect.arrayContaining([{ exemptionId: null, isOverride: true }]) },
      ],
      trace: expect.arrayContaining([
        {
          kind: 'CERTIFICATE_APPLIED',
          message: 'The exemption override of the document covers the line: the whole price is exempt.',
          exemptionId: null,
        },
      ]),
    };
    expect(data).toEqual({ calculateTax: expected, transaction: expected });
  });
});

describe('a manual rate', () => {
  const manual = (rate: number) => ({ manualSalesTax: true, manualSalesTaxRate: rate });

  it('has a reason, and the computed tax beside it', async () => {
    const overrideReason = 'Ruling 2026-14';
    const document = await stored('manual', {
      items: [anItemBody({ unitPrice: 100, quantity: 1, ...manual(0.02), overrideReason })],
      shippingFee: { taxCode: 'C6S1', totalPrice: 10, ...manual(0.03), overrideReason: 'Flat' },
      shippingAddress: inWisconsin,
    });
    expect(document).toMatchObject({
      salesTax: { amount: 2.3 },
      computedTaxAmount: 6.05,
      items: [{ taxAmount: 2, computedTaxAmount: 5.5, overrideReason }],
      shippingFee: { taxAmount: 0.3, computedTaxAmount: 0.55, overrideReason: 'Flat' },
    });
    expect(await stored('manual', document)).toEqual(document);
  });

  it('may reach the highest VAT, but not for US sales tax', async () => {
    const high = [anItemBody({ unitPrice: 100, quantity: 1, ...manual(0.27) })];
    const inHungary = await put('vat', { items: high, shippingAddress: { country: 'HU' } });
    expect(inHungary.status).toBe(201);
    expect(await inHungary.json()).toMatchObject({ salesTax: { amount: 27 } });
    const refused = await put('us', {
      items: high,
      shippingFee: { taxCode: 'C6S1', totalPrice: 10, ...manual(0.6) },
      shippingAddress: minneapolis,
      transactionType: 'SALE',
    });
    expect(refused.status).toBe(400);
    const { errors } = await bodyOf<Problem>(refused);
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/items/0/manualSalesTaxRate OUT_OF_RANGE',
      '/shippingFee/manualSalesTaxRate OUT_OF_RANGE',
      '/transactionType UNKNOWN_VALUE',
    ]);
  });
});

describe('the list of documents', () => {
  it('can be limited to those with an override, or without, in both interfaces', async () => {
    await stored('listed-plain', { items });
    await stored('listed-manual', { items: [{ ...items[0], manualSalesTax: true, manualSalesTaxRate: 0.01 }] });
    const idsIn = (rows: readonly Body[]) =>
      rows.map(({ externalId }) => String(externalId)).filter((id) => id.startsWith('listed-'));
    const listed = async (query: string) =>
      idsIn(await bodyOf<Body[]>(app.send('GET', `/v1/transactions?isOverridden=${query}`)));
    expect(await listed('true')).toEqual(['listed-manual']);
    expect(await listed('false')).toEqual(['listed-plain']);
    expect((await app.send('GET', '/v1/transactions?isOverridden=perhaps')).status).toBe(400);
    const query = 'query ($is: Boolean) { transactions(filter: { isOverridden: $is }) { nodes { externalId } } }';
    const asked = async (is: boolean | null) => {
      const { data } = await ask(app, query, { variables: { is } });
      return idsIn(data.transactions.nodes).sort();
    };
    expect(await asked(true)).toEqual(['listed-manual']);
    expect(await asked(false)).toEqual(['listed-plain']);
    expect(await asked(null)).toEqual(['listed-manual', 'listed-plain']);
  });
});
