import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { examples } from '../../support/examples.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

const abroad = (country: string, region?: string) => ({ country, ...(region && { region }), isPartial: true });
const inState = (state: string, city: string, zip: string) => ({ country: 'US', state, city, zip, isPartial: true });
const places = {
  'US-MN': minneapolis,
  'US-CT': inState('CT', 'Hartford', '06103'),
  'US-VA': inState('VA', 'Richmond', '23219'),
  'US-AR': inState('AR', 'Little Rock', '72201'),
  'US-CO': inState('CO', 'Denver', '80202'),
  'CA-ON': abroad('CA', 'ON'),
  'CA-BC': abroad('CA', 'BC'),
  AU: abroad('AU'),
  CH: abroad('CH'),
  GB: abroad('GB'),
  'GB-NIR': abroad('GB', 'NIR'),
  DE: abroad('DE'),
  FR: abroad('FR'),
  IT: abroad('IT'),
};
type Place = keyof typeof places;

/** The sales that a place does not count, by its law: see `countedSales` and `countsMarketplaceSales` in the rate book. */
const uncounted: Readonly<Record<string, string>> = {
  'US-MN': 'RESALE',
  'US-CT': 'RESALE',
  'US-VA': 'MARKETPLACE',
  'US-AR': 'MARKETPLACE RESALE EXEMPT',
  'US-CO': 'MARKETPLACE RESALE',
  AU: 'MARKETPLACE RESALE BUSINESS',
  CA: 'MARKETPLACE RESALE BUSINESS',
  CH: 'MARKETPLACE',
  GB: 'MARKETPLACE RESALE BUSINESS',
  EU: 'MARKETPLACE RESALE BUSINESS',
};

const customers = {
  RETAIL: {},
  RESELLER: { customerType: 'RESELLER' },
  MARKETPLACE: { customerType: 'MARKETPLACE' },
  AUSTRALIAN: { taxNumber: '51824753556', taxNumberCountry: 'AU' },
  FRENCH: { taxNumber: 'FR40303265045' },
};
type Buyer = keyof typeof customers;

let app: TestApp;
const ids: Partial<Record<Buyer, string>> = {};
beforeAll(async () => {
  app = await startApp();
  const settings = { homeAddress: { country: 'DE' }, deliveryFees: 'CHARGE', defaultCurrency: 'USD' };
  expect((await app.send('PATCH', '/v1/account', settings)).status).toBe(200);
  for (const [externalId, more] of Object.entries(customers)) {
    const body = aCustomerBody({ externalId, ...more });
    const stored = await bodyOf<Json>(app.send('PUT', `/v1/customers/source/9/externalId/${externalId}`, body));
    ids[externalId as Buyer] = stored.serviceId;
  }
});
afterAll(() => app.close());

/** Goods, e-books, software, and a hotel, which the threshold of the EU does not count. */
const taxCodes = ['C1S1', 'C2S1', 'C3S3', 'C5S2'] as const;

const place = fc.constantFrom(...(Object.keys(places) as Place[]));
const collectedBy = fc.constantFrom(undefined, undefined, 'MARKETPLACE', 'SELLER');
const item = fc.record({
  cents: fc.integer({ min: 100, max: 500_00 }),
  taxCode: fc.constantFrom(...taxCodes),
  /** Undefined: as the document. */
  to: fc.option(place, { nil: undefined }),
  collectedBy,
});
const sale = fc.record({
  kind: fc.constant('SALE' as const),
  /** Documents with the same number replace each other. */
  number: fc.integer({ min: 0, max: 5 }),
  buyer: fc.constantFrom(...(Object.keys(customers) as Buyer[])),
  to: place,
  collectedBy,
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
});
const change = fc.record({
  kind: fc.constantFrom('REFUND' as const, 'CANCEL' as const),
  number: fc.integer({ min: 0, max: 5 }),
  /** Number of returned items; 0 for all. */
  returned: fc.integer({ min: 0, max: 2 }),
});
const writes = fc.array(fc.oneof({ arbitrary: sale, weight: 2 }, change), { minLength: 1, maxLength: 14 });
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

type Line = { place: Place; cents: number; facts: string[]; taxCode: string };
type Stored = { type: 'INVOICE' | 'REFUND'; lines: Line[]; sale: Sale };

const exempt = ['PRODUCT_EXEMPT', 'PRODUCT_NOT_TAXABLE', 'ZERO_RATED', 'HOLIDAY', 'BELOW_THRESHOLD', 'CUSTOMER_EXEMPT'];

/** Each line of a stored document with every reason for which a place may not count it, in the terms of this test. */
function linesOf(document: Json, { items, to, buyer, collectedBy: ofDocument }: Sale): Line[] {
  return document.items.map(({ name, calculatedTotal, reason }: Json): Line => {
    const sent = items[Number(name.slice(5))]!;
    const collector = sent.collectedBy ?? ofDocument ?? (buyer === 'MARKETPLACE' ? 'MARKETPLACE' : 'SELLER');
    const facts = [
      ...(collector === 'MARKETPLACE' ? ['MARKETPLACE'] : []),
      ...(buyer === 'RESELLER' ? ['RESALE'] : []),
      ...(['REVERSE_CHARGE', 'INTRA_COMMUNITY'].includes(reason) ? ['BUSINESS'] : []),
      ...(exempt.includes(reason) ? ['EXEMPT'] : []),
    ];
    const cents = Math.round(calculatedTotal * 100);
    return { place: sent.to ?? to, cents, facts, taxCode: sent.taxCode };
  });
}

