import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BundledBook } from '../../../src/rates/book/files/book-files.ts';
import { archiveBook } from '../../../src/rates/versions/archived-books.ts';
import { createKeptVersions } from '../../../src/rates/versions/kept-versions.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';
import { bookWith } from '../../support/rate-books.ts';
import { aCorrection, aCorrectionsLayer, aStateRatesLayer } from '../../support/rate-layers.ts';
import { bookWithMinneapolis } from '../../support/rate-releases.ts';
import { aTenant, openOwnStore } from '../../support/stores.ts';

const at = new Date('2026-11-21T10:00:00Z');
let now = at;
let app: TestApp;

beforeAll(async () => {
  const store = await openOwnStore();
  const { rateBooks } = store.stores;
  for (const rate of ['0.01', '0.012']) {
    const layers = [aCorrectionsLayer({ rows: [aCorrection({ rate, validFrom: '2026-12-01' })] })];
    await (await rateBooks.beginImport()).commit({ layers, note: 'Test', at });
  }
  await rateBooks.activate(1, at);
  app = await startApp({ store, now: () => now });
});
afterAll(() => app.store.close());

const read = async (path: string) => {
  const response = await app.send('GET', path);
  return { status: response.status, body: await response.json(), link: response.headers.get('link') };
};

describe('the versions of the rate book', () => {
  it('are those that were imported, and the data that ships with the product', async () => {
    const { body } = await read('/v1/rate_book_versions');
    const { bundledVersion } = reference;
    expect(body).toEqual([
      { number: 2, version: `${bundledVersion}+2`, createdAt: at.toISOString(), isInForce: false },
      {
        number: 1,
        version: `${bundledVersion}+1`,
        createdAt: at.toISOString(),
        activatedAt: at.toISOString(),
        isInForce: false,
      },
      { number: 0, version: bundledVersion, isInForce: true },
    ]);
  });

  it('differ by the imported rates, through both doors', async () => {
    const { body } = await read('/v1/rate_book_differences?fromVersion=0&toVersion=2');
    expect(body).toMatchObject([
      { kind: 'CHANGED', country: 'US', ratesAfter: expect.stringContaining('0.012 from 2026-12-01') },
    ]);
    const query = `{ rateBookDifferences(fromVersion: 1, toVersion: 2) { totalCount nodes { kind name ratesBefore ratesAfter } } }`;
    const answer = await app.send('POST', '/graphql', { query });
    const { data } = (await answer.json()) as { data: { rateBookDifferences: { nodes: Record<string, string>[] } } };
    expect(data.rateBookDifferences).toMatchObject({ totalCount: 1 });
    const [difference] = data.rateBookDifferences.nodes;
    expect([difference!.kind, difference!.ratesBefore]).toEqual([
      'CHANGED',
      expect.stringContaining('0.01 from 2026-12-01'),
    ]);
    expect((await read('/v1/rate_book_differences?fromVersion=2&toVersion=2')).body).toEqual([]);
  });

  it('are compared with any number of concurrent requests', async () => {
    const { differences } = createKeptVersions(app.stores.rateBooks, { current: () => reference, refusal: () => null });
    const pairs = [0, 1, 2].flatMap((from) => [0, 1, 2].map((to) => [from, to] as const));
    const found = await Promise.all(pairs.map(([from, to]) => differences(from, to)));
    expect(found.map(({ length }) => length)).toEqual([0, 1, 1, 1, 0, 1, 1, 1, 0]);
    let loads = 0;
    const onLoad = () => {
      loads += 1;
    };
    // Only the newest comparisons are kept.
    await differences(2, 2, { onLoad });
    expect(loads).toBe(0);
    await differences(0, 0, { onLoad });
    expect(loads).toBe(1);
  });

  it.each([
    ['fromVersion=0&toVersion=9', ['toVersion']],
    ['fromVersion=-1&toVersion=0', ['fromVersion']],
    ['toVersion=0', ['fromVersion']],
    ['fromVersion=&toVersion=0', ['fromVersion']],
    ['fromVersion=+&toVersion=0x1', ['fromVersion', 'toVersion']],
  ])('refuse %s', async (query, parameters) => {
    const { status, body } = await read(`/v1/rate_book_differences?${query}`);
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(parameters);
  });
});

