import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledBook, bookDigest, bookText } from '../../../src/rates/book/files/book-files.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { reference } from '../../support/context.ts';
import { examples } from '../../support/examples.ts';
import { bookWith, compressed } from '../../support/rate-books.ts';
import { type Json, kinds, minneapolis, plain, replayedDocuments } from './replayed-documents.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { ok, storeKind, account, replayed } = replayedDocuments(() => app);

describe('with everything as it was', () => {
  const stored = new Map<string, Json>();

  beforeAll(async () => {
    const rate = { toCurrency: 'JPY', publishedOn: '2026-07-01', source: 'ECB' };
    await ok('POST', '/v1/exchange_rates/batch', { rates: [{ fromCurrency: 'EUR', rate: 169.21, ...rate }] });
    for (const name of Object.keys(kinds)) stored.set(name, await storeKind(name));
    // Everything changes afterwards.
    await account({
      ...plain,
      collectionPolicy: 'WHERE_REGISTERED',
      roundingLevel: 'DOCUMENT',
      deliveryFees: 'REPORT',
      homeAddress: { country: 'US', state: 'CA', city: null, zip: null },
    });
    await ok('POST', '/v1/exchange_rates/batch', { rates: [{ fromCurrency: 'EUR', rate: 150, ...rate }] });
    for (const { serviceId } of await ok('GET', '/v1/exemptions')) {
      await ok('PATCH', `/v1/exemptions/serviceId/${serviceId}`, { exemptionStatus: 'CANCELLED' });
    }
    for (const { serviceId } of await ok('GET', '/v1/customers')) {
      await ok('PATCH', `/v1/customers/serviceId/${serviceId}`, { customerType: 'RETAIL_EXEMPT', address: null });
      await ok('POST', `/v1/customers/serviceId/${serviceId}/erase`, { reason: 'Asked' });
    }
  });

  it.each(Object.keys(kinds))('gives every figure of %s again', async (name) => {
    const { externalId, serviceId, salesTax, rateBookVersion } = stored.get(name);
    const replay = await replayed(externalId);
    expect(replay).toMatchObject({
      serviceId,
      reproduces: true,
      taxAmount: salesTax.amount,
      taxDifference: 0,
      changes: [],
      calculatedWith: {
        rateBookVersion,
        rateBookDigest: reference.digest,
        engineVersion: expect.stringMatching(/^\d/),
      },
    });
    expect(replay.calculatedWith.inputDigest).toMatch(/^[\w-]{43}$/);
  });

  it('gives those of any document', { timeout: 120_000 }, async () => {
    await account(plain);
    const price = fc.integer({ min: -50_000, max: 900_000 }).map((cents) => cents / 100);
    const item = fc.record({
      name: fc.constantFrom('A', 'B'),
      taxCode: fc.constantFrom('C1S1', 'C1S2', 'C3S1', 'C2S1', 'X'),
      unitPrice: price,
      quantity: fc.constantFrom(1, 2, 0.5, 7),
    });
    const document = fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 6 }),
      isTaxInclusive: fc.boolean(),
      transactionLevelDiscount: fc.constantFrom(null, 0.07, 1),
      shippingFee: fc.constantFrom(null, { taxCode: 'C6S1', totalPrice: 9.99 }),
      currency: fc.constantFrom('USD', 'JPY', 'BHD'),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(kinds)), document, async (name, sent) => {
        // A discount on a document requires a line to subtract it from.
        fc.pre(sent.transactionLevelDiscount === null || sent.items.some(({ unitPrice }) => unitPrice > 0));
        const { externalId, salesTax } = await storeKind(name, sent);
        await account(plain);
        expect(await replayed(externalId)).toMatchObject({ reproduces: true, taxAmount: salesTax.amount, changes: [] });
        // A cancelled document stays as it is.
        if (name === 'a cancelled invoice') return;
        const current = await replayed(externalId, 'CURRENT');
        const fresh = await ok('POST', `/v1/transactions/source/9/externalId/${externalId}/recalculate`, {
          reason: 'Today',
        });
        const taxDifference = Math.round((fresh.salesTax.amount - salesTax.amount) * 1000) / 1000;
        expect(current).toMatchObject({ taxAmount: fresh.salesTax.amount, taxDifference });
        // Changes of figures other than the tax may also be explained.
        if (taxDifference !== 0) expect(current.changes).not.toEqual([]);
      }),
      { numRuns: examples(25) },
    );
  });
});

describe('a scenario', () => {
  it('calculates with another rate book', async () => {
    const older = bookWith('2026.06.05-1', 'us/MN.json', (text) => text.replaceAll('0.06875', '0.065'));
    await archive('2026.06.05-1', older);
    const quote = {
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
      shippingAddress: minneapolis,
      taxDate: '2026-07-01',
    };
    const scenario = { label: 'Before', rateBookVersion: '2026.06.05-1' };
    const body = { base: { quote }, scenarios: [scenario] };
    const { scenarios } = await ok('POST', '/v1/transactions/compare', body);
    expect(scenarios[0]).toMatchObject({
      taxAmount: 8.65,
      taxDifference: -0.38,
      departsAt: { kind: 'JURISDICTION_FOUND' },
    });
    const unknown = { base: { quote }, scenarios: [scenario, { label: 'Unknown', rateBookVersion: '1' }] };
    const response = await app.send('POST', '/v1/transactions/compare', unknown);
    expect(response.status).toBe(400);
    expect((await bodyOf<Json>(response)).errors).toMatchObject([{ pointer: '/scenarios/1/rateBookVersion' }]);
  });
});

async function archive(version: string, book: BundledBook): Promise<void> {
  const content = compressed(bookText(book));
  await app.stores.rateBooks.archive({ version, digest: bookDigest(book), content }, new Date());
}