/** Northern Ireland is in the EU for goods only. */
function isDistanceSale({ place: of, taxCode }: Line): boolean {
  if (of === 'GB-NIR') return taxCode === 'C1S1';
  return ['FR', 'IT'].includes(of) && taxCode !== 'C5S2';
}

/** Exempt lines keep their invoice among the transactions: only their amount is not counted. */
function recount(stored: ReadonlyMap<string, Stored>, tracked: string, without: readonly string[]) {
  const figures = { cents: 0, count: 0, ids: [] as string[] };
  for (const [externalId, { type, lines }] of stored) {
    const there = lines.filter((line) =>
      tracked === 'EU' ? isDistanceSale(line) : line.place === tracked || line.place.startsWith(`${tracked}-`),
    );
    const counted = there.filter(({ facts }) => !facts.some((one) => one !== 'EXEMPT' && without.includes(one)));
    const amount = counted
      .filter(({ facts }) => !facts.some((one) => without.includes(one)))
      .reduce((total, { cents }) => total + cents, 0);
    figures.cents += type === 'INVOICE' ? amount : -amount;
    if (counted.length > 0) figures.ids.push(externalId);
    if (counted.length > 0 && type === 'INVOICE') figures.count += 1;
  }
  return { ...figures, ids: figures.ids.sort() };
}

const trackers = async (on: string) =>
  (await bodyOf<Json[]>(app.send('GET', `/v1/nexus?asOf=${on}`))).filter(({ place: of }) => of in uncounted);

/** All sales are in USD and no exchange rate is stored. */
const shown = (period: Json) => {
  const inDollars = period.currency === 'USD' ? period : (period.notConverted[0] ?? { salesAmount: 0 });
  return { cents: Math.round(inDollars.salesAmount * 100), count: period.transactionCount };
};

let run = 0;
it('nexus figures and the documents behind them equal a recount, after any writes', async () => {
  await fc.assert(
    fc.asyncProperty(writes, async (chain) => {
      run += 1;
      const day = `${2026 + 2 * run}-03-10`;
      const stored = new Map<string, Stored>();
      const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
      const put = async (externalId: string, buyer: Buyer, more: object) => {
        const externalTimestamps = { createdDate: day, updatedDate: day };
        const head = { externalId, currency: 'USD', externalTimestamps };
        const response = await app.send('PUT', pathOf(externalId), anInvoiceBody(ids[buyer]!, { ...head, ...more }));
        // A refund of more than is left, or a change of a refunded invoice, is refused.
        if (response.status === 409) return null;
        expect(response.status, await response.clone().text()).toBeLessThan(300);
        return bodyOf<Json>(response);
      };
      for (const [step, write] of chain.entries()) {
        const externalId = `S-${run}-${write.number}`;
        const invoice = stored.get(externalId);
        if (write.kind === 'SALE') {
          const items = write.items.map(({ cents, taxCode, to, collectedBy: by }, index) =>
            anItemBody({
              name: `Item ${index}`,
              taxCode,
              unitPrice: cents / 100,
              quantity: 1,
              collectedBy: by,
              ...(to && { shippingAddress: places[to] }),
            }),
          );
          const shippingAddress = places[write.to];
          const document = await put(externalId, write.buyer, {
            items,
            shippingAddress,
            collectedBy: write.collectedBy,
          });
          if (document) stored.set(externalId, { type: 'INVOICE', lines: linesOf(document, write), sale: write });
        } else if (write.kind === 'CANCEL') {
          const { status } = await app.send('DELETE', pathOf(externalId));
          if (status < 300) stored.delete(externalId);
        } else if (invoice) {
          const returned = invoice.sale.items.slice(0, write.returned).map(({ taxCode }, index) => ({
            name: `Item ${index}`,
            taxCode,
            quantity: 1,
          }));
          const id = `R-${run}-${step}`;
          const more = {
            transactionType: 'REFUND',
            createdFrom: externalId,
            items: returned,
            shippingAddress: undefined,
          };
          const document = await put(id, invoice.sale.buyer, more);
          if (document) stored.set(id, { type: 'REFUND', lines: linesOf(document, invoice.sale), sale: invoice.sale });
        }
      }
      for (const { place: of, threshold, ...tracker } of await trackers(`${day.slice(0, 4)}-12-31`)) {
        const without = threshold === undefined ? [] : uncounted[of]!.split(' ');
        const period = [tracker.runningPeriod, ...tracker.periods].find(({ from, to }) => from <= day && day <= to);
        const { ids: documents, ...figures } = recount(stored, of, without);
        expect({ of, ...shown(period) }).toEqual({ of, ...figures });
        const listed = await bodyOf<Json[]>(app.send('GET', `${period.transactionsPath}&limit=100`));
        const behind = listed.map(({ externalId }) => externalId);
        expect({ of, behind: behind.sort() }).toEqual({ of, behind: documents });
      }
    }),
    { numRuns: examples(100), endOnFailure: true },
  );
}, 300_000);
