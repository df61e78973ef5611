import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReferenceData } from '../../../src/ports/reference-data.ts';
import type { TransactionStore } from '../../../src/ports/stores/transaction-store.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { loadReferenceData } from '../../../src/rates/book/bundled.ts';
import { type BundledBook, bookDigest, bookText } from '../../../src/rates/book/files/book-files.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { reference } from '../../support/context.ts';
import { bookWith, compressed } from '../../support/rate-books.ts';
import { aCorrectionsLayer } from '../../support/rate-layers.ts';
import { replacedStores } from '../../support/replaced-stores.ts';
import { coat, dates, type Json, lamp, minneapolis, plain, replayedDocuments } from './replayed-documents.ts';

const bookOf = (archived: BundledBook): ReferenceData =>
  loadReferenceData({ number: 0, layers: [], findBoundaries: async () => [], archived });

let app: TestApp;
let inForce = reference;
beforeAll(async () => {
  app = await startApp({ rateBook: { current: () => inForce, refusal: () => null } });
});
afterAll(() => app.close());

const { ok, aCustomer, store, storeKind, account, replayed } = replayedDocuments(() => app);

describe('with everything as it was', () => {
  // The others are in the long tests.
  const some = [
    'a US stack',
    'a certificate',
    'a reverse charge',
    'another currency',
    'rounding by law',
    'attributes of items',
  ] as const;
  const stored = new Map<string, Json>();

  beforeAll(async () => {
    const rate = { toCurrency: 'JPY', publishedOn: '2026-07-01', source: 'ECB' };
    await ok('POST', '/v1/exchange_rates/batch', { rates: [{ fromCurrency: 'EUR', rate: 169.21, ...rate }] });
    for (const name of some) stored.set(name, await storeKind(name));
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

  it.each(some)('gives every figure of %s again', async (name) => {
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

  it('gives those of refunds, which take them from their invoice', async () => {
    await account({ ...plain, reportingCurrency: 'EUR' });
    const { externalId, customerId } = await store();
    const part = { transactionType: 'REFUND', createdFrom: externalId, customerId };
    const first = await store({ ...part, items: [{ ...lamp, quantity: 1, discount: 0 }], shippingFee: null });
    const rest = await store({ ...part, items: [{ ...lamp, quantity: 2 }, coat], shippingFee: null });
    const alone = await store({ ...part, createdFrom: 'Unknown' });
    await account(plain);
    for (const refund of [first, rest, alone]) {
      expect(refund.salesTax.amount).toBeGreaterThan(0);
      for (const rateBook of ['ORIGINAL', 'CURRENT']) {
        const { reproduces, taxAmount } = await replayed(refund.externalId, rateBook);
        expect([reproduces, taxAmount]).toEqual([true, refund.salesTax.amount]);
      }
    }
  });

  it('gives those of documents of a batch, and of documents that were changed', async () => {
    const customerId = await aCustomer();
    const row = (externalId: string) => ({
      source: '9',
      externalId,
      customerId,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps: dates,
      items: [lamp],
      shippingAddress: minneapolis,
    });
    await ok('POST', '/v1/transactions/batch', { transactions: [row('B-1'), row('B-2')] });
    await ok('PUT', '/v1/transactions/source/9/externalId/B-2', { ...row('B-2'), items: [lamp, coat, lamp] });
    await ok('PUT', '/v1/transactions/source/9/externalId/B-2', {
      ...row('B-2'),
      items: [lamp, coat, lamp],
      documentName: 'Other',
    });
    for (const externalId of ['B-1', 'B-2'])
      expect(await replayed(externalId)).toMatchObject({ reproduces: true, changes: [] });
  });
});

describe('with something that changed', () => {
  const cause = async (externalId: string, rateBook = 'CURRENT') => {
    const { reproduces, changes } = await replayed(externalId, rateBook);
    expect(reproduces).toBe(false);
    return changes;
  };

  beforeAll(() => account(plain));

  it('names the rate', async () => {
    const older = bookWith('2026.06.01-1', 'us/MN.json', (text) => text.replaceAll('0.06875', '0.065'));
    await archive('2026.06.01-1', older);
    inForce = bookOf(older);
    const { externalId, salesTax } = await store();
    expect(await replayed(externalId)).toMatchObject({ reproduces: true });
    inForce = reference;
    expect(await replayed(externalId)).toMatchObject({
      reproduces: true,
      taxAmount: salesTax.amount,
      rateBookVersion: '2026.06.01-1',
    });
    for (const rateBook of ['CURRENT', reference.version]) {
      const changes = await cause(externalId, rateBook);
      expect(changes).toMatchObject([
        {
          cause: 'RATE_CHANGED',
          message: 'Minnesota: the rate was 6.5 %, and the rate is now 6.875 %.',
          pointer: '/items/0',
          jurisdiction: { name: 'Minnesota' },
          before: '0.065',
          after: '0.06875',
        },
      ]);
      expect(changes[0].sources.length).toBeGreaterThan(0);
    }
    const again = await store();
    expect(await cause(again.externalId, '2026.06.01-1')).toMatchObject([{ before: '0.06875', after: '0.065' }]);
  });

  it('names the rule', async () => {
    const older = bookWith('2026.06.03-1', 'us/MN.json', taxedClothing);
    await archive('2026.06.03-1', older);
    const { externalId } = await store();
    expect(await cause(externalId, '2026.06.03-1')).toMatchObject([
      { cause: 'RULE_CHANGED', pointer: '/items/1', jurisdiction: { name: 'Minnesota' } },
    ]);
  });

  it('names the rate that was imported over the rate book, and finds its version', async () => {
    const { externalId, rateBookVersion } = await store({ items: [lamp], shippingFee: null });
    const draft = await app.stores.rateBooks.beginImport();
    const row = { ...minnesota, rate: '0.07', validFrom: '2026-06-01', source: 'Minn. Stat. 297A.62' };
    const layers = [aCorrectionsLayer({ rows: [row] })];
    const { number } = await draft.commit({ layers, note: 'A correction', at: new Date() });
    const version = `${rateBookVersion}+${number}`;
    expect(await replayed(externalId, version)).toMatchObject({
      rateBookVersion: version,
      taxDifference: 0.37,
      changes: [
        {
          cause: 'RATE_CHANGED',
          pointer: '/items/0',
          jurisdiction: { name: 'Minnesota' },
          before: '0.06875',
          after: '0.07',
          sources: [{ title: expect.stringContaining('297A.62') }],
        },
      ],
    });
  });

  it('names the certificate', async () => {
    const customerId = await aCustomer();
    const { externalId } = await store({ customerId });
    const exemption = { customerId, exemptionType: 'FULLY', certificate: { certificateId: 'ST3-7' } };
    await ok('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] });
    const [first] = await cause(externalId);
    expect(first).toMatchObject({ cause: 'CERTIFICATE_CHANGED', pointer: '/items/0', after: 'ST3-7' });
  });

  it('names the customer', async () => {
    const customerId = await aCustomer();
    const { externalId } = await store({ customerId });
    await ok('PATCH', `/v1/customers/serviceId/${customerId}`, { customerType: 'RETAIL_EXEMPT' });
    expect(await cause(externalId)).toMatchObject([
      { cause: 'CUSTOMER_CHANGED', pointer: '/customer/customerType', before: 'RETAIL', after: 'RETAIL_EXEMPT' },
    ]);
  });

  it.each([
    ['roundingLevel', 'LINE', 'DOCUMENT'],
    ['collectionPolicy', 'EVERYWHERE', 'WHERE_REGISTERED'],
  ])('names the setting %s', async (name, before, after) => {
    const { externalId } = await store({
      items: [
        { ...lamp, unitPrice: 1.02, quantity: 1, discount: 0 },
        { ...lamp, unitPrice: 1.02, quantity: 1, discount: 0 },
        { ...lamp, unitPrice: 1.02, quantity: 1, discount: 0 },
      ],
      shippingFee: null,
    });
    await account({ [name]: after });
    const changes = await cause(externalId);
    await account(plain);
    expect(changes).toMatchObject([{ cause: 'SETTINGS_CHANGED', pointer: `/account/${name}`, before, after }]);
  });

  it('names a registration', async () => {
    await account({ collectionPolicy: 'WHERE_REGISTERED' });
    const { externalId } = await store();
    const registrations = [{ validFrom: '2026-01-01', number: 'MN-1' }];
    await ok('PUT', '/v1/nexus/place/US-MN', { physicalNexus: [], economicNexus: [], registrations });
    const changes = await cause(externalId);
    await account(plain);
    expect(changes).toMatchObject([{ cause: 'SETTINGS_CHANGED', pointer: '/nexus' }]);
  });

  it('names the exchange rate', async () => {
    await account({ reportingCurrency: 'GBP' });
    const rate = { fromCurrency: 'USD', toCurrency: 'GBP', publishedOn: '2026-07-01', source: 'Bank of England' };
    await ok('POST', '/v1/exchange_rates/batch', { rates: [{ ...rate, rate: 0.74 }] });
    const { externalId } = await store();
    await ok('POST', '/v1/exchange_rates/batch', { rates: [{ ...rate, rate: 0.75 }] });
    const changes = await cause(externalId);
    await account(plain);
    expect(changes).toMatchObject([
      {
        cause: 'EXCHANGE_RATE_CHANGED',
        pointer: '/exchangeRate/rate',
        before: '0.74',
        after: '0.75',
        sources: [{ title: 'Bank of England' }],
      },
    ]);
  });

  it('names the release, where the document is from another', async () => {
    const { externalId, serviceId } = await store();
    await alter(serviceId, '"engineVersion":"', '"engineVersion":"0.0.9-');
    expect(await replayed(externalId)).toMatchObject({
      reproduces: true,
      calculatedWith: { engineVersion: expect.stringMatching(/^0\.0\.9-/) },
    });
    await alterTax(serviceId);
    expect(await cause(externalId, 'ORIGINAL')).toMatchObject([
      {
        cause: 'ENGINE_CHANGED',
        pointer: '/items/0',
        before: expect.stringMatching(/^0\.0\.9-/),
        after: expect.any(String),
      },
    ]);
  });

  it('does not hide that a refund was altered', async () => {
    const { externalId, customerId } = await store();
    const refund = { transactionType: 'REFUND', createdFrom: externalId, customerId };
    const altered = await store({ ...refund, items: [{ ...lamp, quantity: 1, discount: 0 }], shippingFee: null });
    await alterTax(altered.serviceId);
    expect(await cause(altered.externalId, 'ORIGINAL')).toMatchObject([{ cause: 'UNEXPLAINED' }]);
  });

  it('does not hide that figures were altered', async () => {
    const { externalId, serviceId } = await store();
    await alterTax(serviceId);
    expect(await cause(externalId, 'ORIGINAL')).toMatchObject([{ cause: 'UNEXPLAINED', pointer: '/items/0' }]);
  });

  it('reports that the rate book is not kept, and uses the frozen facts', async () => {
    const { externalId, serviceId, salesTax } = await store();
    await app.store.database.prisma.$executeRaw`
      UPDATE transactions SET rate_book_version = '2020.01.01-1' WHERE service_id = ${serviceId}::uuid`;
    expect(await replayed(externalId)).toMatchObject({
      reproduces: true,
      taxAmount: salesTax.amount,
      changes: [{ cause: 'BOOK_NOT_KEPT', pointer: '/rateBookVersion', before: '2020.01.01-1' }],
    });
    await alterTax(serviceId);
    const { reproduces, changes } = await replayed(externalId);
    expect([reproduces, changes.map((one: Json) => one.cause)]).toEqual([false, ['BOOK_NOT_KEPT', 'UNEXPLAINED']]);
  });

  it('says that another book has the same name', async () => {
    const { externalId, serviceId } = await store();
    await alter(serviceId, `"bookDigest":"${reference.digest}"`, `"bookDigest":"${'x'.repeat(43)}"`);
    expect((await replayed(externalId)).changes).toMatchObject([{ cause: 'BOOK_NOT_KEPT' }]);
  });

  it('says that a document of an older release kept no settings', async () => {
    await account({ roundingLevel: 'LINE', collectionPolicy: 'EVERYWHERE' });
    const { externalId, serviceId } = await store();
    await app.store.database.prisma.$executeRaw`
      UPDATE transactions SET snapshot = (snapshot::jsonb - 'basis')::json WHERE service_id = ${serviceId}::uuid`;
    const replay = await replayed(externalId);
    expect(replay).toMatchObject({ reproduces: true, changes: [] });
    expect(Object.keys(replay.calculatedWith).sort()).toEqual(['inputDigest', 'rateBookVersion']);
    await account({ collectionPolicy: 'WHERE_REGISTERED' });
    await ok('PUT', '/v1/nexus/place/US-MN', { physicalNexus: [], economicNexus: [], registrations: [] });
    expect(await cause(externalId, 'ORIGINAL')).toMatchObject([{ cause: 'FACTS_NOT_KEPT' }]);
    await account(plain);
  });
});

describe('a list of replays', () => {
  it('has the same record for each document, in every form', async () => {
    const customerId = await aCustomer();
    const stored = [];
    for (const _ of [1, 2, 3]) stored.push(await store({ customerId }));
    const filter = `customerId=${customerId}&rateBook=ORIGINAL`;
    const all = await ok('GET', `/v1/replays?${filter}`);
    expect(all.map((one: Json) => one.externalId)).toEqual(stored.map(({ externalId }) => externalId).reverse());
    expect(all[0]).toEqual(await replayed(stored[2].externalId));
    const page = await app.send('GET', `/v1/replays?${filter}&limit=2`);
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')![1]!;
    expect([...(await bodyOf<Json[]>(page)), ...(await ok('GET', next))]).toEqual(all);
    const lines = await (await app.send('GET', `/v1/replays?${filter}&format=jsonl`)).text();
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(all);
    const csv = await (await app.send('GET', `/v1/replays?${filter}&format=csv`)).text();
    expect(csv.trim().split('\r\n')).toHaveLength(4);
  });

  it('stops once its reader has left', async () => {
    const customerId = await aCustomer();
    const row = (index: number) => ({
      source: '8',
      externalId: `S-${index}`,
      customerId,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps: dates,
      items: [lamp],
      shippingAddress: minneapolis,
    });
    const transactions = Array.from({ length: 300 }, (_, index) => row(index));
    await ok('POST', '/v1/transactions/batch', { transactions });
    let pages = 0;
    const wrap = (stores: Stores): Stores => ({
      ...stores,
      forTenant(tenantId) {
        const records = stores.forTenant(tenantId);
        const listStored: TransactionStore['listStored'] = (...asked) => {
          pages += 1;
          return records.transactions.listStored(...asked);
        };
        return replacedStores(records, { transactions: { ...records.transactions, listStored } });
      },
    });
    const watched = await startApp({ store: app.store, tenant: app.tenant, wrap });
    const headers = { Authorization: `Bearer ${await watched.token()}`, Accept: 'application/x-ndjson' };
    const response = await watched.fetch('/v1/replays?source=8&rateBook=ORIGINAL', { headers });
    const reader = response.body!.getReader();
    const first = await reader.read();
    expect(new TextDecoder().decode(first.value)).toContain('"reproduces":true');
    await reader.cancel();
    const before = pages;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(pages).toBe(before);
    expect(pages).toBeLessThan(4); // Of 7.
  });

  it('is the same in GraphQL', async () => {
    const customerId = await aCustomer();
    const { externalId } = await store({ customerId });
    const query = `query ($by: TransactionBy!, $filter: TransactionFilter) {
      transaction(by: $by) { replay { reproduces taxAmount changes { cause } calculatedWith { rateBookVersion engineVersion } } }
      replays(rateBook: "ORIGINAL", filter: $filter) { totalCount nodes { externalId reproduces taxAmount changes { cause } calculatedWith { rateBookVersion engineVersion } } }
      transactions(filter: $filter) { nodes { replay(rateBook: "CURRENT") { reproduces } } } }`;
    const variables = { by: { key: { source: '9', externalId } }, filter: { customerId: { eq: customerId } } };
    const { data } = await ok('POST', '/graphql', { query, variables });
    expect(data.replays).toEqual({ totalCount: 1, nodes: [{ externalId, ...data.transaction.replay }] });
    expect(data.transaction.replay).toMatchObject({ reproduces: true, changes: [] });
    expect(data.transactions.nodes).toEqual([{ replay: { reproduces: true } }]);
  });

  it('refuses a rate book that is not kept, in both doors', async () => {
    const { externalId } = await store();
    for (const path of [`/v1/transactions/source/9/externalId/${externalId}/replay`, '/v1/replays']) {
      const response = await app.send('GET', `${path}?rateBook=2020.01.01-1`);
      expect(response.status).toBe(400);
      expect((await bodyOf<Json>(response)).errors).toMatchObject([{ parameter: 'rateBook', code: 'UNKNOWN_VALUE' }]);
    }
    const query = `{ transaction(by: {key: {source: "9", externalId: "${externalId}"}}) { replay(rateBook: "2020.01.01-1") { reproduces } } }`;
    const { errors } = await ok('POST', '/graphql', { query });
    expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await app.send('GET', '/v1/transactions/source/9/externalId/None/replay')).status).toBe(404);
  });
});

const minnesota = {
  country: 'US',
  subdivision: 'MN',
  level: 'STATE',
  jurisdictionId: 'MN',
  name: null,
  county: null,
  stacking: null,
  validThrough: null,
  zips: [],
} as const;

async function archive(version: string, book: BundledBook): Promise<void> {
  const content = compressed(bookText(book));
  await app.stores.rateBooks.archive({ version, digest: bookDigest(book), content }, new Date());
}

/** Minnesota with its row for clothing taxed like general goods. */
function taxedClothing(text: string): string {
  const file = JSON.parse(text);
  file.taxability.find((row: Json) => row.category === 'clothing').taxable = 'yes';
  return JSON.stringify(file);
}

async function alter(serviceId: string, from: string, to: string): Promise<void> {
  await app.store.database.prisma.$executeRaw`
    UPDATE transactions SET snapshot = replace(snapshot::text, ${from}, ${to})::json WHERE service_id = ${serviceId}::uuid`;
}

/** As by someone with access to the database. */
async function alterTax(serviceId: string): Promise<void> {
  await app.store.database.prisma.$executeRaw`
    UPDATE transactions SET document = jsonb_set(document::jsonb, '{items,0,taxAmount}', '"99"')::json
    WHERE service_id = ${serviceId}::uuid`;
}
