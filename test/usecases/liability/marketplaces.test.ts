import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { examples } from '../../support/examples.ts';
import { flat } from '../../support/returns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const collector = fc.constantFrom(undefined, 'SELLER', 'MARKETPLACE');
const line = fc.record({
  cents: fc.integer({ min: 1, max: 900_00 }),
  collectedBy: collector,
  /** In cents, up to the maximum for the line; only on lines of a marketplace. */
  collected: fc.option(fc.integer({ min: 0, max: 20_00 })),
});
const sale = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  isMarketplaceCustomer: fc.boolean(),
  collectedBy: collector,
  marketplace: fc.constantFrom(undefined, 'Amazon', ' AMAZON', 'amazon ', 'Etsy'),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  shipping: fc.integer({ min: 0, max: 20_00 }),
  /** The number of its lines returned in the same month. */
  returned: fc.integer({ min: 0, max: 2 }),
});

type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;
type Sums = { own: number; market: number; collected: number; count: number; tax: number };

const units = (amount: number) => Math.round(amount * 100);
const price = (amount: number) => amount / 100;

/** Spellings of one marketplace have one name. */
const nameOf = ({ marketplace = '' }: { readonly marketplace?: string | undefined }) =>
  marketplace.trim().toLowerCase();

/** The collector in this test's own terms: from the line, else the document, else the type of customer. */
const collects = ({ isMarketplaceCustomer, collectedBy }: Sale, own: string | undefined) =>
  (own ?? collectedBy ?? (isMarketplaceCustomer ? 'MARKETPLACE' : 'SELLER')) === 'MARKETPLACE';

/** Adds up with integers, from the sales that the test sends and the tax on their documents. */
function recount(sales: readonly (Sale & { readonly tax: number })[], keyOf: (one: Sale) => string | number) {
  const groups = new Map<string | number, Sums>();
  for (const one of sales) {
    const sums = groups.get(keyOf(one)) ?? { own: 0, market: 0, collected: 0, count: 0, tax: 0 };
    groups.set(keyOf(one), sums);
    sums.tax += one.tax;
    const returned = one.lines.slice(0, one.returned);
    sums.count += returned.length > 0 ? 2 : 1;
    const kept = one.lines.slice(one.returned);
    for (const { cents, collectedBy, collected } of kept) {
      const isOfMarketplace = collects(one, collectedBy);
      sums[isOfMarketplace ? 'market' : 'own'] += cents;
      if (isOfMarketplace) sums.collected += Math.min(collected ?? 0, cents);
    }
    // The fee follows the document or, if that does not state it, items that all belong to a marketplace.
    const isAll = one.collectedBy === undefined && one.lines.every(({ collectedBy }) => collectedBy === 'MARKETPLACE');
    sums[isAll || collects(one, undefined) ? 'market' : 'own'] += one.shipping;
  }
  return groups;
}

