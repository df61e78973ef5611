import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRateBookProvider } from '../../../src/rates/versions/rate-book-provider.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { reference } from '../../support/context.ts';
import { aBoundariesLayer, aZip4Row, aZipRow } from '../../support/rate-layers.ts';
import { openOwnStore } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = any;

const county = { isStateTaxed: true, county: '053', place: null, districts: [] };
const stacks = [
  { ...county, place: '43000', districts: [{ type: '63', code: '80004' }] },
  { ...county, districts: [{ type: '63', code: '80008' }] },
];
const rows = [aZipRow('55401', 0), aZip4Row('55401', ['1200', '1299'], 1)];

let app: TestApp;
beforeAll(async () => {
  const store = await openOwnStore();
  const { rateBooks } = store.stores;
  const provider = createRateBookProvider(reference, { rateBooks, log: pino({ level: 'silent' }) });
  const layer = aBoundariesLayer({ rowCount: rows.length, stacks });
  const draft = await rateBooks.beginImport();
  await draft.addBoundaries(layer.layerId, rows);
  await draft.commit({ layers: [layer], note: 'Boundaries', at: new Date() });
  await rateBooks.activate(1, new Date());
  await provider.refresh();
  app = await startApp({ store, rateBook: provider, now: () => new Date('2026-07-01T12:00:00Z') });
});
afterAll(() => app.store.close());

const read = async (path: string): Promise<Body> => bodyOf<Body>(app.send('GET', path));
const address = (zip: string) => `country=US&state=MN&zip=${zip}&city=Minneapolis&isPartial=false`;

it('the rates of a ZIP+4 code follow its boundaries', async () => {
  const wide = await read(`/v1/sales_tax_rates?${address('55401')}`);
  expect(wide.jurisdictions.map(({ jurisdiction }: Body) => jurisdiction.jurisdictionId)).toEqual([
    'MN',
    'MN-C053',
    'MN-M43000',
    'MN-D80004',
  ]);
  const exact = await read(`/v1/sales_tax_rates?${address('55401-1250')}`);
  expect(exact.jurisdictions.map(({ jurisdiction }: Body) => jurisdiction.jurisdictionId)).toEqual([
    'MN',
    'MN-C053',
    'MN-D80008',
  ]);
  expect(exact.matchedAddressData.precision).toBe('ZIP9');
  expect(exact.salesTaxRates.taxRate).toBe(0.07775);
});

it('the candidates for an address follow the boundaries, each once', async () => {
  const { matchedAddresses } = await read(`/v1/addresses/validate?${address('55401-1250')}`);
  expect(matchedAddresses[0].precision).toBe('ZIP9');
  const texts = matchedAddresses.map(({ address: place, notices }: Body) => JSON.stringify([place, notices]));
  expect(new Set(texts).size).toBe(texts.length);
});

it('capabilities name the active version and its base', async () => {
  const { rateBook } = await read('/v1/capabilities');
  expect(rateBook).toMatchObject({ version: '2026.11.27-1+1', bundledVersion: '2026.11.27-1' });
});
