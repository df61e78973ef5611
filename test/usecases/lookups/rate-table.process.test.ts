import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateTableRow } from '../../../src/domain/lookups/rate-table.ts';
import type { Context } from '../../../src/ports/context.ts';
import { loadReferenceData } from '../../../src/rates/book/bundled.ts';
import { makeRateTable } from '../../../src/usecases/lookups/make-rate-table.ts';
import { aContext, reference } from '../../support/context.ts';
import { aBoundariesLayer, aZipRow } from '../../support/rate-layers.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';
import { quotedAtZip } from './quoted-at-zip.ts';

let store: TestStore;
let ctx: Context;
beforeAll(async () => {
  store = await openTestStore();
  ctx = aContext(store.stores, await aTenant(store.stores));
});
afterAll(() => store.close());

const asOf = '2026-07-15';
const tableOf = (state: string) => makeRateTable(ctx, { state: reference.findState(state)!, asOf });
const rowAt = async (state: string, zip: string, category: string): Promise<RateTableRow> =>
  (await tableOf(state).rowsOf(zip)).find((row) => row.category === category)!;

describe('the table of a state', () => {
  // A small state, one with districts and split ZIP codes, one without a state tax, and one whose food has a joint rate.
  it.each([
    ['WY', 5],
    ['WA', 40],
    ['AK', 20],
    ['UT', 20],
  ])('says of %s what quotes say', { timeout: 120_000 }, async (state, step) => {
    const { zips, rowsOf } = tableOf(state);
    const some = zips.filter((_, index) => index % step === 0);
    expect(some.length).toBeGreaterThan(10);
    for (const zip of some) {
      const told = (await rowsOf(zip)).filter(({ askOnline }) => !askOnline);
      const fromTable = told.flatMap(({ taxCodes, rate, reason }) =>
        taxCodes.map((code) => `${code} ${rate} ${reason}`),
      );
      const codes = told.flatMap(({ taxCodes }) => taxCodes);
      expect([zip, ...fromTable]).toEqual([zip, ...(await quotedAtZip(ctx, { state, zip, asOf, taxCodes: codes }))]);
    }
  });

  it('has every ZIP code and every tax code once', async () => {
    const { zips, rowsOf } = tableOf('WY');
    expect(zips).toHaveLength(195);
    const codes = (await rowsOf('82001')).flatMap(({ taxCodes }) => taxCodes);
    expect(codes.toSorted()).toEqual(reference.taxCodes.map(({ code }) => code).toSorted());
  });
});

describe('a row', () => {
  it('has the rates by jurisdiction and level', async () => {
    expect(await rowAt('MN', '55401', 'general')).toMatchObject({
      city: 'Minneapolis',
      county: 'Hennepin County',
      rate: '0.09025',
      stateRate: '0.06875',
      countyRate: '0.0015',
      cityRate: '0.005',
      districtRate: '0.015',
      reason: 'TAXED',
      askOnline: false,
      askBecause: null,
    });
    expect(await rowAt('MN', '55401', 'clothing')).toMatchObject({
      rate: '0',
      reason: 'PRODUCT_EXEMPT',
      askOnline: false,
    });
  });

  it('requires an online calculation if a rate is not enough', async () => {
    // New York exempts clothing below 110 dollars, and Massachusetts up to 175.
    expect(await rowAt('NY', '10001', 'clothing')).toMatchObject({
      askOnline: true,
      askBecause: 'The unit price.',
    });
    expect((await rowAt('MA', '02108', 'clothing')).askOnline).toBe(true);
    // Minnesota taxes shipping like the goods.
    expect(await rowAt('MN', '55401', 'shipping')).toMatchObject({
      askOnline: true,
      askBecause: 'The goods that are shipped.',
    });
    // Texas taxes 80 % of data processing.
    expect(await rowAt('TX', '78701', 'services_data_processing')).toMatchObject({
      askOnline: true,
      askBecause: 'The taxed share of the price.',
    });
  });

  it('marks a ZIP code that spans counties', async () => {
    expect((await rowAt('CO', '80014', 'general')).isSplit).toBe(true);
    expect((await rowAt('MN', '55401', 'general')).isSplit).toBe(false);
  });

  it('has the rates of imported boundaries, as quotes do', async () => {
    const stacks = [{ isStateTaxed: true, county: '053', place: null, districts: [] }];
    const layer = aBoundariesLayer({ rowCount: 1, stacks });
    const book = loadReferenceData({
      number: 3,
      layers: [layer],
      findBoundaries: async ({ query }) => (query.zip === '55401' ? [aZipRow('55401', 0)] : []),
    });
    const imported = { ...ctx, reference: book };
    const { rowsOf } = makeRateTable(imported, { state: book.findState('MN')!, asOf });
    for (const zip of ['55401', '55402']) {
      const told = (await rowsOf(zip)).filter(({ askOnline }) => !askOnline);
      const taxCodes = told.flatMap((row) => row.taxCodes);
      const rates = told.flatMap((row) => row.taxCodes.map((code) => `${code} ${row.rate} ${row.reason}`));
      expect(rates).toEqual(await quotedAtZip(imported, { state: 'MN', zip, asOf, taxCodes }));
    }
    // The boundaries omit the city and the districts of the ZIP code.
    expect((await rowsOf('55401'))[0]).toMatchObject({ rate: '0.07025', isSplit: true });
  });
});
