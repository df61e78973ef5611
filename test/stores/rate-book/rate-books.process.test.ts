import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BoundaryRow, RateLayer } from '../../../src/domain/rate-book/rate-layer.ts';
import type { RateBookStore } from '../../../src/ports/stores/rate-book-store.ts';
import { fetchVersion } from '../../../src/rates/versions/load-version.ts';
import { failureOf } from '../../support/failure.ts';
import {
  aBoundariesLayer,
  aCorrectionsLayer,
  aStateRatesLayer,
  aStreetRow,
  aZip4Row,
  aZipRow,
} from '../../support/rate-layers.ts';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
let books: RateBookStore;

// A store for each test, because versions belong to no tenant and would mix.
beforeEach(async () => {
  store = await openOwnStore();
  books = store.stores.rateBooks;
});
afterEach(() => store.close());

const at = new Date('2026-11-21T10:00:00Z');

async function importLayers(...layers: RateLayer[]) {
  const draft = await books.beginImport();
  return draft.commit({ layers, note: 'Test', at });
}

async function importBoundaries(rows: readonly BoundaryRow[]) {
  const layer = aBoundariesLayer({ rowCount: rows.length });
  const draft = await books.beginImport();
  await draft.addBoundaries(layer.layerId, rows);
  await draft.commit({ layers: [layer], note: 'Test', at });
  return layer;
}

