import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { recordOf } from '../../support/openapi.ts';
import { flat } from '../../support/returns.ts';
import { unsoundness } from '../../support/sound-document.ts';

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
const paris = { street: '1 Rue de Rivoli', city: 'Paris', zip: '75001', country: 'FR', isPartial: true };
const nashville = { city: 'Nashville', state: 'TN', zip: '37201', country: 'US', isPartial: true };
const london = { street: '221b Baker St', city: 'London', zip: 'NW1 6XE', country: 'GB', isPartial: true };
const [groceries, meal, lamp] = ['C1S10', 'C1S15', 'C1S1'].map((taxCode) => ({
  name: taxCode,
  taxCode,
  unitPrice: 100,
}));

type TaxLine = {
  readonly jurisdiction: { readonly level: string };
  readonly appliedRate: number;
  readonly vatCategory?: string;
  readonly exemptionCode?: string;
  readonly exemptionText?: string;
  readonly taxableAmount: number;
  readonly exemptAmount: number;
  readonly taxAmount: number;
  readonly reason: string;
};
type Document = { readonly serviceId: string; readonly taxLines: readonly TaxLine[] };

async function put(externalId: string, more: Record<string, unknown>): Promise<Document> {
  const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, {
    source: '9',
    externalId,
    customerId,
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps: dates,
    shippingAddress: paris,
    currency: 'EUR',
    ...more,
  });
  const document = await response.json();
  expect(response.status, JSON.stringify(document)).toBe(201);
  expect(unsoundness(recordOf(document))).toEqual([]);
  return document as Document;
}

/** `COUNTRY 0.2 of 100 = 20, REDUCED_RATE`. */
function texts({ taxLines }: Document): string[] {
  return taxLines.map(({ jurisdiction, appliedRate, taxableAmount, exemptAmount, taxAmount, reason }) => {
    const exempt = exemptAmount === 0 ? '' : ` and ${exemptAmount} exempt`;
    return `${jurisdiction.level} ${appliedRate} of ${taxableAmount}${exempt} = ${taxAmount}, ${reason}`;
  });
}

