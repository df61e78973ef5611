import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesOf } from '../../../src/domain/base/record.ts';
import { differenceCause } from '../../../src/domain/reconciliations/reconciliation.ts';
import { openTestStore, type TestStore } from '../../support/stores.ts';
import { mistaken, reconcile } from './ask.ts';
import { mixedAccount, storeMixed } from './mixed-account.ts';
import { mixedDocuments, mixedFile } from './mixed-file.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

describe('a mixed file', () => {
  it('has the right cause for 98 % of its documents, compared with what is stored', async () => {
    const documents = mixedDocuments(240);
    const ctx = await mixedAccount(store);
    await storeMixed(ctx, documents);
    const { rows, faults, summary } = await reconcile(ctx, mixedFile(documents), { against: 'STORED' });
    expect(faults).toEqual([]);
    expect(rows).toHaveLength(documents.length);
    expect(mistaken(documents, rows).length, mistaken(documents, rows).join('\n')).toBeLessThan(
      documents.length * 0.02,
    );
    expect(new Set(summary.causes.map(({ cause }) => cause))).toEqual(new Set(namesOf(differenceCause)));
  });

  it('has the right cause, calculated anew', async () => {
    const documents = mixedDocuments(600).filter(({ rows }) => rows.length > 0);
    const asIfStored = documents.map((one) => (one.cause === 'MISSING_HERE' ? { ...one, cause: null } : one));
    const { rows } = await reconcile(await mixedAccount(store), mixedFile(documents));
    expect(mistaken(asIfStored, rows).length, mistaken(asIfStored, rows).join('\n')).toBeLessThan(
      documents.length * 0.02,
    );
  });

  it('is published as it is made', () => {
    const published = gunzipSync(readFileSync(new URL('./mixed-file.csv.gz', import.meta.url))).toString();
    expect(published).toBe(mixedFile(mixedDocuments(10_000)));
  });
});
