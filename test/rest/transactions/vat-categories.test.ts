import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { recordOf } from '../../support/openapi.ts';
import { unsoundness } from '../../support/sound-document.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-02T12:00:00Z') });
});
afterAll(() => app.close());

const at = (country: string, city: string, zip: string, more = {}) => ({
  country,
  city,
  zip,
  isPartial: true,
  ...more,
});
const berlin = at('DE', 'Berlin', '10117');
const paris = at('FR', 'Paris', '75001');
const zurich = at('CH', 'Zürich', '8001');
const london = at('GB', 'London', 'NW1 6XE');
const vancouver = at('CA', 'Vancouver', 'V6B 1A1', { state: 'BC' });
const lasPalmas = at('ES', 'Las Palmas', '35001', { region: 'ES-CN' });
const duluth = at('US', 'Duluth', '55802', { state: 'MN' });
const french = { taxNumber: 'FR40303265045' };

const item = (taxCode: string, unitPrice: number, more = {}) => ({ name: taxCode, taxCode, unitPrice, ...more });
const [lamp, food, saas, giftCard] = [item('C1S1', 100), item('C1S10', 50), item('C3S8', 80), item('C7S1', 20)];

type TaxLine = {
  readonly jurisdiction: { readonly jurisdictionId: string };
  readonly appliedRate: number | string;
  readonly vatCategory?: string | null;
  readonly exemptionCode?: string | null;
  readonly exemptionText?: string | null;
  readonly taxableAmount: number | string;
  readonly exemptAmount: number | string;
  readonly taxAmount: number | string;
};

/** `DE S 0.19: 100 + 0, tax 19`: the taxable and the exempt amount. With the VATEX code and the text, if there are any. */
function text(line: TaxLine): string {
  const { jurisdiction, vatCategory, exemptionCode, exemptionText } = line;
  const [rate, taxable, exempt, tax] = [line.appliedRate, line.taxableAmount, line.exemptAmount, line.taxAmount].map(
    Number,
  );
  const why = [exemptionCode, exemptionText].filter((each) => each).map((each) => `; ${each}`);
  const category = vatCategory ?? 'none';
  return `${jurisdiction.jurisdictionId} ${category} ${rate}: ${taxable} + ${exempt}, tax ${tax}${why.join('')}`;
}

/** The tax lines of a quote, the same in both doors. */
async function linesOf(more: Record<string, unknown>): Promise<string[]> {
  const quote = { shipFromAddress: berlin, currency: 'EUR', ...more };
  const answer = await app.send('POST', '/v1/transactions/calculate', quote);
  const document = recordOf(await answer.json());
  expect(answer.status, JSON.stringify(document)).toBe(200);
  expect(unsoundness(document)).toEqual([]);
  const inRest = (document.taxLines as TaxLine[]).map(text);
  const query = `query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote { taxLines {
    jurisdiction { jurisdictionId } appliedRate vatCategory exemptionCode exemptionText taxableAmount exemptAmount taxAmount
  } } } }`;
  const { customer } = more;
  const input = customer === undefined ? quote : { ...quote, customer: { described: customer } };
  const { data } = await bodyOf<{ data: { calculateTax: { taxLines: TaxLine[] } } }>(
    app.send('POST', '/graphql', { query, variables: { input } }),
  );
  expect(data.calculateTax.taxLines.map(text)).toEqual(inRest);
  return inRest;
}

