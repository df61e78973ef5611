import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { foldChanges } from '../../../src/stores/totals/fold-changes.ts';
import { type Decimal, decimal, zero } from '../../../src/tax/numbers/decimal.ts';
import { verifyTotals } from '../../../src/usecases/liability/verify-totals.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';
import { examples } from '../../support/examples.ts';
import { fileReturn, pathOfReturn, reopenReturn } from '../../support/returns.ts';
import { aTenant } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let base: TestApp;
beforeAll(async () => {
  base = await startApp();
});
afterAll(() => base.close());

const addresses = {
  'US-MN': minneapolis,
  'US-WI': { country: 'US', state: 'WI', city: 'Madison', street: '2 E Main St', zip: '53703', isPartial: false },
  'CA-QC': { country: 'CA', state: 'QC', city: 'Montréal', street: '275 Rue Notre-Dame E', zip: 'H2Y 1C6' },
  GB: { country: 'GB', city: 'London', street: '1 Whitehall', zip: 'SW1A 2AA' },
  FR: { country: 'FR', city: 'Paris', street: '1 Rue de Rivoli', zip: '75001' },
  DE: { country: 'DE', city: 'Berlin', street: 'Unter den Linden 1', zip: '10117' },
} as const;
type Place = keyof typeof addresses;

/** Charges tax everywhere. */
async function startSeller(home = 'DE') {
  const app = await startApp({
    store: base.store,
    tenant: await aTenant(base.stores),
    now: () => new Date('2026-12-01T12:00:00Z'),
  });
  const settings = { homeAddress: { country: home }, collectionPolicy: 'EVERYWHERE' };
  expect((await app.send('PATCH', '/v1/account', settings)).status).toBe(200);
  const customer = app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody({ externalId: 'c-1' }));
  const { serviceId } = await bodyOf<{ serviceId: string }>(customer);
  const sell = async (externalId: string, place: Place, day: string, more: Json = {}) => {
    const sent = anInvoiceBody(serviceId, {
      externalId,
      items: [anItemBody({ unitPrice: 100, quantity: 1 })],
      shippingAddress: { isPartial: false, ...addresses[place] },
      externalTimestamps: { createdDate: day, updatedDate: day },
      ...more,
    });
    const stored = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, sent);
    expect({ externalId, status: stored.status }).toEqual({ externalId, status: 201 });
    return bodyOf<Json>(stored);
  };
  const register = async (place: string, ...registrations: Json[]) =>
    expect((await app.send('PUT', `/v1/nexus/place/${place}`, { registrations })).status).toBeLessThan(300);
  const liability = (query: string) => bodyOf<Json>(app.send('GET', `/v1/liability?${query}`));
  return { app, sell, register, liability };
}

const amounts = (found: Json) =>
  found.unassignedTax.map(({ place, currency, taxAmount }: Json) => `${place} ${taxAmount} ${currency}`);

