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

/** A quote under account settings, the same in both doors. */
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

const codesOf = ({ notices }: Quote) => notices.map(({ code }) => code);
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
          /^Japan requires rounding once for each rate in a document, so the tax at 10 % is 2\. Under the account setting roundingLevel \(LINE\), it is 3\. Source: Enforcement Order/,
        ),
      },
    ]);
  });

  it('has none by default', async () => {
    const quote = await quoted(japanese);
    expect(quote).toMatchObject({ salesTax: { amount: 2 }, notices: [] });
  });
});

describe('services from Germany', () => {
  const french = { taxNumber: 'FR40303265045' };
  const inParis = { country: 'FR', city: 'Paris', zip: '75001', isPartial: true };
  const inZurich = { country: 'CH', city: 'Zürich', zip: '8001', isPartial: true };
  /** `DE 0.19 = 19, TAXED`. */
  const placeOf = ({ taxLines, items }: Quote) =>
    taxLines.map(
      ({ jurisdiction, appliedRate, taxAmount }) =>
        `${jurisdiction.jurisdictionId} ${appliedRate} = ${taxAmount}, ${items[0]!.reason}`,
    );

  // Directive 2006/112/EC. Rates: UStG § 12 (1); CGI art. 278, 279 and 278-0 bis; MWSTG art. 25.
  it.each([
    ['44', 'advice to a business', 'C4S1', inParis, french, 'FR 0 = 0, REVERSE_CHARGE'],
    ['45', 'advice', 'C4S1', inParis, undefined, 'DE 0.19 = 19, TAXED'],
    ['46', 'the commission of an agent', 'C4S5', inParis, undefined, 'FR 0.2 = 20, TAXED'],
    ['47', 'a night in a hotel', 'C5S2', inParis, undefined, 'FR 0.1 = 10, REDUCED_RATE'],
    ['47', 'a night in a hotel for a business', 'C5S2', inParis, french, 'FR 0.1 = 10, REDUCED_RATE'],
    ['48', 'a taxi', 'C4S6', inParis, undefined, 'FR 0.1 = 10, REDUCED_RATE'],
    ['50', 'transport of goods', 'C6S1', inParis, undefined, 'DE 0.19 = 19, TAXED'],
    ['53', 'a concert for a business', 'C5S1', inParis, french, 'FR 0.055 = 5.5, REDUCED_RATE'],
    ['54 (1)', 'a concert', 'C5S1', inParis, undefined, 'FR 0.055 = 5.5, REDUCED_RATE'],
    ['54 (2)', 'a repair', 'C4S2', inParis, undefined, 'DE 0.19 = 19, TAXED'],
    ['54 (2)', 'installation at the customer', 'C4S3', inParis, undefined, 'FR 0.2 = 20, TAXED'],
    ['55', 'a meal', 'C1S15', inParis, undefined, 'FR 0.1 = 10, REDUCED_RATE'],
    ['56', 'the hire of a car', 'C4S7', inParis, undefined, 'FR 0.2 = 20, TAXED'],
    ['58', 'software', 'C3S2', inParis, undefined, 'FR 0.2 = 20, TAXED'],
    ['59', 'advice outside the EU', 'C4S1', inZurich, undefined, 'CH 0.081 = 8.1, TAXED'],
    ['45', 'a haircut for a Swiss consumer', 'C4S4', inZurich, undefined, 'DE 0.19 = 19, TAXED'],
  ])('follow article %s: %s', async (_, __, code, shippingAddress, customer, expected) => {
    const quote = await quoted({
      items: [item(code, 100)],
      shipFromAddress: { country: 'DE', city: 'Berlin', zip: '10117', isPartial: true },
      shippingAddress,
      currency: 'EUR',
      ...(customer && { customer }),
    });
    expect(placeOf(quote)).toEqual([expected]);
  });
});

// Directive 2006/112/EC, article 369l: the import scheme covers consignments of up to 150 EUR.
describe('goods from abroad in another currency than the limit', () => {
  const imported = {
    items: [item('C1S1', 100)],
    shipFromAddress: { country: 'CH', city: 'Zürich', zip: '8001', isPartial: true },
    shippingAddress: { country: 'FR', city: 'Paris', zip: '75001', isPartial: true },
    taxDate: '2026-06-15',
  };
  const inImportScheme = { collectionPolicy: 'WHERE_REGISTERED', oneStopShop: true };

  it('have a notice', async () => {
    expect(codesOf(await quoted({ ...imported, currency: 'USD' }, inImportScheme))).toContain(
      'IMPORT_LIMIT_NOT_COMPARED',
    );
  });

  it('have none in its currency', async () => {
    const codes = codesOf(await quoted({ ...imported, currency: 'EUR' }, inImportScheme));
    expect(codes).not.toContain('IMPORT_LIMIT_NOT_COMPARED');
  });
});
