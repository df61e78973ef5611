import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import type { Customer } from '../../../src/domain/customers/customer.ts';
import type { Context } from '../../../src/ports/context.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { markFiled, reopenFiled } from '../../../src/usecases/transactions/change-filing.ts';
import { getTransaction } from '../../../src/usecases/transactions/get-transaction.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aContext, inputs } from '../../support/context.ts';
import { failureOf } from '../../support/failure.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
let ctx: Context;
let customer: Customer;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  ctx = aContext(store.stores, await aTenant(store.stores));
  customer = (await upsertCustomer(ctx, parseInput(inputs.customer, aCustomerBody()))).value;
});

const put = async (more: Record<string, unknown> = {}) =>
  (await upsertTransaction(ctx, parseInput(inputs.transaction, anInvoiceBody(customer.serviceId, more)))).value
    .transaction;

const june = { country: 'US', state: 'Minnesota', from: '2026-06-01', to: '2026-06-30' };
const stored = async () => (await getTransaction(ctx, { key: { source: '9', externalId: 'i-1' } })).transaction;

describe('markFiled and reopenFiled', () => {
  it('close the documents of a return, and open them again with the reason kept', async () => {
    const { serviceId } = await put();
    expect(await markFiled(ctx, june)).toEqual({ changed: 1, unchanged: 0, serviceIds: [serviceId] });
    expect(await failureOf(put({ items: [anItemBody({ quantity: 4 })] }))).toMatchObject({ code: 'TRANSACTION_FILED' });
    expect(await reopenFiled(ctx, june, 'Amended return')).toMatchObject({ changed: 1 });
    expect(await stored()).toMatchObject({ transactionFilingStatus: 'NOT_FILED', reopenedBecause: 'Amended return' });
    // 4 x 24.50 x 9.025 % = 8.8445
    expect(await put({ items: [anItemBody({ quantity: 4 })] })).toMatchObject({ salesTax: { amount: '8.84' } });
    expect(await stored()).toMatchObject({ reopenedBecause: 'Amended return', calculationNumber: 2 });
  });

  it('count what was sent as filed before, by its tax date as the sender wrote it', async () => {
    const late = { createdDate: '2026-06-30T23:30:00-07:00', updatedDate: '2026-06-30' };
    await put({ transactionFilingStatus: 'FILED', externalTimestamps: late });
    expect(await markFiled(ctx, june)).toEqual({ changed: 0, unchanged: 1, serviceIds: [] });
  });

  it('change nothing in a dry run', async () => {
    const before = await put();
    expect(await markFiled(ctx, { ...june, dryRun: true })).toMatchObject({ changed: 1 });
    expect(await stored()).toEqual(before);
  });

  it('ask for a state of the US, a place that is known and days in their order, all at once', async () => {
    const error = await failureOf(markFiled(ctx, { country: 'US', from: '2026-07-01', to: '2026-06-30' }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT' });
    expect(error.issues.map(({ path, code }) => [path[0], code])).toEqual([
      ['to', 'OUT_OF_RANGE'],
      ['state', 'REQUIRED'],
    ]);
    expect(await failureOf(markFiled(ctx, { ...june, state: 'Nowhere' }))).toMatchObject({
      issues: [{ path: ['state'], code: 'UNKNOWN_VALUE' }],
    });
    const serviceIds = Array.from({ length: 1_001 }, () => customer.serviceId);
    expect(await failureOf(markFiled(ctx, { ...june, serviceIds }))).toMatchObject({
      issues: [{ path: ['serviceIds'], code: 'TOO_LONG' }],
    });
  });

  it('need the scope transactions:write', async () => {
    const reader = aContext(store.stores, await aTenant(store.stores), ['transactions:read', 'admin']);
    expect(await failureOf(markFiled(reader, june))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failureOf(reopenFiled(reader, june, 'x'))).toMatchObject({ code: 'FORBIDDEN' });
  });
});
