import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { examples } from '../../support/examples.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

const homes = ['DE', 'ES'] as const;
const abroad = (country: string, zip?: string) => ({ country, zip, isPartial: true });
/** The Canary Islands belong to Spain, but not to the EU for VAT. */
const places = [abroad('DE'), abroad('ES'), abroad('ES', '35001'), abroad('FR')];

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  for (const country of homes) {
    const declared = { registrations: [{ validFrom: '2020-01-01', scheme: 'STANDARD' }] };
    expect((await app.send('PUT', `/v1/nexus/place/${country}`, declared)).status).toBeLessThan(300);
  }
  const customer = aCustomerBody({ externalId: 'consumer' });
  customerId = (await bodyOf<Json>(app.send('PUT', '/v1/customers/source/9/externalId/consumer', customer))).serviceId;
});
afterAll(() => app.close());

async function moveTo(country: string, euDistanceSales: string): Promise<void> {
  const settings = {
    homeAddress: { country },
    collectionPolicy: 'WHERE_REGISTERED',
    euDistanceSales,
    defaultCurrency: 'EUR',
  };
  expect((await app.send('PATCH', '/v1/account', settings)).status).toBe(200);
}

const item = fc.record({
  euros: fc.integer({ min: 1, max: 6_000 }),
  /** Goods, and a hotel, which does not count toward the threshold of the EU. */
  taxCode: fc.constantFrom('C1S1', 'C5S2'),
  shippingAddress: fc.constantFrom(...places),
  collectedBy: fc.constantFrom(undefined, 'MARKETPLACE'),
});
const chain = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  from: fc.constantFrom(...homes),
  to: fc.constantFrom(...homes),
  before: fc.constantFrom('MEASURED', 'ABOVE_THRESHOLD'),
  after: fc.constantFrom('MEASURED', 'ABOVE_THRESHOLD'),
  /** Number of items returned by the first refund; the second returns the others. */
  returnedFirst: fc.integer({ min: 1, max: 3 }),
});
type Chain = typeof chain extends fc.Arbitrary<infer Value> ? Value : never;

/** Exports to the Canary Islands from Spain, one of them through a marketplace. */
const fromSpain: Chain = {
  items: [
    { euros: 100, taxCode: 'C1S1', shippingAddress: places[2]!, collectedBy: 'MARKETPLACE' },
    { euros: 10, taxCode: 'C1S1', shippingAddress: places[2]!, collectedBy: undefined },
  ],
  from: 'ES',
  to: 'DE',
  before: 'ABOVE_THRESHOLD',
  after: 'ABOVE_THRESHOLD',
  returnedFirst: 2,
};

let run = 0;
it('no sales remain after all of an invoice is refunded, wherever the seller has moved', async () => {
  await fc.assert(
    fc.asyncProperty(chain, async ({ items, from, to, before, after, returnedFirst }) => {
      run += 1;
      const year = String(2020 + 2 * run);
      const put = async (externalId: string, more: object) => {
        const externalTimestamps = { createdDate: `${year}-03-10`, updatedDate: `${year}-03-10` };
        const body = anInvoiceBody(customerId, { externalId, currency: 'EUR', externalTimestamps, ...more });
        const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
        expect(response.status, await response.clone().text()).toBeLessThan(300);
      };
      const sold = items.map(({ euros, ...one }, index) =>
        anItemBody({ name: `Item ${index}`, unitPrice: euros, quantity: 1, ...one }),
      );
      await moveTo(from, before);
      await put(`S-${run}`, { items: sold, shippingAddress: places[0] });
      await moveTo(to, after);
      const returned = items.map(({ taxCode }, index) => ({ name: `Item ${index}`, taxCode, quantity: 1 }));
      const parts = [returned.slice(0, returnedFirst), returned.slice(returnedFirst)].filter(
        ({ length }) => length > 0,
      );
      for (const [index, part] of parts.entries()) {
        const refund = { transactionType: 'REFUND', createdFrom: `S-${run}`, items: part, shippingAddress: undefined };
        await put(`R-${run}-${index}`, refund);
      }
      const trackers = await bodyOf<Json[]>(app.send('GET', `/v1/nexus?asOf=${year}-12-31`));
      const left = trackers.flatMap(({ place, runningPeriod, periods }) =>
        [runningPeriod, ...periods]
          .filter((period) => period && (period.salesAmount !== 0 || period.notConverted?.length > 0))
          .map(({ salesAmount, notConverted }) => ({ place, salesAmount, notConverted })),
      );
      expect(left).toEqual([]);
    }),
    { numRuns: examples(100), examples: [[fromSpain]], endOnFailure: true },
  );
}, 300_000);

/** Standard rates of VAT, in percent. */
const rates: Readonly<Record<string, number>> = { DE: 19, ES: 21, FR: 20 };

const sale = fc.record({
  from: fc.constantFrom(...homes),
  to: fc.constantFrom('DE', 'ES', 'FR'),
  euros: fc.integer({ min: 1, max: 6_000 }),
  taxCode: fc.constantFrom('C1S1', 'C1S1', 'C5S2'),
});

it('distance sales count for the EU according to the home at their time, and decide the tax, wherever the seller is now', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 6 }), async (sales) => {
      run += 1;
      const year = String(2020 + 2 * run);
      const distanceSales: string[] = [];
      let sold = 0;
      for (const [index, { from, to, euros, taxCode }] of sales.entries()) {
        await moveTo(from, 'MEASURED');
        const externalId = `M-${run}-${index}`;
        const externalTimestamps = { createdDate: `${year}-03-10`, updatedDate: `${year}-03-10` };
        const items = [anItemBody({ unitPrice: euros, quantity: 1, taxCode })];
        const more = { externalId, currency: 'EUR', externalTimestamps, items, shippingAddress: abroad(to) };
        const path = `/v1/transactions/source/9/externalId/${externalId}`;
        const { salesTax } = await bodyOf<Json>(app.send('PUT', path, anInvoiceBody(customerId, more)));
        if (taxCode !== 'C1S1' || from === to) continue;
        sold += euros;
        distanceSales.push(externalId);
        // Where the seller is registered, tax is due from the first sale.
        const taxedIn = sold <= 10_000 && to === 'FR' ? from : to;
        expect({ sold, cents: Math.round(salesTax.amount * 100) }).toEqual({ sold, cents: euros * rates[taxedIn]! });
      }
      for (const home of homes) {
        await moveTo(home, 'MEASURED');
        const [tracker] = await bodyOf<Json[]>(app.send('GET', `/v1/nexus?country=EU&asOf=${year}-12-31`));
        const { salesAmount, transactionCount, transactionsPath } = tracker.runningPeriod;
        expect({ home, salesAmount, transactionCount }).toEqual({
          home,
          salesAmount: sold,
          transactionCount: distanceSales.length,
        });
        const behind = await bodyOf<Json[]>(app.send('GET', `${transactionsPath}&limit=100`));
        expect(behind.map(({ externalId }) => externalId).sort()).toEqual(distanceSales);
      }
    }),
    { numRuns: examples(60), endOnFailure: true },
  );
}, 300_000);
