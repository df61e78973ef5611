import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { differences } from '../../support/compare-doors.ts';
import { recordOf } from '../../support/openapi.ts';
import { unsoundness } from '../../support/sound-document.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-02T12:00:00Z') });
});
afterAll(() => app.close());

type Quote = {
  readonly items: readonly { readonly taxAmount: number; readonly reason: string }[];
  readonly salesTax: { readonly amount: number };
  readonly taxLines: readonly {
    readonly jurisdiction: { readonly jurisdictionId: string };
    readonly appliedRate: number;
    readonly taxAmount: number;
  }[];
  readonly notices: readonly { readonly code: string; readonly pointer: string; readonly message: string }[];
};

/** A quote under settings of the account, the same in both doors. */
async function quoted(input: Record<string, unknown>, settings: Record<string, unknown> = {}): Promise<Quote> {
  const patched = await app.send('PATCH', '/v1/account', settings);
  expect(patched.status).toBe(200);
  const answer = await app.send('POST', '/v1/transactions/calculate', input);
  const inRest = recordOf(await answer.json());
  expect(answer.status, JSON.stringify(inRest)).toBe(200);
  expect(unsoundness(inRest)).toEqual([]);
  const query = `query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote {
    items { taxAmount reason } salesTax { amount } taxLines { jurisdiction { jurisdictionId } appliedRate taxAmount }
    notices { code pointer message }
  } } }`;
  const { customer } = input;
  const variables = { input: customer === undefined ? input : { ...input, customer: { described: customer } } };
  const { data } = await bodyOf<{ data: { calculateTax: Quote } }>(app.send('POST', '/graphql', { query, variables }));
  expect(differences(data.calculateTax, inRest)).toMatchObject({ faults: [] });
  await app.send('PATCH', '/v1/account', Object.fromEntries(Object.keys(settings).map((name) => [name, null])));
  return inRest as unknown as Quote;
}

const item = (taxCode: string, unitPrice: number, more = {}) => ({ name: taxCode, taxCode, unitPrice, ...more });

// Enforcement Order of the Consumption Tax Act of Japan, art. 70-10: one rounding for each rate of an invoice.
describe('a rounding level other than the law prescribes', () => {
  const japanese = {
    items: [item('C1S1', 5), item('C1S1', 5), item('C1S1', 5)],
    shippingAddress: { country: 'JP', isPartial: true },
    currency: 'JPY',
  };

  it('has a notice with the lawful tax and the setting', async () => {
    const quote = await quoted(japanese, { roundingLevel: 'LINE' });
    expect(quote.salesTax.amount).toBe(3);
    expect(quote.notices).toEqual([
      {
        code: 'ROUNDING_NOT_BY_LAW',
        pointer: '',
        message: expect.stringMatching(
          /^Japan prescribes one rounding for each rate of a document, so the tax at 10 % is 2\. The account setting roundingLevel \(LINE\) makes it 3\. Source: Enforcement Order/,
        ),
      },
    ]);
  });

  it('has none by default', async () => {
    const quote = await quoted(japanese);
    expect(quote).toMatchObject({ salesTax: { amount: 2 }, notices: [] });
  });
});
