import { expect, it } from 'vitest';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import type { NaturalKey } from '../../../src/domain/base/record-name.ts';
import { createLoaders } from '../../../src/graphql/base/loaders.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { anItem, aTransaction } from '../../support/records.ts';

const { itemsOfLongDocuments } = gatewayLimits.graphql;
const partSize = 4;

type By = 'transactionById' | 'transactionByKey' | 'refundsOfInvoice';

/** Loads 100 documents with this many items each, from a store that returns four at a time. */
async function load(itemCount: number, isInParts: boolean, by: By = 'transactionById') {
  const items = Array.from({ length: itemCount }, () => anItem());
  const documents = Array.from({ length: 100 }, (_, index) => ({
    ...aTransaction('customer'),
    createdFrom: `INV-${index}`,
    items,
  }));
  let read = 0;
  const partOf = (found: typeof documents) => {
    const rows = isInParts ? found.slice(0, partSize) : found;
    read += rows.length;
    return { rows, isCut: rows.length < found.length };
  };
  const transactions = {
    findPart: async (ids: readonly string[]) => partOf(documents.filter(({ serviceId }) => ids.includes(serviceId))),
    findPartByKeys: async (keys: readonly NaturalKey[]) =>
      partOf(documents.filter(({ externalId }) => keys.some((key) => key.externalId === externalId))),
    findPartOfRefunds: async (keys: readonly NaturalKey[], known: readonly string[]) =>
      partOf(
        documents.filter(
          ({ createdFrom, serviceId }) =>
            keys.some(({ externalId }) => externalId === createdFrom) && !known.includes(serviceId),
        ),
      ),
  };
  const loaders = createLoaders({ transactions } as unknown as TenantStores, () => new Error('too many items'));
  const answers = await Promise.allSettled(
    documents.map(async (one) => {
      if (by === 'transactionById') return loaders.transactionById.load(one.serviceId);
      if (by === 'transactionByKey') return loaders.transactionByKey.load(one);
      const refunds = await loaders.refundsOfInvoice.load({ source: one.source, externalId: one.createdFrom });
      expect(refunds).toEqual([one]);
      return refunds;
    }),
  );
  return { read, fulfilled: answers.filter(({ status }) => status === 'fulfilled').length };
}

it('documents that fit into one read are loaded with any number of items', async () => {
  expect(await load(200, false)).toEqual({ read: 100, fulfilled: 100 });
});

const ways = ['transactionById', 'transactionByKey', 'refundsOfInvoice'] as const;

it.each(ways)('documents of several reads are loaded up to a number of items: %s', async (by) => {
  expect(await load(20, true, by)).toEqual({ read: 100, fulfilled: 100 });
});

it.each(ways)('no further part is read once there are too many items: %s', async (by) => {
  const { read, fulfilled } = await load(1_000, true, by);
  expect(fulfilled).toBe(0);
  expect((read - partSize) * 1_000).toBeLessThanOrEqual(itemsOfLongDocuments);
});
