import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { verifyTotals } from '../../../src/usecases/liability/verify-totals.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';
import { examples } from '../../support/examples.ts';
import { aTenant } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let base: TestApp;
beforeAll(async () => {
  base = await startApp();
});
afterAll(() => base.close());

const addresses = {
  FR: { country: 'FR', city: 'Paris', street: '1 Rue de Rivoli', zip: '75001' },
  AT: { country: 'AT', city: 'Wien', street: 'Graben 1', zip: '1010' },
  DE: { country: 'DE', city: 'Berlin', street: 'Unter den Linden 1', zip: '10117' },
} as const;
type To = keyof typeof addresses;
const rates = { FR: 20, AT: 20, DE: 19 };
const numbers = { FR: 'FR40303265045', AT: 'ATU13585627', DE: 'DE136695976' };
const taxCodes = { GOODS: 'C1S1', SERVICES: 'C3S1' };
/** Services to businesses. */
const reverseCharged = 'C4S1';
const homes = ['DE', 'FR', 'CN'] as const;

type Sale = {
  readonly to: To;
  readonly kind: keyof typeof taxCodes;
  readonly isBusiness: boolean;
  readonly price: number;
};
type Home = (typeof homes)[number];
type Moves = {
  readonly stays: readonly { readonly home: Home; readonly sales: readonly Sale[] }[];
  readonly lastHomes: readonly [Home, Home];
};
type Sold = Sale & { readonly home: Home };

const home = fc.constantFrom(...homes);
const sale: fc.Arbitrary<Sale> = fc.record({
  to: fc.constantFrom('FR', 'AT', 'DE'),
  kind: fc.constantFrom('GOODS', 'SERVICES'),
  isBusiness: fc.boolean(),
  price: fc.integer({ min: 1, max: 140 }),
});
const stay = fc.record({ home, sales: fc.array(sale, { minLength: 1, maxLength: 4 }) });
const moves: fc.Arbitrary<Moves> = fc.record({
  stays: fc.array(stay, { minLength: 1, maxLength: 3 }),
  lastHomes: fc.tuple(home, home),
});

async function startSeller() {
  const now = () => new Date('2026-12-01T12:00:00Z');
  const app = await startApp({ store: base.store, tenant: await aTenant(base.stores), now });
  const scheme = (...schemes: string[]) => ({
    registrations: schemes.map((one) => ({ validFrom: '2026-01-01', scheme: one })),
  });
  for (const [place, declared] of [
    ['DE', scheme('UNION_ONE_STOP_SHOP')],
    ['IE', scheme('NON_UNION_ONE_STOP_SHOP', 'IMPORT_ONE_STOP_SHOP')],
  ] as const) {
    expect((await app.send('PUT', `/v1/nexus/place/${place}`, declared)).status).toBeLessThan(300);
  }
  const buyers = new Map<string, string>();
  for (const number of [null, ...Object.values(numbers)]) {
    const body = aCustomerBody({ externalId: `c-${number}`, taxNumber: number });
    const sent = app.send('PUT', `/v1/customers/source/9/externalId/c-${number}`, body);
    buyers.set(`${number}`, (await bodyOf<Json>(sent)).serviceId);
  }
  const move = async (country: string) => {
    const settings = { homeAddress: { country }, defaultCurrency: 'EUR' };
    expect((await app.send('PATCH', '/v1/account', settings)).status).toBe(200);
  };
  const sell = async (externalId: string, { to, kind, isBusiness, price }: Sale, more: Json = {}) => {
    const taxCode = isBusiness && kind === 'SERVICES' ? reverseCharged : taxCodes[kind];
    const sent = await app.send(
      'PUT',
      `/v1/transactions/source/9/externalId/${externalId}`,
      anInvoiceBody(buyers.get(`${isBusiness ? numbers[to] : null}`)!, {
        externalId,
        currency: 'EUR',
        items: [anItemBody({ taxCode, unitPrice: price, quantity: 1 })],
        shippingAddress: { ...addresses[to], isPartial: false },
        externalTimestamps: { createdDate: '2026-03-10', updatedDate: '2026-03-10' },
        ...more,
      }),
    );
    expect(sent.status, await sent.clone().text()).toBe(201);
  };
  const read = (path: string) => bodyOf<Json>(app.send('GET', `/v1/${path}`));
  const faults = async () => (await verifyTotals(app.records, { isRepair: false, countries: () => reference })).faults;
  return { app, move, sell, read, faults };
}

/** In cents, by key, without zeros. */
function sums(found: readonly (readonly [key: string, cents: number])[]): Record<string, number> {
  const added: Record<string, number> = {};
  for (const [key, cents] of found) if (cents !== 0) added[key] = (added[key] ?? 0) + cents;
  return added;
}

