import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoundaryStack } from '../../../src/domain/rate-book/rate-layer.ts';
import type { Context } from '../../../src/ports/context.ts';
import type { ReferenceData } from '../../../src/ports/reference-data.ts';
import { loadReferenceData } from '../../../src/rates/book/bundled.ts';
import { makeRateTable } from '../../../src/usecases/lookups/make-rate-table.ts';
import { calculateTransaction } from '../../../src/usecases/transactions/calculate-transaction.ts';
import { startApp } from '../../support/app.ts';
import { aContext, inputs, reference } from '../../support/context.ts';
import { aBoundariesLayer, aZipRow } from '../../support/rate-layers.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';
import { quotedAtZip } from './quoted-at-zip.ts';

const asOf = '2026-07-15';
/** The weekend of the tax holidays of a dozen states. */
const onHoliday = '2026-08-08';
/** If there is no other reason to calculate online, the rate applies at any price. */
const prices = [100, 0.5, 12_345.67];
const minutes = (count: number) => ({ timeout: count * 60_000 });

let store: TestStore;
let ctx: Context;
beforeAll(async () => {
  store = await openTestStore();
  // The table is for a seller from elsewhere.
  const homeAddress = { country: 'CA', state: 'ON', city: 'Toronto', zip: 'M5H 2N2' };
  ctx = aContext(store.stores, await aTenant(store.stores, { homeAddress }));
});
afterAll(() => store.close());

type Wanted = { readonly state: string; readonly asOf: string; readonly every?: number; readonly book?: ReferenceData };

/** Compares the rows of ZIP codes with quotes, for each tax code separately. */
async function compare({ state, asOf: day, every = 1, book = reference }: Wanted) {
  const asked = { ...ctx, reference: book };
  const { zips, rowsOf } = makeRateTable(asked, { state: book.findState(state)!, asOf: day });
  const some = zips.filter((_, index) => index % every === 0);
  let compared = 0;
  for (const [index, zip] of some.entries()) {
    const told = (await rowsOf(zip)).filter(({ askOnline }) => !askOnline);
    const taxCodes = told.flatMap((row) => row.taxCodes);
    const rates = told.flatMap(({ taxCodes: codes, rate, reason }) => codes.map((code) => `${code} ${rate} ${reason}`));
    const unitPrice = prices[index % prices.length]!;
    const quoted = await quotedAtZip(asked, { state, zip, asOf: day, taxCodes, unitPrice });
    expect([zip, ...rates]).toEqual([zip, ...quoted]);
    compared += taxCodes.length;
  }
  // Florida and Tennessee require an online calculation for most goods, because the surtax ends at a price.
  expect(compared).toBeGreaterThan(20 * some.length);
}

describe('the table of a state is equal to quotes', () => {
  // Without a tax; with home rule; sourced by origin; with rates by street; with districts.
  it.each(['OR', 'CO', 'TX', 'WA', 'CA'])('at every ZIP code of %s', minutes(10), async (state) => {
    await compare({ state, asOf });
  });

  const others = reference.states.map(({ code }) => code);
  it.each(others)('at every tenth ZIP code of %s', minutes(5), async (state) => {
    await compare({ state, asOf, every: 10 });
  });

  it.each(['TX', 'FL', 'MA', 'SC'])('at every tenth ZIP code of %s on a tax holiday', minutes(5), async (state) => {
    await compare({ state, asOf: onHoliday, every: 10 });
  });

  it('at every ZIP code of Minnesota with imported boundaries', minutes(5), async () => {
    const county = (code: string): BoundaryStack => ({ isStateTaxed: true, county: code, place: null, districts: [] });
    const layer = aBoundariesLayer({ rowCount: 1, stacks: [county('053'), { ...county('053'), place: '43000' }] });
    const book = loadReferenceData({
      number: 3,
      layers: [layer],
      // The file contains two of three ZIP codes.
      findBoundaries: async ({ query: { zip } }) => (Number(zip) % 3 === 2 ? [] : [aZipRow(zip, Number(zip) % 3)]),
    });
    await compare({ state: 'MN', asOf, book });
  });
});

describe('a row that asks online', () => {
  const quantities = [1, 3];
  const unitPrices = [0.5, 60, 150, 1_000, 6_000, 30_000];

  it.each(['CO', 'TX', 'CA', 'NY', 'TN', 'FL', 'MA'])('of %s does so for a reason', minutes(5), async (state) => {
    const { zips, rowsOf } = makeRateTable(ctx, { state: reference.findState(state)!, asOf });
    const zip = zips[zips.length >> 1]!;
    const asking = (await rowsOf(zip)).filter(({ askBecause }) => askBecause && !askBecause.startsWith('The goods'));
    for (const { category, rate, taxCodes } of asking) {
      const effective = new Set<string>([Number(rate).toFixed(5)]);
      for (const quantity of quantities) {
        for (const unitPrice of unitPrices) {
          const taxAmount = await taxAt({ state, zip, taxCode: taxCodes[0]!, unitPrice, quantity });
          effective.add((taxAmount / (unitPrice * quantity)).toFixed(5));
        }
      }
      expect([category, effective.size > 1]).toEqual([category, true]);
    }
  });
});

type Line = {
  readonly state: string;
  readonly zip: string;
  readonly taxCode: string;
  readonly unitPrice: number;
  readonly quantity: number;
};

async function taxAt({ state, zip, ...item }: Line): Promise<number> {
  const sent = { items: [{ name: 'It', ...item }], taxDate: asOf, shippingAddress: { country: 'US', state, zip } };
  const { transaction } = await calculateTransaction(ctx, inputs.quote.parse(sent));
  return Number(transaction.salesTax.amount);
}

it('the table that is served says what quotes over HTTP say', minutes(5), async () => {
  const app = await startApp();
  try {
    for (const state of ['CO', 'TX', 'OR']) {
      const text = await (await app.send('GET', `/v1/rate_table?state=${state}&asOf=${asOf}&format=jsonl`)).text();
      const byZip = new Map<string, ServedRow[]>();
      for (const line of text.trim().split('\n')) {
        const row = JSON.parse(line) as ServedRow;
        byZip.set(row.zip, [...(byZip.get(row.zip) ?? []), row]);
      }
      expect([...byZip.keys()]).toEqual(reference.zipCodes(state));
      for (const [zip, rows] of [...byZip].filter((_, index) => index % 40 === 0)) {
        const told = rows.filter(({ askOnline }) => !askOnline);
        const items = told.flatMap(({ taxCodes }) =>
          taxCodes.map((taxCode) => ({ name: taxCode, taxCode, unitPrice: 100 })),
        );
        const sent = { items, taxDate: asOf, shippingAddress: { country: 'US', state, zip } };
        const quote = await app.send('POST', '/v1/transactions/calculate', sent);
        const quoted = (await quote.json()) as { items: { taxCode: string; taxRate: number; reason: string }[] };
        const rates = told.flatMap((row) => row.taxCodes.map((taxCode) => [taxCode, row.rate, row.reason]));
        expect([zip, ...rates]).toEqual([
          zip,
          ...quoted.items.map((item) => [item.taxCode, item.taxRate, item.reason]),
        ]);
      }
    }
  } finally {
    await app.close();
  }
});

type ServedRow = {
  readonly zip: string;
  readonly askOnline: boolean;
  readonly taxCodes: readonly string[];
  readonly rate: number;
  readonly reason: string;
};