it('adds up, over a random year of sales in the shop and on marketplaces', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 15 }), async (sales) => {
      const source = `${(run++ % 9) + 1}`;
      const year = 2030 + run;
      const customers: Json[] = [];
      for (const customerType of ['RETAIL', 'MARKETPLACE']) {
        const body = aCustomerBody({ source, externalId: `${customerType}-${run}`, customerType });
        customers.push(
          await bodyOf(app.send('PUT', `/v1/customers/source/${source}/externalId/${customerType}-${run}`, body)),
        );
      }
      const send = async (externalId: string, more: object) => {
        const body = anInvoiceBody('', { source, externalId, shippingAddress: minneapolis, ...more });
        const response = await app.send('PUT', `/v1/transactions/source/${source}/externalId/${externalId}`, body);
        const stored = await bodyOf<Json>(response);
        expect(response.status, JSON.stringify(stored)).toBe(201);
        return stored;
      };
      const sold: (Sale & { tax: number; ids: string[] })[] = [];
      for (const [index, one] of sales.entries()) {
        const { serviceId: customerId } = customers[one.isMarketplaceCustomer ? 1 : 0];
        const day = `${year}-${String(one.month).padStart(2, '0')}-15`;
        const head = { customerId, externalTimestamps: { createdDate: day, updatedDate: day } };
        const items = one.lines.map(({ cents, collectedBy, collected }, number) =>
          anItemBody({
            name: `Line ${number}`,
            unitPrice: price(cents),
            quantity: 1,
            collectedBy,
            ...(collects(one, collectedBy) &&
              collected !== null && { collectedTaxAmount: price(Math.min(collected, cents)) }),
          }),
        );
        const shippingFee = one.shipping > 0 ? { taxCode: 'C6S1', totalPrice: price(one.shipping) } : undefined;
        const externalId = `S-${run}-${index}`;
        const { collectedBy, marketplace } = one;
        const stored = [await send(externalId, { ...head, collectedBy, marketplace, items, shippingFee })];
        const returned = items.slice(0, one.returned).map(({ name, taxCode }) => ({ name, taxCode, quantity: 1 }));
        if (returned.length > 0) {
          stored.push(
            await send(`R-${run}-${index}`, {
              ...head,
              transactionType: 'REFUND',
              createdFrom: externalId,
              items: returned,
            }),
          );
        }
        const [invoice, back] = stored;
        const tax = units(invoice.salesTax.amount) - units(back?.salesTax.amount ?? 0);
        sold.push({ ...one, tax, ids: stored.map((document) => document.externalId).sort() });
        for (const { items: shown } of stored) {
          for (const { reason, taxAmount } of shown) expect(reason === 'MARKETPLACE' ? taxAmount : 0).toBe(0);
        }
      }
      const figures = (row: Json) => ({
        own: units(row.grossSalesAmount),
        market: units(row.marketplaceSalesAmount),
        collected: units(row.marketplaceTaxAmount),
        count: row.transactionCount,
        tax: units(row.taxAmount),
      });
      const expected = [...recount(sold, ({ month }) => month)].sort(([a], [b]) => Number(a) - Number(b));
      const period = `from=${year}-01-01&to=${year}-12-31&source=${source}`;
      const { rows } = await bodyOf<Json>(app.send('GET', `/v1/liability?${period}&groupBy=MONTH`));
      expect(rows.map(flat).map((row: Json) => [Number(row.month.slice(5)), figures(row)])).toEqual(expected);
      // By marketplace, and for a single one.
      const byName = recount(sold, nameOf);
      const { rows: named } = await bodyOf<Json>(app.send('GET', `/v1/liability?${period}&groupBy=MARKETPLACE`));
      expect(new Map(named.map((row: Json) => [nameOf(row.key), figures(flat(row))]))).toEqual(byName);
      expect(named).toHaveLength(byName.size);
      for (const { key, transactionsPath } of named) {
        const name = nameOf(key);
        const ids = sold
          .filter((one) => nameOf(one) === name)
          .flatMap((one) => one.ids)
          .sort();
        const { rows: ofOne } = await bodyOf<Json>(
          app.send('GET', `/v1/liability?${period}&marketplace=${name}&groupBy=CURRENCY`),
        );
        expect(ofOne.map(flat).map(figures)).toEqual([byName.get(name)]);
        const paths = [transactionsPath, ofOne[0].transactionsPath];
        if (name !== '') paths.push(`/v1/transactions?${period}&marketplace=${name}`);
        for (const path of paths) {
          const listed = await bodyOf<Json[]>(app.send('GET', path));
          expect(listed.map(({ externalId }) => externalId).sort(), path).toEqual(ids);
        }
      }
      // By tax code and reason, the parts add up to the whole.
      const { rows: parts } = await bodyOf<Json>(app.send('GET', `/v1/liability?${period}&groupBy=TAX_CODE,REASON`));
      const sum = (name: string) => parts.map(flat).reduce((total: number, row: Json) => total + units(row[name]), 0);
      const whole = (name: 'own' | 'market' | 'collected') =>
        expected.reduce((total, [, sums]) => total + sums[name], 0);
      expect([sum('grossSalesAmount'), sum('marketplaceSalesAmount'), sum('marketplaceTaxAmount')]).toEqual([
        whole('own'),
        whole('market'),
        whole('collected'),
      ]);
      // Returns and their files.
      for (const [month, sums] of expected) {
        const name = `/v1/returns/place/US-MN/period/${year}-${String(month).padStart(2, '0')}`;
        const { figures: filed } = await bodyOf<Json>(app.send('GET', name));
        expect(filed.totals.map(flat).map(figures)).toEqual([sums]);
      }
      const csv = await app.send('GET', `/v1/liability?${period}&groupBy=MONTH`, undefined, { Accept: 'text/csv' });
      const [header, ...lines] = (await csv.text())
        .trim()
        .split(/\r?\n/)
        .map((row) => row.split(','));
      const at = (name: string) => header!.indexOf(name);
      expect(lines.map((row) => units(Number(row[at('marketplaceTaxAmount')])))).toEqual(
        expected.map(([, sums]) => sums.collected),
      );
    }),
    { numRuns: examples(30) },
  );
});

it('separates exports by the collector of each item, whatever the other items of the document are', async () => {
  const berlin = { country: 'DE', city: 'Berlin', zip: '10115' };
  const zurich = { country: 'CH', city: 'Zürich', zip: '8001', isPartial: true };
  const german = await startApp();
  const settings = { homeAddress: berlin, collectionPolicy: 'WHERE_REGISTERED' };
  expect((await german.send('PATCH', '/v1/account', settings)).status).toBe(200);
  const customer = await bodyOf<Json>(
    german.send('PUT', '/v1/customers/source/9/externalId/swiss', aCustomerBody({ source: '9', externalId: 'swiss' })),
  );
  const externalTimestamps = { createdDate: '2029-03-05', updatedDate: '2029-03-05' };
  const sell = async (externalId: string, collectors: readonly (readonly [number, string | undefined])[]) => {
    const items = collectors.map(([unitPrice, collectedBy], index) =>
      anItemBody({ name: `Lamp ${index}`, unitPrice, quantity: 1, collectedBy }),
    );
    const body = anInvoiceBody(customer.serviceId, {
      externalId,
      items,
      externalTimestamps,
      currency: 'EUR',
      shipFromAddress: { ...berlin, isPartial: true },
      shippingAddress: zurich,
    });
    const stored = await bodyOf<Json>(german.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body));
    expect(stored.items.map(({ reason }: Json) => reason)).toEqual(collectors.map(() => 'EXPORT'));
  };
  await sell('export-1', [
    [10, 'SELLER'],
    [200, 'MARKETPLACE'],
  ]);
  await sell('export-2', [[3000, 'MARKETPLACE']]);
  await sell('export-3', [[40_000, undefined]]);
  const { rows } = await bodyOf<Json>(german.send('GET', '/v1/liability?period=2029-03&groupBy=REASON'));
  expect(rows.map(flat)).toMatchObject([
    {
      reason: 'EXPORT',
      grossSalesAmount: 40_010,
      exemptAmount: 40_010,
      marketplaceSalesAmount: 3200,
      transactionCount: 3,
    },
  ]);
  await german.close();
});