describe('an update of the rate book', () => {
  const install = (version: string, rate: string, onto: number) =>
    installBook(bookWithMinneapolis(version, rate), version, onto);
  const installBook = async (book: BundledBook, version: string, onto: number) => {
    const { rateBooks } = app.stores;
    const base = await archiveBook(rateBooks, at, book);
    return (await rateBooks.beginImport()).commit({ layers: [], note: version, at, onto, base });
  };
  const updates = async () => (await read('/v1/rate_updates')).body;
  const offered = async () =>
    (await updates()).updates.map(({ number, activatesAt }: { number: number; activatesAt?: string }) => [
      number,
      activatesAt,
    ]);
  const ask = async (query: string, tenant = app.tenant) => {
    const headers = {
      Authorization: `Bearer ${await app.token(undefined, tenant)}`,
      'Content-Type': 'application/json',
    };
    const response = await app.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  };
  const changes = `rateChanges(inVersion: 4, first: 10, filter: { effectiveOn: { lte: "2026-11-21" } }) {
    totalCount
    nodes { changeId before { rate } after { rate } effect { customerCount openTransactionCount taxes { before after } } }
  }`;

  beforeAll(async () => {
    await install('2027.01.1', '0.006', 0);
    await install('2027.01.2', '0.007', 1);
    const customer = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
    const { serviceId } = (await customer.json()) as { serviceId: string };
    const externalTimestamps = { createdDate: '2026-11-20', updatedDate: '2026-11-20' };
    for (const [externalId, transactionType] of Object.entries({ sold: 'INVOICE', open: 'SALES_ORDER' })) {
      const items = [anItemBody({ unitPrice: 1_000, quantity: 1 })];
      const body = anInvoiceBody(serviceId, { externalId, transactionType, externalTimestamps, items });
      const stored = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
      expect(stored.status).toBe(201);
    }
  });

  it('is listed with its changes by place and the imports over them, through both doors', async () => {
    const listed = await updates();
    expect(listed).toEqual({
      hasCheckFailed: false,
      updates: [
        {
          number: 4,
          version: '2027.01.2+4',
          installedAt: at.toISOString(),
          changeCount: 2,
          places: [{ country: 'US', state: 'MN', changeCount: 2 }],
          conflicts: [
            'MN-M43000: the book changes 0.005 from 2005-10-01 to 0.007 from 2005-10-01; the imported rate 0.01 (Ordinance 12) still applies.',
          ],
          conflictCount: 1,
          otherChanges: [],
          otherChangeCount: 0,
        },
      ],
    });
    const { rateUpdates } = await ask(
      '{ rateUpdates { updates { number version places { state changeCount } conflicts } } }',
    );
    const [{ number, version, conflicts }] = listed.updates;
    expect(rateUpdates).toEqual({
      updates: [{ number, version, places: [{ state: 'MN', changeCount: 2 }], conflicts }],
    });
  });

  it('has an effect on the account of the caller, and none on another', async () => {
    const change = {
      changeId: '0-NOW.US.MN-M43000.RATE',
      before: { rate: '0.005' },
      after: { rate: '0.007' },
    };
    const effect = {
      customerCount: 1,
      openTransactionCount: 1,
      taxes: [{ before: '90.25', after: '92.25' }],
    };
    expect(await ask(`{ ${changes} }`)).toEqual({ rateChanges: { totalCount: 1, nodes: [{ ...change, effect }] } });
    const none = { customerCount: 0, openTransactionCount: 0, taxes: [] };
    const other = await aTenant(app.stores);
    expect(await ask(`{ ${changes} }`, other)).toEqual({
      rateChanges: { totalCount: 1, nodes: [{ ...change, effect: none }] },
    });
    const { body: listed } = await read('/v1/rate_changes?inVersion=4&to=2026-11-21');
    expect(listed).toMatchObject([{ ...change, before: { rate: 0.005 }, after: { rate: 0.007 } }]);
    const { body: found } = await read(`/v1/rate_changes/id/${change.changeId}/effect?inVersion=4`);
    expect(found).toMatchObject({ ...effect, taxes: [{ currency: 'USD', before: 90.25, after: 92.25 }] });
    const { body: open } = await read(found.openTransactionsPath);
    expect(open.map(({ externalId }: { externalId: string }) => externalId)).toEqual(['open']);
    expect((await read(`/v1/rate_changes/id/${change.changeId}`)).status).toBe(404);
    const { body: refused } = await read('/v1/rate_changes?inVersion=9');
    expect(refused.errors).toMatchObject([{ parameter: 'inVersion', code: 'UNKNOWN_VALUE' }]);
  });

  it('is the same in the GraphQL twin of each operation', async () => {
    const { body: listed } = await read('/v1/rate_changes?inVersion=4&limit=10&explain=graphql');
    expect(listed.variables).toEqual({ inVersion: 4, first: 10 });
    const { body: one } = await read('/v1/rate_changes/id/0-NOW.US.MN-M43000.RATE?inVersion=4&explain=graphql');
    expect(one.variables).toEqual({ changeId: '0-NOW.US.MN-M43000.RATE', inVersion: 4 });
  });

  it('is offered with the planned one, and no longer once a book as late was in force', async () => {
    const { rateBooks } = app.stores;
    const activatedAt = new Date('2027-01-01T00:00:00Z');
    await rateBooks.planActivation({ number: 3, activatedAt });
    expect(await offered()).toEqual([
      [3, activatedAt.toISOString()],
      [4, undefined],
    ]);
    await rateBooks.activate(4, at);
    await rateBooks.activate(0, at);
    expect(await offered()).toEqual([]);
    await install('2027.01.3', '0.008', 0);
    expect(await offered()).toEqual([[5, undefined]]);
  });

  it('counts the parts of a region together, and says why another cannot be read', async () => {
    const { rateBooks } = app.stores;
    const changed = bookWith('2027.01.4', 'global/regions.json', (text) =>
      text.replace('["0.17", "2026-01-01"', '["0.16", "2026-01-01"').replace('["0.17", null', '["0.16", null'),
    );
    await installBook(changed, '2027.01.4', 0);
    const layers = [aStateRatesLayer({ layerId: 'broken', jurisdictions: [] })];
    await (await rateBooks.beginImport()).commit({ layers, note: 'Broken', at, onto: 0 });
    await rateBooks.planActivation({ number: 7, activatedAt: at });
    expect((await updates()).updates).toMatchObject([
      { number: 7, changeCount: 0, conflicts: ['One of the versions does not match the data of this release.'] },
      { number: 6, places: [{ country: 'GR', state: 'ISL', changeCount: 2 }] },
    ]);
  });

  it('is missing while checks fail, which is reported for a day and without the reason', async () => {
    const { rateBooks } = app.stores;
    await rateBooks.beginCheck(at, at);
    await rateBooks.endCheck({ checkedAt: at, failure: 'connect ECONNREFUSED 10.0.0.7' }, at);
    expect(await updates()).toMatchObject({ checkedAt: at.toISOString(), hasCheckFailed: true });
    expect(JSON.stringify(await updates())).not.toContain('10.0.0.7');
    now = new Date('2026-11-22T10:00:01Z');
    expect(await updates()).toMatchObject({ checkedAt: at.toISOString(), hasCheckFailed: false });
  });
});
