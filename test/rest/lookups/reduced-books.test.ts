import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-01T12:00:00Z') });
});
afterAll(() => app.close());

it.each([
  ['QC', 'C1S30', 'REDUCED', 'REDUCED_RATE', 5],
  ['BC', 'C1S30', 'REDUCED', 'REDUCED_RATE', 5],
  ['QC', 'C1S1', 'TAXABLE', 'TAXED', 14.98],
])('the lookup and a document say the same in %s of %s: %s', async (state, taxCode, treatment, reason, tax) => {
  const input = `{ country: "CA", state: "${state}", taxCode: "${taxCode}" }`;
  const looked = await ask(
    app,
    `{ globalTaxRates(input: ${input}) { ... on GlobalTaxRatesLookup { rules { treatment } } } }`,
  );
  expect(looked.data.globalTaxRates.rules[0].treatment).toBe(treatment);
  const quote = {
    transactionType: 'INVOICE',
    items: [anItemBody({ taxCode, unitPrice: 100, quantity: 1 })],
    shippingAddress: { country: 'CA', region: state },
  };
  const told = await bodyOf<Json>(app.send('POST', '/v1/transactions/calculate', quote));
  expect([told.reason, told.items[0].reason, told.salesTax.amount]).toEqual([reason, reason, tax]);
});
