import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-02T12:00:00Z') });
  const customer = { source: '9', externalId: 'C-1', name: 'Ada', externalTimestamps: dates };
  const stored = await app.send('PUT', '/v1/customers/source/9/externalId/C-1', customer);
  customerId = ((await stored.json()) as { serviceId: string }).serviceId;
});
afterAll(() => app.close());

const dates = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
const inNashville = { city: 'Nashville', state: 'TN', zip: '37201', country: 'US', isPartial: true };

type TaxLine = {
  readonly jurisdiction: { readonly level: string };
  readonly bracket?: { readonly from: number; readonly to: number };
  readonly appliedRate: number;
  readonly taxableAmount: number;
  readonly taxAmount: number;
  readonly sources: readonly { readonly title: string }[];
};
type Document = {
  readonly serviceId: string;
  readonly items: readonly {
    readonly taxRate: number;
    readonly salesTaxRates: { readonly stateRate: number };
    readonly taxLines: readonly TaxLine[];
  }[];
  readonly taxLines: readonly TaxLine[];
  readonly salesTax: { readonly amount: number; readonly salesTaxRates: { readonly stateRate: number } };
};

function documentOf(externalId: string, more: Record<string, unknown>) {
  return {
    source: '9',
    externalId,
    customerId,
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps: dates,
    shippingAddress: inNashville,
    ...more,
  };
}

async function put(externalId: string, more: Record<string, unknown>): Promise<Document> {
  const response = await app.send(
    'PUT',
    `/v1/transactions/source/9/externalId/${externalId}`,
    documentOf(externalId, more),
  );
  expect(response.status).toBe(201);
  return bodyOf<Document>(response);
}

/** `STATE 0.0275 of 400 = 11 between 1600 and 3200`. */
function texts(lines: readonly TaxLine[]): string[] {
  return lines.map(({ jurisdiction, bracket, appliedRate, taxableAmount, taxAmount }) => {
    const where = bracket ? ` between ${bracket.from} and ${bracket.to}` : '';
    return `${jurisdiction.level} ${appliedRate} of ${taxableAmount} = ${taxAmount}${where}`;
  });
}

// Tenn. Code Ann. 67-6-202(a): 2.75 % more on the part of a single article's price from 1,600 to 3,200.
describe('the second state rate of a single article in Tennessee', () => {
  it('is a separate tax line, and not part of the rates of the line', async () => {
    const { items, taxLines, salesTax } = await put('TN-1', {
      items: [
        { name: 'Sofa', taxCode: 'C1S1', unitPrice: 2000 },
        { name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 },
      ],
    });
    expect(texts(items[0]!.taxLines)).toEqual([
      'STATE 0.07 of 2000 = 140',
      'STATE 0.0275 of 400 = 11 between 1600 and 3200',
      'COUNTY 0.0225 of 1600 = 36',
      'DISTRICT 0.005 of 1600 = 8',
    ]);
    expect(items[0]!.taxLines[1]!.sources[0]!.title).toContain('67-6-202');
    expect([items[0]!.taxRate, items[0]!.salesTaxRates.stateRate]).toEqual([0.0975, 0.07]);
    expect(texts(items[1]!.taxLines).map((text) => text.split(' = ')[0])).toEqual([
      'STATE 0.07 of 100',
      'COUNTY 0.0225 of 100',
      'DISTRICT 0.005 of 100',
    ]);
    expect(texts(taxLines).sort()).toEqual([
      'COUNTY 0.0225 of 1700 = 38.25',
      'DISTRICT 0.005 of 1700 = 8.5',
      'STATE 0.0275 of 400 = 11 between 1600 and 3200',
      'STATE 0.07 of 2100 = 147',
    ]);
    expect(salesTax).toMatchObject({ amount: 204.75, salesTaxRates: { stateRate: 0.07 } });
  });

  it('has no upper limit in cities of Arizona, in both doors', async () => {
    const phoenix = { city: 'Phoenix', state: 'AZ', zip: '85003', country: 'US', isPartial: true };
    const items = [{ name: 'Sofa', taxCode: 'C1S1', unitPrice: '20000' }];
    const sent = { items, shippingAddress: phoenix, shipFromAddress: phoenix, externalTimestamps: dates };
    const quote = await bodyOf<Document>(await app.send('POST', '/v1/transactions/calculate', sent));
    const ofCity = quote.items[0]!.taxLines.filter(({ jurisdiction }) => jurisdiction.level === 'CITY');
    expect(texts(ofCity)).toEqual([
      'CITY 0.028 of 14338 = 401.46',
      'CITY 0.02 of 5662 = 113.24 between 14338 and 1000000000000',
    ]);
    const query = `query ($input: QuoteInput!) { calculateTax(input: $input) {
      ... on Quote { items { taxLines { taxAmount bracket { from to } } } } } }`;
    const { data } = await ask(app, query, { variables: { input: sent }, scopes: ['tax:read'] });
    expect(data.calculateTax.items[0].taxLines).toContainEqual({
      taxAmount: '113.24',
      bracket: { from: '14338', to: '1000000000000' },
    });
  });

  it('is returned by a refund on its own line, and explained by the trace', async () => {
    const { serviceId } = await put('TN-2', {
      items: [{ name: 'Sofa', taxCode: 'C1S1', unitPrice: 2000, quantity: 2 }],
    });
    const refund = await put('TN-3', {
      transactionType: 'REFUND',
      createdFrom: 'TN-2',
      items: [{ name: 'Sofa', taxCode: 'C1S1', unitPrice: 2000, quantity: 1 }],
    });
    expect(texts(refund.items[0]!.taxLines)).toEqual([
      'STATE 0.07 of 2000 = 140',
      'STATE 0.0275 of 400 = 11 between 1600 and 3200',
      'COUNTY 0.0225 of 1600 = 36',
      'DISTRICT 0.005 of 1600 = 8',
    ]);
    const query = `query ($id: UUID!) { transaction(by: {serviceId: $id}) {
      taxLines { generalRate bracket { from to } taxAmount }
      trace { kind sources { title } } } }`;
    const { data } = await ask(app, query, { variables: { id: serviceId } });
    expect(data.transaction.taxLines).toContainEqual({
      generalRate: '0.0275',
      bracket: { from: '1600', to: '3200' },
      taxAmount: '22.00',
    });
    expect(data.transaction.trace).toContainEqual({
      kind: 'RATE_SELECTED',
      sources: [{ title: expect.stringContaining('67-6-202') }],
    });
  });
});