// CGI art. 278, 278-0 bis and 279: 20 %, 5.5 % for food, 10 % for meals.
describe('the tax lines of a document', () => {
  const french = { items: [groceries, meal, lamp, { ...lamp, name: 'Desk', unitPrice: 50 }] };

  it('are one for each rate of a country, in both doors', async () => {
    const document = await put('FR-1', french);
    expect(texts(document)).toEqual([
      'COUNTRY 0.055 of 100 = 5.5, REDUCED_RATE',
      'COUNTRY 0.1 of 100 = 10, REDUCED_RATE',
      'COUNTRY 0.2 of 150 = 30, TAXED',
    ]);
    const query = `query ($id: UUID!) { transaction(by: {serviceId: $id}) {
      taxLines { appliedRate generalRate taxableAmount taxAmount } } }`;
    const { data } = await ask(app, query, { variables: { id: document.serviceId } });
    expect(data.transaction.taxLines).toEqual([
      { appliedRate: '0.055', generalRate: '0.2', taxableAmount: '100.00', taxAmount: '5.50' },
      { appliedRate: '0.1', generalRate: '0.2', taxableAmount: '100.00', taxAmount: '10.00' },
      { appliedRate: '0.2', generalRate: '0.2', taxableAmount: '150.00', taxAmount: '30.00' },
    ]);
  });

  it('keep the rates of the invoice on its refund', async () => {
    await put('FR-2', french);
    const refund = { transactionType: 'REFUND', createdFrom: 'FR-2', items: [{ ...meal, unitPrice: 40 }, lamp] };
    expect(texts(await put('FR-3', refund))).toEqual([
      'COUNTRY 0.1 of 40 = 4, REDUCED_RATE',
      'COUNTRY 0.2 of 100 = 20, TAXED',
    ]);
  });

  it('list amounts without a rate separately, by reason', async () => {
    const untaxed = { ...lamp, name: 'Deposit', unitPrice: 7, taxableCategory: 'NOT_TAXABLE' };
    const items = [lamp, groceries, untaxed, { ...groceries, unitPrice: 5 }];
    expect(texts(await put('GB-1', { items, shippingAddress: london, currency: 'GBP' }))).toEqual([
      'COUNTRY 0.2 of 100 = 20, TAXED',
      'COUNTRY 0 of 0 and 105 exempt = 0, ZERO_RATED',
      'COUNTRY 0 of 0 and 7 exempt = 0, SENT_AS_NOT_TAXABLE',
    ]);
  });

  it('show a manual rate beside that of the law', async () => {
    const manual = { ...lamp, name: 'Chair', unitPrice: 10, manualSalesTax: true, manualSalesTaxRate: 0.07 };
    expect(texts(await put('FR-5', { items: [lamp, manual] }))).toEqual([
      'COUNTRY 0.2 of 100 = 20, TAXED',
      'COUNTRY 0.07 of 10 = 0.7, MANUAL_RATE',
    ]);
  });

  // Tenn. Code Ann. 67-6-228: 4 % on food, with the full local rates.
  it('are separate where only a state taxes groceries at less', async () => {
    expect(texts(await put('TN-1', { items: [groceries, lamp], shippingAddress: nashville, currency: 'USD' }))).toEqual(
      [
        'STATE 0.04 of 100 = 4, REDUCED_RATE',
        'STATE 0.07 of 100 = 7, TAXED',
        'COUNTY 0.0225 of 200 = 4.5, TAXED',
        'DISTRICT 0.005 of 200 = 1, TAXED',
      ],
    );
  });

  // UStAE 3.10: delivery has the rates of its goods. Services have no weight.
  it('split a shipping fee over the rates of its goods, as liability, GraphQL and refunds in pieces do', async () => {
    const shippingAddress = { city: 'Berlin', zip: '10117', country: 'DE', isPartial: true };
    const book = { name: 'Book', taxCode: 'C1S30', unitPrice: 10 };
    const items = [{ ...lamp, unitPrice: 20 }, book, { name: 'App', taxCode: 'C3S8', unitPrice: 100 }];
    const shippingFee = { taxCode: 'C6S1', totalPrice: 6 };
    const sold = {
      shippingAddress,
      items,
      externalTimestamps: { createdDate: '2026-05-15', updatedDate: '2026-05-15' },
    };
    const invoice = await put('DE-1', { ...sold, shippingFee });
    expect(texts(invoice)).toEqual(['COUNTRY 0.19 of 124 = 23.56, TAXED', 'COUNTRY 0.07 of 12 = 0.84, REDUCED_RATE']);
    const rates = async () => {
      const answer = await app.send('GET', '/v1/liability?country=DE&from=2026-05-01&to=2026-05-31&groupBy=RATE');
      const { rows } = (await answer.json()) as { rows: Record<string, unknown>[] };
      return rows.map(flat).map(({ rate, taxableAmount, taxAmount }) => [rate, taxableAmount, taxAmount]);
    };
    expect(await rates()).toEqual([
      [0.07, 12, 0.84],
      [0.19, 124, 23.56],
    ]);
    const query = `query ($id: UUID!) { transaction(by: { serviceId: $id }) { shippingFee {
      taxAmount taxRate gtRates { taxRate } taxLines { appliedRate taxableAmount taxAmount reason } } } }`;
    const { data } = await ask(app, query, { variables: { id: invoice.serviceId } });
    expect(data.transaction).toEqual({
      shippingFee: {
        taxAmount: '0.90',
        taxRate: '0.19',
        gtRates: { taxRate: '0.19' },
        taxLines: [
          { appliedRate: '0.07', taxableAmount: '2.00', taxAmount: '0.14', reason: 'REDUCED_RATE' },
          { appliedRate: '0.19', taxableAmount: '4.00', taxAmount: '0.76', reason: 'TAXED' },
        ],
      },
    });
    const back = (number: number, totalPrice: number) =>
      put(`DE-R${number}`, {
        ...sold,
        transactionType: 'REFUND',
        createdFrom: 'DE-1',
        items: items.slice(number - 1, number),
        shippingFee: { ...shippingFee, totalPrice },
      });
    const first = await back(1, 2.5);
    expect(texts(first)).toEqual(['COUNTRY 0.19 of 21.67 = 4.12, TAXED', 'COUNTRY 0.07 of 0.83 = 0.06, REDUCED_RATE']);
    await back(2, 1.25);
    await back(3, 2.25);
    expect(await rates()).toEqual([
      [0.07, 0, 0],
      [0.19, 0, 0],
    ]);
  });

  it('keep the parts of a fee through a recalculation, a refund and cancellations, also in the return', async () => {
    const april = { externalTimestamps: { createdDate: '2026-04-15', updatedDate: '2026-04-15' } };
    const sold = {
      ...april,
      shippingAddress: { city: 'Berlin', zip: '10117', country: 'DE', isPartial: true },
      items: [
        { name: 'Book', taxCode: 'C1S30', unitPrice: 10 },
        { ...lamp, unitPrice: 20 },
      ],
      shippingFee: { taxCode: 'C6S1', totalPrice: 6 },
    };
    const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
    const cancel = async (externalId: string) =>
      expect((await app.send('DELETE', pathOf(externalId))).status).toBeLessThan(300);
    const amounts = ({ taxableAmount, taxAmount }: Record<string, unknown>) => [taxableAmount, taxAmount].map(Number);
    /** Taxable amount and tax at 7 % and 19 %, in both doors, and in the return. */
    const reported = async () => {
      const answer = await app.send('GET', '/v1/liability?country=DE&period=2026-04&groupBy=RATE');
      const { rows } = (await answer.json()) as { rows: Record<string, unknown>[] };
      const query = `{ liability(country: "DE", period: { month: "2026-04" }, groupBy: [RATE]) {
        rows { amounts { taxableAmount taxAmount } } } }`;
      const { data } = await ask(app, query);
      const inRest = rows.map(flat).map(amounts);
      expect(data.liability.rows.map((row: { amounts: Record<string, unknown> }) => amounts(row.amounts))).toEqual(
        inRest,
      );
      const filed = recordOf(await (await app.send('GET', '/v1/returns/place/DE/period/2026-04')).json());
      const totals = (recordOf(filed.figures).totals as Record<string, unknown>[]).map(flat).map(amounts);
      return { rates: inRest, totals };
    };
    const whole = {
      rates: [
        [12, 0.84],
        [24, 4.56],
      ],
      totals: [[36, 5.4]],
    };
    await put('DE-10', sold);
    expect(await reported()).toEqual(whole);
    const again = await app.send('POST', `${pathOf('DE-10')}/recalculate`, { reason: 'Checked' });
    expect(again.status).toBe(200);
    expect(await reported()).toEqual(whole);
    const half = await put('DE-11', {
      ...april,
      transactionType: 'REFUND',
      createdFrom: 'DE-10',
      items: [],
      refundFraction: 0.5,
    });
    expect(texts(half)).toEqual(['COUNTRY 0.07 of 6 = 0.42, REDUCED_RATE', 'COUNTRY 0.19 of 12 = 2.28, TAXED']);
    expect(await reported()).toEqual({
      rates: [
        [6, 0.42],
        [12, 2.28],
      ],
      totals: [[18, 2.7]],
    });
    await cancel('DE-11');
    expect(await reported()).toEqual(whole);
    await cancel('DE-10');
    expect(await reported()).toEqual({ rates: [], totals: [] });
  });

  // VAT Notice 700/24. A fee of zero adds no line at another rate.
  it('are zero-rated for the delivery of zero-rated books', async () => {
    const books = { name: 'Book', taxCode: 'C1S30', unitPrice: 10, quantity: 2 };
    const sent = { items: [books], shippingAddress: london, currency: 'GBP' };
    const paid = await put('GB-2', { ...sent, shippingFee: { taxCode: 'C6S1', totalPrice: 4 } });
    expect([texts(paid), paid.taxLines[0]!.vatCategory]).toEqual([
      ['COUNTRY 0 of 0 and 24 exempt = 0, ZERO_RATED'],
      'Z',
    ]);
    const free = await put('GB-3', { ...sent, shippingFee: { taxCode: 'C6S1', totalPrice: 0 } });
    expect(texts(free)).toEqual(['COUNTRY 0 of 0 and 20 exempt = 0, ZERO_RATED']);
  });
});