describe('tax that belongs to no return', () => {
  it('is listed by place and currency until a registration, a filing or a scheme covers it', async () => {
    const { app, sell, register, liability } = await startSeller();
    await sell('mn', 'US-MN', '2026-03-10');
    await sell('mn-eur', 'US-MN', '2026-03-11', { currency: 'EUR' });
    await sell('mn-april', 'US-MN', '2026-04-10');
    await sell('fr', 'FR', '2026-03-10', { currency: 'EUR' });
    const first = await liability('period=2026-Q1');
    expect(first.unassignedTax[0]).toEqual({ place: 'FR', country: 'FR', currency: 'EUR', taxAmount: 20 });
    expect(amounts(first)).toEqual(['FR 20 EUR', 'US-MN 9.03 EUR', 'US-MN 9.03 USD']);
    const listed = (query: string) => app.send('GET', `/v1/returns/unassigned_tax?${query}`);
    expect(await bodyOf<Json>(listed('period=2026-Q1'))).toEqual(first.unassignedTax);
    expect(await (await listed('from=2026-03-01&to=2026-03-10&format=csv')).text()).toBe(
      'place,country,state,currency,taxAmount\r\nFR,FR,,EUR,20.00\r\nUS-MN,US,MN,USD,9.03\r\n',
    );
    expect((await listed('')).status).toBe(400);
    expect(amounts(await liability('period=2026-Q1&state=MN'))).toEqual(['US-MN 9.03 EUR', 'US-MN 9.03 USD']);
    await register('DE', { validFrom: '2020-01-01', scheme: 'UNION_ONE_STOP_SHOP' });
    expect(amounts(await liability('period=2026-Q1'))).toEqual(['US-MN 9.03 EUR', 'US-MN 9.03 USD']);
    expect((await fileReturn(app, { place: 'US-MN', period: '2026-03' })).status).toBe(201);
    expect(amounts(await liability('period=2026'))).toEqual(['US-MN 9.03 USD']);
    expect((await reopenReturn(app, { place: 'US-MN', period: '2026-03' })).status).toBe(200);
    expect(amounts(await liability('period=2026'))).toEqual(['US-MN 9.03 USD']);
    await register('US-MN', { validFrom: '2026-04-15' });
    expect(amounts(await liability('period=2026'))).toEqual([]);
  });

  it('is that of one subsidiary if liability is, with or without the one-stop shop', async () => {
    const { sell, register, liability } = await startSeller();
    await register('DE', { validFrom: '2026-03-15', scheme: 'UNION_ONE_STOP_SHOP' });
    await sell('north', 'FR', '2026-03-10', { currency: 'EUR', subsidiary: 'North' });
    await sell('south', 'FR', '2026-03-20', { currency: 'EUR', subsidiary: 'South' });
    expect(amounts(await liability('period=2026-03&subsidiary=North'))).toEqual(['FR 20 EUR']);
    expect(amounts(await liability('period=2026-03&subsidiary=South'))).toEqual([]);
    expect(amounts(await liability('period=2026-03&source=9'))).toEqual(['FR 20 EUR']);
  });

  it('is the part of a region or of its country, where each has a return', async () => {
    const { sell, register, liability } = await startSeller();
    await sell('qc', 'CA-QC', '2026-03-10', { currency: 'CAD' });
    expect(amounts(await liability('period=2026-03'))).toEqual(['CA-QC 14.98 CAD']);
    await register('CA', { validFrom: '2026-01-01' });
    expect(amounts(await liability('period=2026-03'))).toEqual(['CA-QC 9.98 CAD']);
    await register('CA-QC', { validFrom: '2026-01-01' });
    expect(amounts(await liability('period=2026-03'))).toEqual([]);
  });
});

const recounted = async ({ records }: TestApp) =>
  (await verifyTotals(records, { isRepair: false, countries: () => reference })).faults;

describe('the recount of returns, unassigned tax and liability', () => {
  it('names the place, month, currency and difference of sums that no longer agree', async () => {
    const { app, sell, register } = await startSeller();
    for (const place of ['US-WI', 'GB', 'CA-QC']) await register(place, { validFrom: '2026-01-01' });
    await register('DE', { validFrom: '2026-01-01', scheme: 'UNION_ONE_STOP_SHOP' });
    await sell('mn', 'US-MN', '2026-03-10');
    await sell('wi', 'US-WI', '2026-03-10');
    await sell('gb', 'GB', '2026-03-10');
    await sell('fr', 'FR', '2026-03-10', { currency: 'EUR' });
    await sell('qc', 'CA-QC', '2026-03-10', { currency: 'CAD' });
    expect((await fileReturn(app, { place: 'GB', period: '2026-Q1' })).status).toBe(201);
    expect(await recounted(app)).toEqual([]);
    const scope = createTenantScope(base.store.database, app.tenant.tenantId);
    while ((await foldChanges(scope)) > 0);
    await scope.reports.rows(Prisma.sql`
      UPDATE sales_totals SET tax_amount = tax_amount + 1 WHERE ${scope.isOwned} RETURNING 1 AS changed`);
    expect((await recounted(app)).filter((fault) => fault.startsWith('Tax for')).sort()).toEqual([
      'Tax for CA-QC 2026-03 in CAD: the documents have 9.98 in returns and 5 without a return, but liability is 15.98. Difference: 1.',
      'Tax for FR 2026-03 in EUR: the documents have 0 without a return, but 1 is listed. Difference: 1.',
      'Tax for GB 2026-03 in USD: the documents have 20 in returns and 0 without a return, but liability is 21. Difference: 1.',
      'Tax for US-MN 2026-03 in USD: the documents have 9.03 without a return, but 10.03 is listed. Difference: 1.',
      'Tax for US-WI 2026-03 in USD: the documents have 5.5 in returns and 0 without a return, but liability is 6.5. Difference: 1.',
    ]);
  });

  it('counts the schemes of sellers from outside the EU', async () => {
    const { app, sell, register, liability } = await startSeller('CN');
    const schemes = ['IMPORT_ONE_STOP_SHOP', 'NON_UNION_ONE_STOP_SHOP'];
    await register('IE', ...schemes.map((scheme) => ({ validFrom: '2026-01-01', scheme })));
    await sell('goods', 'FR', '2026-03-10', { currency: 'EUR' });
    const service = anItemBody({ taxCode: 'C3S1', unitPrice: 50, quantity: 1 });
    await sell('service', 'FR', '2026-03-11', { currency: 'EUR', items: [service] });
    const reported = async (scheme: string, period: string) =>
      (await bodyOf<Json>(app.send('GET', `/v1/returns/scheme/${scheme}/place/IE/period/${period}`))).figures
        .oneStopShop.taxAmount;
    expect([await reported(schemes[0]!, '2026-03'), await reported(schemes[1]!, '2026-Q1')]).toEqual([20, 10]);
    const found = await liability('period=2026-03');
    expect([found.rows[0].amounts.taxAmount, amounts(found)]).toEqual([30, []]);
    expect(await recounted(app)).toEqual([]);
  });

  it('reports consignments up to 150 EUR in the import scheme, and larger ones where the seller imports them', async () => {
    const { app, sell, register } = await startSeller('CN');
    await register('IE', { validFrom: '2026-01-01', scheme: 'IMPORT_ONE_STOP_SHOP' });
    await register('FR', { validFrom: '2026-01-01' });
    const priced = (unitPrice: number) => ({ currency: 'EUR', items: [anItemBody({ unitPrice, quantity: 1 })] });
    await sell('low', 'FR', '2026-03-10', priced(150));
    await sell('high', 'FR', '2026-03-10', priced(200));
    // The refunded goods were sold in a consignment of 200.
    const refunded = { transactionType: 'REFUND', createdFrom: 'high', ...priced(50) };
    await sell('back', 'FR', '2026-03-20', refunded);
    const figures = async (path: string) => (await bodyOf<Json>(app.send('GET', `/v1/returns/${path}`))).figures;
    // 150 x 20 %, and (200 - 50) x 20 %.
    const shop = await figures('scheme/IMPORT_ONE_STOP_SHOP/place/IE/period/2026-03');
    expect(shop.oneStopShop).toMatchObject({ taxAmount: 30, supplies: [{ memberState: 'FR', taxableAmount: 150 }] });
    expect((await figures('place/FR/period/2026-03')).totals).toMatchObject([{ amounts: { taxAmount: 30 } }]);
    expect(await recounted(app)).toEqual([]);
  });
});

