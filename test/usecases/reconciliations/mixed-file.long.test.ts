import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../support/stores.ts';
import { mistaken, reconcile } from './ask.ts';
import { mixedAccount, storeMixed } from './mixed-account.ts';
import { mixedDocuments, mixedFile } from './mixed-file.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

it('the mixed file of 10,000 rows has the right cause for 98 % of its documents', async () => {
  const documents = mixedDocuments(10_000);
  const ctx = await mixedAccount(store);
  await storeMixed(ctx, documents);
  const { rows } = await reconcile(ctx, mixedFile(documents), { against: 'STORED' });
  expect(rows).toHaveLength(documents.length);
  expect(mistaken(documents, rows).length, mistaken(documents, rows).join('\n')).toBeLessThan(documents.length * 0.02);
}, 600_000);