async function countRows(): Promise<number> {
  const [row] = await store.database.prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM boundary_rows`;
  return row!.count;
}

describe('versions', () => {
  it('are numbered from 1 and found with their layers as imported', async () => {
    const layer = aStateRatesLayer();
    expect(await books.list()).toEqual([]);
    const version = { number: 1, createdAt: at, note: 'Test', layerIds: [layer.layerId], base: null, format: 1 };
    expect(await importLayers(layer)).toEqual(version);
    expect(await books.list()).toEqual([version]);
    expect(await books.find(1)).toEqual(version);
    expect(await books.find(2)).toBeNull();
    expect(await books.findLayers([layer.layerId])).toEqual([layer]);
    expect(await failureOf(books.findLayers(['unknown']))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keep the newest rates and boundaries of a state, and all corrections in order', async () => {
    const mn = aStateRatesLayer({ state: 'MN' });
    const wi = aStateRatesLayer({ state: 'WI' });
    const first = aCorrectionsLayer();
    await importLayers(mn, first, wi);
    const newMn = aStateRatesLayer({ state: 'MN' });
    const mnBoundaries = aBoundariesLayer({ state: 'MN' });
    const second = aCorrectionsLayer();
    const { number, layerIds } = await importLayers(newMn, mnBoundaries, second);
    expect(number).toBe(2);
    expect(layerIds).toEqual([first, wi, newMn, mnBoundaries, second].map(({ layerId }) => layerId));
    expect((await books.find(1))?.layerIds).toEqual([mn, first, wi].map(({ layerId }) => layerId));
  });

  it('are hidden from releases that would ignore their book or their facts', async () => {
    const { prisma } = store.database;
    const idsOf = async (number: number) => {
      const row = await prisma.rateBookVersion.findUniqueOrThrow({ where: { number } });
      return row.layerIds;
    };
    const facts = [{ part: 'CAP', country: 'US', subdivision: 'TN', row: { upTo: '1600' }, source: 'Act 1' }] as const;
    const [plain, factual] = [aCorrectionsLayer(), aCorrectionsLayer({ facts })];
    const { layerId } = plain;
    expect(await importLayers(plain)).toMatchObject({ number: 1, format: 1, layerIds: [layerId] });
    expect(await idsOf(1)).toEqual([layerId]);
    expect(await importLayers(factual)).toMatchObject({ number: 2, format: 2, layerIds: [layerId, factual.layerId] });
    expect(await idsOf(2)).toEqual(['format 2', layerId, factual.layerId]);
    // 0.1.0 reads layers by these ids, and keeps the rate book that it serves if one is missing.
    expect(await failureOf(books.findLayers(await idsOf(2)))).toMatchObject({ code: 'NOT_FOUND' });
    const commit = async (version: object) =>
      (await books.beginImport()).commit({ layers: [], note: 'Test', at, ...version });
    expect(await commit({})).toMatchObject({ format: 2, layerIds: [layerId, factual.layerId] });
    expect(await idsOf(3)).toEqual(['format 2', layerId, factual.layerId]);
    expect(await commit({ onto: 1 })).toMatchObject({ format: 1 });
    const base = { version: '2027.01.1', digest: 'd'.repeat(43) };
    expect(await commit({ onto: 1, base })).toMatchObject({ number: 5, format: 2, base, layerIds: [layerId] });
    expect(await idsOf(5)).toEqual(['format 2', layerId]);

    await prisma.rateBookVersion.update({ where: { number: 5 }, data: { layerIds: ['format 3', layerId] } });
    expect(await failureOf(fetchVersion(books, 5))).toMatchObject({
      code: 'CONFLICT',
      message:
        'Version 5 of the rate book has format 3 and requires a later release of Tollgate. This release reads format 2.',
    });
  });

  it('follow each other if two imports finish together', async () => {
    const [first, second] = await Promise.all([books.beginImport(), books.beginImport()]);
    const layers = [aStateRatesLayer({ state: 'MN' }), aStateRatesLayer({ state: 'WI' })];
    const versions = await Promise.all([
      first.commit({ layers: [layers[0]!], note: 'MN', at }),
      second.commit({ layers: [layers[1]!], note: 'WI', at }),
    ]);
    expect(versions.map(({ number }) => number).sort()).toEqual([1, 2]);
    expect((await books.find(2))?.layerIds.toSorted()).toEqual(layers.map(({ layerId }) => layerId).toSorted());
  });
});

describe('activations', () => {
  it('are listed newest first, and require existing versions', async () => {
    await importLayers(aStateRatesLayer());
    expect(await books.listActivations(10)).toEqual([]);
    const later = new Date('2026-11-22T10:00:00Z');
    await books.activate(1, at);
    await books.activate(0, later);
    expect(await books.listActivations(10)).toEqual([
      { number: 0, activatedAt: later },
      { number: 1, activatedAt: at },
    ]);
    expect(await books.listActivations(1)).toEqual([{ number: 0, activatedAt: later }]);
    expect(await failureOf(books.activate(2, at))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failureOf(books.activate(1, at, 1))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Version 0 of the rate book was activated in the meantime/),
    });
    await books.activate(1, at, 0);
    expect((await books.listActivations(1))[0]?.number).toBe(1);
  });
});

describe('boundaries', () => {
  it('are found by ZIP code, by +4 and by street', async () => {
    const zip = aZipRow('55401', 0);
    const otherZip = aZipRow('55402', 1);
    const plus4 = aZip4Row('55401', ['1200', '1299'], 2);
    const street = aStreetRow('55401', 'MARQUETTE', 3);
    const otherStreet = aStreetRow('55401', 'NICOLLET', 4);
    const { layerId } = await importBoundaries([zip, otherZip, plus4, street, otherStreet]);
    const find = (plus4: string | null, ...streets: string[]) =>
      books.findBoundaries(layerId, { zip: '55401', plus4, streets });
    expect(await find(null)).toEqual([zip]);
    expect(await find('1234')).toEqual([zip, plus4]);
    expect(await find('1300')).toEqual([zip]);
    expect(await find(null, 'MARQUETTE')).toEqual([zip, street]);
    expect(await find('1200', 'MARQUETTE', 'NICOLLET')).toEqual([zip, plus4, street, otherStreet]);
    expect(await books.findBoundaries('unknown', { zip: '55401', plus4: null, streets: [] })).toEqual([]);
  });

  it('are found in rows that span any number of ZIP codes', async () => {
    const near = aZipRow('', 0, { zipLow: '55401', zipHigh: '55405' });
    const far = aZipRow('', 1, { zipLow: '51001', zipHigh: '56136' });
    const all = aZipRow('', 2, { zipLow: '09999', zipHigh: '99999' });
    const plus4 = aZipRow('', 3, {
      kind: 'ZIP4',
      zipLow: '55402',
      zipHigh: '55404',
      plus4Low: '5000',
      plus4High: '1000',
    });
    const { layerId } = await importBoundaries([near, far, all, plus4]);
    const find = (zip: string, plus4: string | null = null) =>
      books.findBoundaries(layerId, { zip, plus4, streets: [] });
    expect(await find('55403')).toEqual([near, far, all]);
    expect(await find('55406')).toEqual([far, all]);
    expect(await find('56137')).toEqual([all]);
    expect(await find('09998')).toEqual([]);
    expect(await find('55403', '0001')).toContainEqual(plus4);
    expect(await find('55402', '4999')).not.toContainEqual(plus4);
    expect(await find('55404', '1001')).not.toContainEqual(plus4);
  });

  it('are read through the index', async () => {
    const rows = Array.from({ length: 9_000 }, (_, n) => aStreetRow('55401', `STREET ${n}`, n));
    const { layerId } = await importBoundaries(rows);
    expect(await books.findBoundaries(layerId, { zip: '55401', plus4: null, streets: ['STREET 8999'] })).toEqual([
      aStreetRow('55401', 'STREET 8999', 8999),
    ]);
    const plan = await store.database.prisma.$queryRaw<Record<string, string>[]>`
      EXPLAIN SELECT stack FROM boundary_rows WHERE layer_number = 1
        AND zip_prefix = ANY(ARRAY['55401', '5540', '554', '55', '5', '']) AND street = ANY(ARRAY['', 'STREET 8999'])`;
    const text = plan.map((line) => Object.values(line).join()).join('\n');
    expect(text, text).toMatch(/Index Scan (using|on) boundary_rows_pkey/);
    expect(text, text).toMatch(/Index Cond: .*layer_number.*zip_prefix.*street/);
  });
});

describe('an import', () => {
  it('shows nothing until it is committed, and deletes what it wrote if it is discarded', async () => {
    const layer = aBoundariesLayer({ rowCount: 1 });
    const draft = await books.beginImport();
    await draft.addBoundaries(layer.layerId, [aZipRow('55401', 0)]);
    expect(await books.list()).toEqual([]);
    expect(await books.findBoundaries(layer.layerId, { zip: '55401', plus4: null, streets: [] })).toEqual([]);
    expect(await countRows()).toBe(1);
    await draft.discard();
    expect(await countRows()).toBe(0);
    expect(await failureOf(draft.commit({ layers: [], note: 'Late', at }))).toMatchObject({ code: 'CONFLICT' });
  });

  it('is rejected if rows were lost', async () => {
    const layer = aBoundariesLayer({ rowCount: 2 });
    const draft = await books.beginImport();
    await draft.addBoundaries(layer.layerId, [aZipRow('55401', 0)]);
    await expect(draft.commit({ layers: [layer], note: 'Test', at })).rejects.toThrow(
      'has 1 boundary rows instead of 2',
    );
    await expect(draft.commit({ layers: [], note: 'Test', at })).rejects.toThrow(
      'Boundary rows were written for unknown layers',
    );
    await draft.discard();
  });

  it('is rejected if the id of a layer is taken', async () => {
    const layer = aStateRatesLayer();
    await importLayers(layer);
    expect(await failureOf(importLayers(layer))).toMatchObject({ code: 'CONFLICT' });
    expect(await books.list()).toHaveLength(1);
  });

  it('cleans up after a crashed import, and does not touch a running one', async () => {
    const [dead, alive] = [await books.beginImport(), await books.beginImport()];
    const layer = aBoundariesLayer({ rowCount: 2 });
    await alive.addBoundaries(layer.layerId, [aZipRow('55401', 0)]);
    await dead.addBoundaries('dead', [aZipRow('55401', 1), aZipRow('55402', 1), aZipRow('55403', 1)]);
    const { prisma } = store.database;
    await prisma.$executeRaw`UPDATE rate_imports SET alive_at = now() - interval '4 minutes' WHERE import_id IN (
      SELECT import_id FROM rate_layers WHERE layer_number = 2)`;
    await (await books.beginImport()).discard();
    expect(await countRows()).toBe(1);

    expect(await failureOf(dead.addBoundaries('dead', [aZipRow('55404', 1)]))).toMatchObject({ code: 'CONFLICT' });
    const deadLayer = aBoundariesLayer({ layerId: 'dead', rowCount: 3 });
    expect(await failureOf(dead.commit({ layers: [deadLayer], note: 'Dead', at }))).toMatchObject({ code: 'CONFLICT' });
    await alive.addBoundaries(layer.layerId, [aZipRow('55402', 0)]);
    expect(await alive.commit({ layers: [layer], note: 'Alive', at })).toMatchObject({ number: 1 });
    expect(await countRows()).toBe(2);
  });
});
