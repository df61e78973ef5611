import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeptVersions } from '../../../src/rates/versions/kept-versions.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { reference } from '../../support/context.ts';
import { aCorrection, aCorrectionsLayer } from '../../support/rate-layers.ts';
import { openOwnStore } from '../../support/stores.ts';

const at = new Date('2026-11-21T10:00:00Z');
let app: TestApp;

beforeAll(async () => {
  const store = await openOwnStore();
  const { rateBooks } = store.stores;
  for (const rate of ['0.01', '0.012']) {
    const layers = [aCorrectionsLayer({ rows: [aCorrection({ rate, validFrom: '2026-12-01' })] })];
    await (await rateBooks.beginImport()).commit({ layers, note: 'Test', at });
  }
  await rateBooks.activate(1, at);
  app = await startApp({ store });
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

  it('differ by what was imported, through both doors', async () => {
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

  it('are compared however many ask at once', async () => {
    const { differences } = createKeptVersions(app.stores.rateBooks, { current: () => reference, refusal: () => null });
    const pairs = [0, 1, 2].flatMap((from) => [0, 1, 2].map((to) => [from, to] as const));
    const found = await Promise.all(pairs.map(([from, to]) => differences(from, to)));
    expect(found.map(({ length }) => length)).toEqual([0, 1, 1, 1, 0, 1, 1, 1, 0]);
  });

  it.each([
    ['fromVersion=0&toVersion=9', ['toVersion']],
    ['fromVersion=-1&toVersion=0', ['fromVersion']],
    ['toVersion=0', ['fromVersion']],
  ])('refuse %s', async (query, parameters) => {
    const { status, body } = await read(`/v1/rate_book_differences?${query}`);
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(parameters);
  });
});