const places = (Object.keys(addresses) as Place[]).filter((place) => place !== 'CA-QC');
const day = fc
  .integer({ min: 0, max: 333 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
const sale = fc.record({
  place: fc.constantFrom(...places),
  day,
  currency: fc.constantFrom('USD', 'EUR'),
  refunded: fc.option(fc.record({ day, share: fc.constantFrom(0.25, 1) })),
});
// The first return is for May.
const validFrom = fc.constantFrom('2026-01-01', '2026-05-15');
const year = fc.record({
  sales: fc.array(sale, { minLength: 3, maxLength: 8 }),
  registered: fc
    .subarray<Place>(['US-MN', 'US-WI', 'GB', 'DE'])
    .chain((chosen) => fc.tuple(...chosen.map((place) => validFrom.map((from) => [place, from] as const)))),
  shopFrom: fc.option(validFrom),
  isFiled: fc.boolean(),
});

type Stated = {
  readonly place: Place;
  readonly currency: string;
  /** Its reporting period. */
  readonly on: string;
  /** The day of the sale, also for its refunds. */
  readonly suppliedOn: string;
  readonly tax: Decimal;
};

/** By place and currency, without zeros. */
function sums(all: readonly Pick<Stated, 'place' | 'currency' | 'tax'>[]): string[] {
  const found = new Map<string, Decimal>();
  for (const { place, currency, tax } of all) {
    found.set(`${place} ${currency}`, (found.get(`${place} ${currency}`) ?? zero).plus(tax));
  }
  return [...found].flatMap(([key, tax]) => (tax.isZero() ? [] : [`${key} ${tax}`])).sort();
}

const rowOf = (place: string, { currency, taxAmount }: Json) => {
  return { place: place as Place, currency, tax: decimal(String(taxAmount)) };
};

it('makes, with the returns of a year and the one-stop shop, its liability', async () => {
  await fc.assert(
    fc.asyncProperty(year, async ({ sales, registered, shopFrom, isFiled }) => {
      const { app, sell, register, liability } = await startSeller();
      const shop = shopFrom === null ? [] : [{ validFrom: shopFrom, scheme: 'UNION_ONE_STOP_SHOP' }];
      const ofHome = registered.filter(([place]) => place === 'DE').map(([, from]) => ({ validFrom: from }));
      if (shop.length + ofHome.length > 0) await register('DE', ...ofHome, ...shop);
      for (const [place, from] of registered) if (place !== 'DE') await register(place, { validFrom: from });

      const stated: Stated[] = [];
      async function record(externalId: string, place: Place, on: string, suppliedOn: string, more: Json) {
        const { salesTax, currency, transactionType, reportingPeriod } = await sell(externalId, place, on, more);
        const tax = decimal(String(salesTax.amount)).times(transactionType === 'REFUND' ? -1 : 1);
        stated.push({ place, currency, on: reportingPeriod?.from ?? on, suppliedOn, tax });
      }
      for (const [index, { place, day: on, refunded, ...one }] of sales.entries()) {
        // Its return is in euro, regardless of known exchange rates.
        const currency = place === 'FR' ? 'EUR' : one.currency;
        await record(`i-${index}`, place, on, on, { currency });
        if (!refunded) continue;
        const { share: refundFraction, day: after } = refunded;
        const refund = { transactionType: 'REFUND', createdFrom: `i-${index}`, items: [], currency, refundFraction };
        await record(`r-${index}`, place, after < on ? on : after, on, refund);
      }
      const march = { place: 'US-MN', period: '2026-03' };
      if (isFiled) {
        expect((await fileReturn(app, march)).status).toBe(201);
        await record('late', 'US-MN', '2026-03-20', '2026-03-20', {});
        expect(stated.at(-1)!.on).toBe('2026-04-01');
        expect((await reopenReturn(app, march)).status).toBe(200);
        await record('own', 'US-MN', '2026-03-21', '2026-03-21', { reporting: 'OWN_PERIOD' });
        expect(stated.at(-1)!.on).toBe('2026-03-21');
        expect((await fileReturn(app, march)).status).toBe(201);
      }

      // From the documents as returned: the return that reports each.
      const firstDays = new Map(registered.map(([place, from]) => [place, `${from.slice(0, 7)}-01`]));
      const isOfShop = ({ place, suppliedOn }: Stated) => place === 'FR' && shopFrom !== null && shopFrom <= suppliedOn;
      const isOfReturn = ({ place, on }: Stated) =>
        (firstDays.get(place) ?? '9999') <= on || (isFiled && place === 'US-MN' && on.startsWith('2026-03'));
      const found = await liability('period=2026');
      expect(
        sums(found.rows.map(({ key, amounts: row }: Json) => rowOf(key.state ? `US-${key.state}` : key.country, row))),
      ).toEqual(sums(stated));
      expect(sums(found.unassignedTax.map((one: Json) => rowOf(one.place, one)))).toEqual(
        sums(stated.filter((one) => !isOfShop(one) && !isOfReturn(one))),
      );

      const reported = [];
      const periods = registered.map(([place]) => ({ place, period: `${firstDays.get(place)}..2026-12-31` }));
      for (const name of [...periods, ...(isFiled && firstDays.get('US-MN') !== '2026-01-01' ? [march] : [])]) {
        const { figures } = await bodyOf<Json>(app.send('GET', pathOfReturn(name)));
        reported.push(...figures.totals.map(({ amounts: row }: Json) => rowOf(name.place, row)));
      }
      expect(sums(reported)).toEqual(sums(stated.filter(isOfReturn)));
      for (const [quarter, from, to] of shopFrom === null ? [] : quarters) {
        const path = `/v1/returns/scheme/UNION_ONE_STOP_SHOP/place/DE/period/2026-${quarter}`;
        // A later refund corrects filed figures, so each quarter has the documents of its days.
        if (quarter !== 'Q4') expect((await app.send('POST', `${path}/filings`, {})).status).toBe(201);
        const { figures } = await bodyOf<Json>(app.send('GET', path));
        const balances = figures.oneStopShop.balances.map((one: Json) =>
          rowOf(one.memberState, { ...one, currency: 'EUR' }),
        );
        expect(sums(balances)).toEqual(sums(stated.filter((one) => isOfShop(one) && from <= one.on && one.on <= to)));
      }
      expect(await recounted(app)).toEqual([]);
    }),
    { numRuns: examples(15), examples: [[refundedInThe('04')], [refundedInThe('10')]] },
  );
}, 600_000);

/** In the next quarter, or in one whose return is not filed yet. */
const refundedInThe = (month: '04' | '10') =>
  ({
    sales: [
      { place: 'FR', day: '2026-01-01', currency: 'EUR', refunded: { day: `2026-${month}-01`, share: 0.25 } },
      { place: 'US-MN', day: '2026-01-01', currency: 'USD', refunded: null },
    ],
    registered: [],
    shopFrom: '2026-01-01',
    isFiled: false,
  }) satisfies typeof year extends fc.Arbitrary<infer Year> ? Year : never;

const quarters = [
  ['Q1', '2026-01-01', '2026-03-31'],
  ['Q2', '2026-04-01', '2026-06-30'],
  ['Q3', '2026-07-01', '2026-09-30'],
  ['Q4', '2026-10-01', '2026-12-31'],
] as const;
