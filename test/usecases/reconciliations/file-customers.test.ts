import { expect, it } from 'vitest';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { aContext, inputs } from '../../support/context.ts';
import { countedDatabase } from '../../support/counted-database.ts';
import { aSellerPerTest } from '../../support/seller.ts';
import { reconcile } from './ask.ts';

const seller = aSellerPerTest();

/** Each row names a different customer. */
const fileOf = (names: readonly string[]) =>
  [
    'source,externalId,customerExternalId,date,zip,state,totalPrice,taxAmount',
    ...names.map((name, index) => `1,A-${index},${name},2026-06-15,55401,MN,100,9.03`),
  ].join('\n');

const names = (count: number) => Array.from({ length: count }, (_, index) => `C-${index}`);

async function statementsFor(text: string): Promise<number> {
  const { store, count } = countedDatabase(seller.store);
  const ctx = aContext(store.stores, seller.ctx.session!.tenant);
  await reconcile(ctx, text);
  return count.statements;
}

it('reads the customers of 200 documents together', async () => {
  const one = await statementsFor(fileOf(names(200)));
  expect(await statementsFor(fileOf(names(600)))).toBeLessThanOrEqual(one + 2 * 2);
});

it('counts a customer that is not stored once, however often the file names it', async () => {
  const dates = { createdDate: '2026-01-01', updatedDate: '2026-01-01' };
  const body = { source: '1', externalId: 'C-3', name: 'Known', externalTimestamps: dates };
  await upsertCustomer(seller.ctx, parseInput(inputs.customer, body));
  const some = names(250);
  const { summary } = await reconcile(seller.ctx, fileOf([...some, ...some, ...some]));
  expect(summary.rowCount).toBe(750);
  expect(summary.notices.map(({ message }) => message)).toEqual([
    '249 customers in the file are not stored. Their documents were calculated without certificates.',
  ]);
});
