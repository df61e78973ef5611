import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateLayer } from '../../../src/domain/rate-book/rate-layer.ts';
import { createRateBookProvider } from '../../../src/rates/versions/rate-book-provider.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';
import { aBoundariesLayer, aCorrection, aCorrectionsLayer, aZipRow } from '../../support/rate-layers.ts';
import { openOwnStore } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = any;

/** From 2026-07-01, ZIP code 55401 belongs to a new city, whose 2% replaces Minneapolis' 0.5%. */
const corrections = aCorrectionsLayer({
  rows: [aCorrection({ jurisdictionId: 'MN-X1', name: 'Mill City', rate: '0.02', zips: ['55401'] })],
});
const boundaries = aBoundariesLayer({
  rowCount: 1,
  stacks: [{ isStateTaxed: true, county: '053', place: '43000', districts: [{ type: '63', code: '80004' }] }],
});

let app: TestApp;
let customerId: string;
let today = '2026-06-30';

async function start(...layers: RateLayer[]): Promise<void> {
  const store = await openOwnStore();
  const { rateBooks } = store.stores;
  const provider = createRateBookProvider(reference, { rateBooks, log: pino({ level: 'silent' }) });
  const draft = await rateBooks.beginImport();
  for (const { kind, layerId } of layers) {
    if (kind === 'BOUNDARIES') await draft.addBoundaries(layerId, [aZipRow('55401', 0)]);
  }
  await draft.commit({ layers, note: 'Layers', at: new Date() });
  await rateBooks.activate(1, new Date());
  await provider.refresh();
  app = await startApp({ store, rateBook: provider, now: () => new Date(`${today}T12:00:00Z`) });
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Body>(app.send('PUT', path, aCustomerBody()))).serviceId;
}

async function taxOn(day: string): Promise<[number, number]> {
  const at = `${day}T10:00:00-05:00`;
  const body = anInvoiceBody(customerId, {
    externalId: day,
    items: [anItemBody({ unitPrice: 100, quantity: 1 })],
    shippingAddress: { ...minneapolis, city: 'Mill City' },
    externalTimestamps: { createdDate: at, updatedDate: at },
  });
  const { salesTax } = await bodyOf<Body>(app.send('PUT', `/v1/transactions/source/9/externalId/${day}`, body));
  return [salesTax.amount, salesTax.taxRate];
}

const address = 'country=US&state=MN&zip=55401&isPartial=true';

async function lookedUpOn(day: string): Promise<[number, string[]]> {
  const found = await bodyOf<Body>(app.send('GET', `/v1/sales_tax_rates?${address}&asOf=${day}`));
  return [
    found.salesTaxRates.taxRate,
    found.jurisdictions.map(({ jurisdiction }: Body) => jurisdiction.jurisdictionId),
  ];
}

async function cityOn(day: string): Promise<string> {
  today = day;
  const { matchedAddresses } = await bodyOf<Body>(app.send('GET', `/v1/addresses/validate?${address}`));
  return matchedAddresses[0].address.city;
}

describe('a ZIP code with a new city, by the ZIP codes of the rate book', () => {
  beforeAll(() => start(corrections));
  afterAll(() => app.store.close());

  it('is taxed in the old city up to the day before, and in the new one from that day', async () => {
    expect(await taxOn('2026-06-30')).toEqual([9.03, 0.09025]);
    expect(await taxOn('2026-07-01')).toEqual([10.53, 0.10525]);
  });

  it('has the same dates in rate lookups', async () => {
    const districts = ['MN-D80004', 'MN-D80008', 'MN-D80009'];
    expect(await lookedUpOn('2026-06-30')).toEqual([0.09025, ['MN', 'MN-C053', 'MN-M43000', ...districts]]);
    expect(await lookedUpOn('2026-07-01')).toEqual([0.10525, ['MN', 'MN-C053', 'MN-X1', ...districts]]);
  });

  it('has the same dates in address validation', async () => {
    expect(await cityOn('2026-06-30')).toBe('Minneapolis');
    expect(await cityOn('2026-07-01')).toBe('Mill City');
  });
});

describe('a ZIP code with a new city, within boundaries', () => {
  beforeAll(() => start(boundaries, corrections));
  afterAll(() => app.store.close());

  it('is taxed in the old city up to the day before, and in the new one from that day', async () => {
    expect(await taxOn('2026-06-30')).toEqual([8.03, 0.08025]);
    expect(await taxOn('2026-07-01')).toEqual([9.53, 0.09525]);
  });

  it('has the same dates in rate lookups', async () => {
    expect(await lookedUpOn('2026-06-30')).toEqual([0.08025, ['MN', 'MN-C053', 'MN-M43000', 'MN-D80004']]);
    expect(await lookedUpOn('2026-07-01')).toEqual([0.09525, ['MN', 'MN-C053', 'MN-X1', 'MN-D80004']]);
  });

  it('has the same dates in address validation', async () => {
    expect(await cityOn('2026-06-30')).toBe('Minneapolis');
    expect(await cityOn('2026-07-01')).toBe('Mill City');
  });
});