const cents = (amount: number) => Math.round(amount * 100);
const returns = {
  UNION: 'UNION_ONE_STOP_SHOP/place/DE/period/2026-Q1',
  NON_UNION: 'NON_UNION_ONE_STOP_SHOP/place/IE/period/2026-Q1',
  IMPORT: 'IMPORT_ONE_STOP_SHOP/place/IE/period/2026-03',
};

it('reports each document from the home it was calculated with, after any move', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async ({ stays, lastHomes }) => {
      const { app, move, sell, read, faults } = await startSeller();
      // A seller from outside the EU only sells to consumers here.
      const sold = stays.flatMap(({ home, sales }) =>
        sales.map((one): Sold => ({ ...one, home, isBusiness: one.isBusiness && home !== 'CN' })),
      );
      let last = '';
      for (const [index, one] of sold.entries()) {
        if (one.home !== last) await move(one.home);
        last = one.home;
        await sell(`i-${index}`, one);
      }

      const isAbroad = ({ home, to }: Sold) => home !== to;
      const taxOf = ({ to, price }: Sold) => price * rates[to];
      const isReportedBy = (one: Sold, scheme: string) => {
        if (one.isBusiness || !isAbroad(one)) return false;
        return one.home === 'CN' ? scheme === (one.kind === 'GOODS' ? 'IMPORT' : 'NON_UNION') : scheme === 'UNION';
      };
      async function check() {
        for (const [scheme, path] of Object.entries(returns)) {
          const { figures } = await read(`returns/scheme/${path}`);
          const supplies = figures.oneStopShop.supplies.map((row: Json) => [
            `${row.memberState} ${row.kind} from ${row.dispatchedFrom} at ${row.rate}`,
            cents(row.taxAmount),
          ]);
          const ofScheme = sold.filter((one) => isReportedBy(one, scheme));
          expect(sums(supplies), scheme).toEqual(
            sums(
              ofScheme.map((one) => [`${one.to} ${one.kind} from ${one.home} at ${rates[one.to] / 100}`, taxOf(one)]),
            ),
          );
        }
        const { unassignedTax } = await read('liability?period=2026');
        expect(sums(unassignedTax.map((one: Json) => [one.place, cents(one.taxAmount)]))).toEqual(
          sums(sold.filter((one) => !isAbroad(one)).map((one) => [one.to, taxOf(one)])),
        );
        for (const home of ['DE', 'FR']) {
          const { lines } = await read(`ec_sales_list?period=2026-Q1&country=${home}`);
          const listed = sold.filter((one) => one.isBusiness && isAbroad(one) && one.home === home);
          expect(sums(lines.map((one: Json) => [`${one.vatNumber} ${one.kind}`, cents(one.amount)])), home).toEqual(
            sums(listed.map((one) => [`${numbers[one.to]} ${one.kind}`, one.price * 100])),
          );
        }
        expect(await faults()).toEqual([]);
      }

      const [first, second] = lastHomes;
      await move(first);
      await check();
      for (const path of Object.values(returns)) {
        expect((await app.send('POST', `/v1/returns/scheme/${path}/filings`, {})).status).toBe(201);
      }
      await move(second);
      await check();
    }),
    { numRuns: examples(10), examples: [[movedToTheBuyers]] },
  );
}, 600_000);

/** Each sale is to the later home of the seller. */
const movedToTheBuyers: Moves = {
  stays: [
    { home: 'DE', sales: salesTo('FR') },
    { home: 'CN', sales: salesTo('FR') },
    { home: 'FR', sales: salesTo('FR') },
  ],
  lastHomes: ['FR', 'DE'],
};

function salesTo(to: To): Sale[] {
  const sales = [
    { to, kind: 'GOODS', price: 100 },
    { to, kind: 'SERVICES', price: 90 },
  ] as const;
  return sales.flatMap((one) => [false, true].map((isBusiness) => ({ ...one, isBusiness })));
}

it('reports documents without a recorded home, and their refunds, from the home of today', async () => {
  const { app, move, sell, read, faults } = await startSeller();
  await move('DE');
  const goods: Sale = { to: 'FR', kind: 'GOODS', isBusiness: false, price: 100 };
  await sell('old', goods);
  const scope = createTenantScope(base.store.database, app.tenant.tenantId);
  await scope.reports.rows(Prisma.sql`
    UPDATE transactions SET snapshot = (snapshot::jsonb - 'basis')::json WHERE ${scope.isOwned} RETURNING 1 AS changed`);
  await sell('back', { ...goods, price: 40 }, { transactionType: 'REFUND', createdFrom: 'old' });
  await sell('new', { ...goods, price: 10 });
  const supplies = async () =>
    (await read(`returns/scheme/${returns.UNION}`)).figures.oneStopShop.supplies.map(
      (row: Json) => `${row.dispatchedFrom} ${row.taxableAmount}`,
    );
  expect(await supplies()).toEqual(['DE 70']);
  await move('AT');
  expect((await supplies()).sort()).toEqual(['AT 60', 'DE 10']);
  expect(await faults()).toEqual([]);
});