describe('the tax lines of a document', () => {
  // UStG § 12 (1) and (2): 19 %, and 7 % on food.
  it('are one for each VAT category and rate', async () => {
    const items = [lamp, food, { ...lamp, name: 'Desk' }];
    expect(await linesOf({ items, shippingAddress: berlin })).toEqual([
      'DE S 0.19: 200 + 0, tax 38',
      'DE S 0.07: 50 + 0, tax 3.5',
    ]);
  });

  it('join a manual rate with the same rate of the law', async () => {
    const manual = { ...lamp, name: 'Desk', manualSalesTax: true, manualSalesTaxRate: 0.19 };
    expect(await linesOf({ items: [lamp, manual], shippingAddress: berlin })).toEqual(['DE S 0.19: 200 + 0, tax 38']);
  });

  it('name zero-rated sales and those outside the scope of VAT', async () => {
    const shipped = { items: [food, giftCard], shipFromAddress: london, shippingAddress: london, currency: 'GBP' };
    expect(await linesOf(shipped)).toEqual([
      'GB Z 0: 0 + 50, tax 0',
      'GB O 0: 0 + 20, tax 0; VATEX-EU-O; Not taxed: the tax of the place does not apply to this kind of product.',
    ]);
  });

  it('name the intra-Community supply of goods', async () => {
    expect(await linesOf({ items: [lamp], shippingAddress: paris, customer: french })).toEqual([
      'FR K 0: 0 + 100, tax 0; VATEX-EU-IC; Intra-Community supply, exempt from VAT under Article 138 of Directive 2006/112/EC.',
    ]);
  });

  it('name the reverse charge of services', async () => {
    expect(await linesOf({ items: [saas], shippingAddress: paris, customer: french })).toEqual([
      'FR AE 0: 0 + 80, tax 0; VATEX-EU-AE; Reverse charge: VAT to be accounted for by the recipient.',
    ]);
  });

  it('name an export, whether or not it leaves the EU', async () => {
    await app.send('PATCH', '/v1/account', { collectionPolicy: 'WHERE_REGISTERED' });
    const swiss = { items: [item('C1S1', 9000)], shippingAddress: zurich };
    expect(await linesOf(swiss)).toEqual([
      'CH G 0: 0 + 9000, tax 0; VATEX-EU-G; Export, exempt from VAT under Article 146 of Directive 2006/112/EC.',
    ]);
    expect(await linesOf({ ...swiss, shipFromAddress: london })).toEqual([
      'CH G 0: 0 + 9000, tax 0; Export, free of tax in the country of dispatch.',
    ]);
    await app.send('PATCH', '/v1/account', { collectionPolicy: 'EVERYWHERE' });
  });

  it('name an exempt buyer', async () => {
    const exempt = { items: [lamp], shippingAddress: berlin, customer: { customerType: 'RETAIL_EXEMPT' } };
    expect(await linesOf(exempt)).toEqual([
      'DE E 0: 0 + 100, tax 0; Not taxed: customers of type `RETAIL_EXEMPT` are exempt.',
    ]);
  });

  it('have their own category in the Canary Islands', async () => {
    const canary = { items: [lamp], shipFromAddress: lasPalmas, shippingAddress: lasPalmas };
    expect(await linesOf(canary)).toEqual(['ES-CN L 0.07: 100 + 0, tax 7']);
  });

  it('have none for taxes other than VAT', async () => {
    const shipped = { items: [lamp], shipFromAddress: vancouver, shippingAddress: vancouver, currency: 'CAD' };
    expect(await linesOf(shipped)).toEqual(['CA S 0.05: 100 + 0, tax 5', 'CA-BC none 0.07: 100 + 0, tax 7']);
    const [state] = await linesOf({ items: [lamp], shipFromAddress: duluth, shippingAddress: duluth, currency: 'USD' });
    expect(state).toBe('MN none 0.06875: 100 + 0, tax 6.88');
  });

  it('have none where the reason leaves several possible', async () => {
    const marketplace = { items: [lamp], shippingAddress: berlin, customer: { customerType: 'MARKETPLACE' } };
    expect(await linesOf(marketplace)).toEqual(['DE none 0: 0 + 100, tax 0']);
    const items = [lamp, { ...food, taxableCategory: 'NOT_TAXABLE' }];
    expect(await linesOf({ items, shippingAddress: berlin })).toEqual([
      'DE S 0.19: 100 + 0, tax 19',
      'DE none 0: 0 + 50, tax 0',
    ]);
  });

  it('separate the part that a certificate exempts', async () => {
    const store = async (path: string, body: object) => {
      const answer = await app.send(path.startsWith('/v1/exemptions') ? 'POST' : 'PUT', path, body);
      expect(answer.ok, await answer.clone().text()).toBe(true);
      return recordOf(await answer.json());
    };
    const dates = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
    const customer = { source: '9', externalId: 'C-1', name: 'Ada', externalTimestamps: dates };
    const { serviceId } = await store('/v1/customers/source/9/externalId/C-1', customer);
    const terms = { customerId: serviceId, country: 'DE', exemptionType: 'PARTIALLY', exemptFraction: 0.5 };
    await store('/v1/exemptions', { exemption: terms, states: [] });
    const document = await store('/v1/transactions/source/9/externalId/INV-1', {
      source: '9',
      externalId: 'INV-1',
      customerId: serviceId,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps: dates,
      shippingAddress: berlin,
      shipFromAddress: berlin,
      currency: 'EUR',
      items: [lamp],
    });
    expect(unsoundness(document)).toEqual([]);
    expect((document.taxLines as TaxLine[]).map(text)).toEqual([
      'DE S 0.19: 50 + 0, tax 9.5',
      'DE E 0: 0 + 50, tax 0; Taxed in part: an exemption certificate exempts a share of the price or lowers the rate, or an earlier refund already returned some of the tax.',
    ]);
  });
});
