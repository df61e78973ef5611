import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BoundaryQuery, BoundaryStack } from '../../../src/domain/rate-book/rate-layer.ts';
import type { RateBookStore } from '../../../src/ports/stores/rate-book-store.ts';
import { fetchVersion } from '../../../src/rates/versions/load-version.ts';
import { createRateBookProvider } from '../../../src/rates/versions/rate-book-provider.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, minneapolis } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';
import { aBoundariesLayer, aStreetRow, aZip4Row, aZipRow } from '../../support/rate-layers.ts';
import { openOwnStore } from '../../support/stores.ts';

const stack = (changes: Partial<BoundaryStack>): BoundaryStack => ({
  isStateTaxed: true,
  county: '053',
  place: null,
  districts: [],
  ...changes,
});

/** All of Minneapolis, one of its streets without the districts, the county outside the city, and only a county. */
const stacks = [
  stack({ place: '43000', districts: ['80004', '80008', '80009', 'L1702'].map((code) => ({ type: '63', code })) }),
  stack({ place: '43000' }),
  stack({ districts: [{ type: '63', code: '80008' }] }),
  stack({ county: '999', isStateTaxed: false }),
];
const rows = [
  aZipRow('55401', 0),
  aStreetRow('55401', 'MARQUETTE', 1, { suffix: 'AVE' }),
  aZip4Row('55401', ['1200', '1299'], 2),
  aZip4Row('55401', ['1300', '1399'], 3),
  aZipRow('55402', 1, { validThrough: '2026-06-30' }),
];

const asked: BoundaryQuery[] = [];
let app: TestApp;
let customerId: string;
let rateBooks: RateBookStore;
let provider: ReturnType<typeof createRateBookProvider>;

beforeAll(async () => {
  const store = await openOwnStore();
  rateBooks = {
    ...store.stores.rateBooks,
    findBoundaries: (layerId, query) => {
      asked.push(query);
      return store.stores.rateBooks.findBoundaries(layerId, query);
    },
  };
  provider = createRateBookProvider(reference, { rateBooks, log: pino({ level: 'silent' }) });
  const layer = aBoundariesLayer({ rowCount: rows.length, stacks });
  const draft = await rateBooks.beginImport();
  await draft.addBoundaries(layer.layerId, rows);
  await draft.commit({ layers: [layer], note: 'Boundaries', at: new Date() });
  await rateBooks.activate(1, new Date());
  await provider.refresh();
  app = await startApp({ store, rateBook: provider });
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterAll(() => app.store.close());
beforeEach(() => void asked.splice(0));

type Answer = {
  salesTax: { rate: number };
  shippingAddress: { matchedAddressData: { precision: string } };
  items: { taxLines: { jurisdiction: { id: string } }[] }[];
  notices: { code: string; pointer: string; message: string }[];
};

async function calculate(address: object, more: object = {}) {
  const body = anInvoiceBody(customerId, { shippingAddress: { ...minneapolis, ...address }, ...more });
  const response = await app.send('POST', '/v1/transactions/calculate', body);
  expect(response.status).toBe(200);
  const { salesTax, shippingAddress, notices } = await bodyOf<Answer>(response);
  return { rate: salesTax.rate, precision: shippingAddress.matchedAddressData.precision, notices };
}

describe('an address within imported boundaries', () => {
  it('has the jurisdictions of its house', async () => {
    const street = '250 Marquette Avenue, Suite 500';
    // 6.875 % of the state, 0.15 % of the county, 0.5 % of the city.
    expect(await calculate({ street })).toEqual({ rate: 0.07525, precision: 'ROOFTOP', notices: [] });
    expect(asked).toEqual([{ zip: '55401', plus4: null, streets: ['MARQUETTE', 'MARQUETTE AVENUE'] }]);
  });

  it.each(['55401-1234', '554011234', '55401 1234'])('has those of its ZIP+4: %s', async (zip) => {
    // 6.875 % of the state, 0.15 % of the county, 0.75 % of the transportation district.
    const found = await calculate({ zip, street: '9 Nowhere Rd' });
    expect(found).toEqual({ rate: 0.07775, precision: 'ZIP9', notices: [] });
  });

  it('is not taxed where the state does not tax', async () => {
    expect(await calculate({ zip: '55401-1300', street: '9 Nowhere Rd' })).toMatchObject({
      rate: 0,
      precision: 'ZIP9',
    });
  });

  it('has those of its ZIP code if nothing more is known, with a notice', async () => {
    const found = await calculate({ street: '9 Nowhere Rd' });
    expect(found).toMatchObject({ rate: 0.09025, precision: 'ZIP5' });
    expect(found.notices).toMatchObject([
      { code: 'PLACED_BY_ZIP_CODE', pointer: '/shippingAddress/zip', message: expect.stringContaining('house number') },
    ]);
  });

  it('is found without them if they lack its ZIP code on that date, with a notice', async () => {
    const zip = '55402';
    const june = { createdDate: '2026-06-30', updatedDate: '2026-06-30' };
    const july = { createdDate: '2026-07-01', updatedDate: '2026-07-01' };
    expect(await calculate({ zip }, { externalTimestamps: june })).toMatchObject({ rate: 0.07525, precision: 'ZIP5' });
    const without = await calculate({ zip }, { externalTimestamps: july });
    expect(without).toMatchObject({ rate: 0.09025, precision: 'CITY' });
    expect(without.notices).toMatchObject([{ code: 'NOT_WITHIN_BOUNDARIES', pointer: '/shippingAddress/zip' }]);
  });
});

describe('the store', () => {
  it('is queried once for an address, which is then cached', async () => {
    const street = '77 Hennepin Ave';
    await calculate({ street });
    await calculate({ street });
    expect(asked).toHaveLength(1);
  });

  it('is not queried without boundaries or a ZIP code', async () => {
    const milwaukee = { city: 'Milwaukee', state: 'WI', zip: '53202', street: '1 Main St' };
    expect(await calculate(milwaukee)).toMatchObject({ precision: 'CITY' });
    await calculate({ zip: undefined, street: undefined, isPartial: true });
    await calculate({ country: 'DE', state: undefined, zip: '10115', city: 'Berlin' });
    expect(asked).toEqual([]);
  });

  it('is also queried for the ship-from address', async () => {
    const shipFromAddress = { ...minneapolis, street: '1 Elm St' };
    await calculate({ street: '2 Elm St' }, { shipFromAddress });
    expect(asked.map(({ streets }) => streets)).toEqual([['ELM', 'ELM ST']]);
    await calculate({ street: '2 Oak St' }, { shipFromAddress: { ...shipFromAddress, street: '1 Birch St' } });
    expect(asked.map(({ streets }) => streets[0])).toEqual(['ELM', 'OAK', 'BIRCH']);
  });
});

it('answers a slow boundary query even if others fill the cache in the meantime', async () => {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  const slow = { zip: '55401', plus4: null, streets: [] };
  const long = Array.from({ length: 30_000 }, () => aZipRow('55402', 1));
  const { findBoundaries } = await fetchVersion(
    {
      ...rateBooks,
      findBoundaries: async (_layerId, { zip }) => {
        if (zip !== slow.zip) return long;
        await promise;
        return rows.slice(0, 1);
      },
    },
    0,
  );
  const asking = findBoundaries({ layerId: 'MN', query: slow });
  for (const zip of ['55402', '55403']) {
    expect(await findBoundaries({ layerId: 'MN', query: { ...slow, zip } })).toHaveLength(30_000);
  }
  resolve();
  expect(await asking).toEqual(rows.slice(0, 1));
});
