import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const berlin = { street: 'Unter den Linden 1', city: 'Berlin', zip: '10117', country: 'DE' };
const paris = { street: '1 Rue de Rivoli', city: 'Paris', zip: '75001', country: 'FR' };
const zurich = { street: 'Bahnhofstrasse 1', city: 'Zürich', zip: '8001', country: 'CH' };

async function notesOf({ customer, ...more }: Record<string, unknown>): Promise<string[]> {
  const quote = { items: [anItemBody()], shipFromAddress: berlin, ...more };
  const answer = await app.send('POST', '/v1/transactions/calculate', {
    ...quote,
    ...(customer !== undefined && { customer }),
  });
  expect(answer.status).toBe(200);
  const { invoiceNotes } = await bodyOf<{ invoiceNotes: string[] }>(answer);
  const query = 'query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote { invoiceNotes } } }';
  const { data } = await bodyOf<{ data: { calculateTax: { invoiceNotes: string[] } } }>(
    app.send('POST', '/graphql', {
      query,
      variables: { input: { ...quote, ...(customer !== undefined && { customer: { described: customer } }) } },
    }),
  );
  expect(data.calculateTax.invoiceNotes).toEqual(invoiceNotes);
  return invoiceNotes;
}

// Council Directive 2006/112/EC, Articles 138, 146 and 226 (11) and (11a): the reason for the exemption is on the invoice.
it('names the article for goods to a business in another member state', async () => {
  expect(await notesOf({ shippingAddress: paris, customer: { taxNumber: 'FR40303265045' } })).toEqual([
    'Intra-Community supply, exempt from VAT under Article 138 of Directive 2006/112/EC.',
  ]);
});

it('says that the recipient accounts for the tax on services to a business there', async () => {
  const service = { items: [anItemBody({ taxCode: 'C3S8' })] };
  const notes = await notesOf({ ...service, shippingAddress: paris, customer: { taxNumber: 'FR40303265045' } });
  expect(notes).toEqual(['Reverse charge: VAT to be accounted for by the recipient.']);
});

it('says nothing where tax is charged', async () => {
  expect(await notesOf({ shippingAddress: berlin })).toEqual([]);
});

it('names the article for an export, once for all of its lines', async () => {
  await app.send('PATCH', '/v1/account', { collectionPolicy: 'WHERE_REGISTERED' });
  const items = [anItemBody({ unitPrice: 900 }), anItemBody({ name: 'Shade', unitPrice: 300 })];
  expect(await notesOf({ items, shippingAddress: zurich })).toEqual([
    'Export, exempt from VAT under Article 146 of Directive 2006/112/EC.',
  ]);
});
