import { expect, it } from 'vitest';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import { createLoaders } from '../../../src/graphql/base/loaders.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { anItem, aTransaction } from '../../support/records.ts';

const { itemsOfLongDocuments } = gatewayLimits.graphql;
const partSize = 4;

/** Loads 100 documents with this many items each, from a store that returns four at a time. */
async function load(itemCount: number, isInParts: boolean) {
  const items = Array.from({ length: itemCount }, () => anItem());
  const documents = Array.from({ length: 100 }, () => ({ ...aTransaction('customer'), items }));
  let read = 0;
  const findPart = async (ids: readonly string[]) => {
    const found = documents.filter(({ serviceId }) => ids.includes(serviceId));
    const rows = isInParts ? found.slice(0, partSize) : found;
    read += rows.length;
    return { rows, isCut: rows.length < found.length };
  };
  const stores = { transactions: { findPart } } as unknown as TenantStores;
  const { transactionById } = createLoaders(stores, () => new Error('too many items'));
  const answers = await Promise.allSettled(documents.map(({ serviceId }) => transactionById.load(serviceId)));
  return { read, fulfilled: answers.filter(({ status }) => status === 'fulfilled').length };
}

it('documents that fit into one read are loaded whatever their items', async () => {
  expect(await load(200, false)).toEqual({ read: 100, fulfilled: 100 });
});

it('documents of several reads are loaded up to a number of items', async () => {
  expect(await load(40, true)).toEqual({ read: 100, fulfilled: 100 });
});

it('no further part is read once there are too many items', async () => {
  const { read, fulfilled } = await load(1_000, true);
  expect(fulfilled).toBe(0);
  expect((read - partSize) * 1_000).toBeLessThanOrEqual(itemsOfLongDocuments);
});
