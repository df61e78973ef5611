import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { RateLayer } from '../../../src/domain/rate-book/rate-layer.ts';
import type { RateBookStore } from '../../../src/ports/stores/rate-book-store.ts';
import { createRateBookProvider } from '../../../src/rates/versions/rate-book-provider.ts';
import { bodyOf, startApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';
import { aCorrection, aCorrectionsLayer, aStateRatesLayer } from '../../support/rate-layers.ts';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

const at = new Date('2026-11-21T10:00:00Z');
const correction = (rate: string) => aCorrectionsLayer({ rows: [aCorrection({ rate, validFrom: '2026-01-01' })] });

let store: TestStore;
let books: RateBookStore;
beforeEach(async () => {
  store = await openOwnStore();
  books = store.stores.rateBooks;
});
afterEach(() => store.close());

async function importLayers(...layers: RateLayer[]): Promise<number> {
  const draft = await books.beginImport();
  return (await draft.commit({ layers, note: 'Test', at })).number;
}

function aProvider(rateBooks = books) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const provider = createRateBookProvider(reference, { rateBooks, log });
  onTestFinished(() => provider.stop());
  return { provider, lines };
}

describe('the rate book in force', () => {
  it('is the bundled one until a version is activated, and again after a rollback', async () => {
    const { provider } = aProvider();
    await importLayers(correction('0.01'));
    await provider.refresh();
    expect(provider.current()).toBe(reference);
    await books.activate(1, at);
    await provider.refresh();
    const first = provider.current();
    expect(first.version).toBe(`${reference.version}+1`);
    await provider.refresh();
    expect(provider.current()).toBe(first);
    await books.activate(0, at);
    await provider.refresh();
    expect(provider.current().version).toBe(reference.version);
  });

  it('follows an activation on another machine', async () => {
    const { provider } = aProvider();
    provider.start();
    await importLayers(correction('0.01'));
    await books.activate(1, at);
    await expect.poll(() => provider.current().version, { timeout: 10_000 }).toBe(`${reference.version}+1`);
  });

  it('remains unchanged if a version does not match this release, and reports it', async () => {
    const { provider, lines } = aProvider();
    await importLayers(correction('0.01'));
    await books.activate(1, at);
    await provider.refresh();
    await importLayers(aStateRatesLayer({ layerId: 'strange', jurisdictions: [] }));
    await books.activate(2, at);
    await provider.refresh();
    await provider.refresh();
    expect(provider.current().version).toBe(`${reference.version}+1`);
    expect(provider.refusal()).toBe(
      'Version 2 of the rate book was activated but does not match this release: strange: Expected exactly one row for the state itself.',
    );
    expect(lines.filter((line) => line.includes('rate book refused'))).toHaveLength(1);
    const app = await startApp({ store, rateBook: provider });
    expect(await bodyOf(app.fetch('/health/ready'))).toEqual({
      status: 'ready',
      rateBookVersion: `${reference.version}+1`,
      rateBookFault: provider.refusal(),
    });
    await books.activate(1, at);
    await provider.refresh();
    expect(provider.refusal()).toBeNull();
  });

  it('survives a store that is unavailable for a while', async () => {
    let isDown = false;
    const { provider, lines } = aProvider({
      ...books,
      listActivations: (limit) => (isDown ? Promise.reject(new Error('gone')) : books.listActivations(limit)),
    });
    await importLayers(correction('0.01'));
    isDown = true;
    provider.start();
    await expect.poll(() => lines.join(), { timeout: 10_000 }).toContain('the active rate book cannot be read');
    await books.activate(1, at);
    isDown = false;
    await expect.poll(() => provider.current().version, { timeout: 10_000 }).toBe(`${reference.version}+1`);
  });
});

type Document = {
  rateBookVersion: string;
  salesTax: { amount: number };
  internalTimestamps: { updatedDate: string };
};

describe('documents', () => {
  it('are calculated with the rate book in force, and keep its version', async () => {
    const { provider } = aProvider();
    const app = await startApp({ store, rateBook: provider });
    const customerPath = '/v1/customers/source/9/externalId/c-1';
    const { serviceId } = await bodyOf<{ serviceId: string }>(app.send('PUT', customerPath, aCustomerBody()));
    const put = async (externalId: string, more = {}) => {
      const path = `/v1/transactions/source/9/externalId/${externalId}`;
      const items = [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }];
      const response = await app.send('PUT', path, anInvoiceBody(serviceId, { externalId, items, ...more }));
      expect([200, 201]).toContain(response.status);
      return bodyOf<Document>(response);
    };
    const activate = async (number: number) => {
      await books.activate(number, at);
      await provider.refresh();
    };

    const old = await put('old');
    // 6.875 % of the state, 0.15 % of the county, 0.5 % of the city, 1.5 % of districts.
    expect(old).toMatchObject({ rateBookVersion: reference.version, salesTax: { amount: 9.03 } });

    await importLayers(correction('0.01'));
    await activate(1);
    expect(await put('new')).toMatchObject({
      rateBookVersion: `${reference.version}+1`,
      salesTax: { amount: 9.53 },
    });
    expect(await put('old')).toEqual(old);
    const renamed = await put('old', { documentName: 'Named later' });
    expect(renamed).toMatchObject({ rateBookVersion: reference.version, salesTax: { amount: 9.03 } });

    await activate(0);
    expect(await put('after')).toMatchObject({ rateBookVersion: reference.version, salesTax: { amount: 9.03 } });
    expect(await put('new')).toMatchObject({ rateBookVersion: `${reference.version}+1`, salesTax: { amount: 9.53 } });
  });
});
