import { describe, expect, it } from 'vitest';
import { markTransactionsFiled, reopenTransactions } from '../../../src/usecases/transactions/change-filing.ts';
import { getTransaction } from '../../../src/usecases/transactions/get-transaction.ts';
import { anItemBody } from '../../support/bodies.ts';
import { aContext } from '../../support/context.ts';
import { failureOf } from '../../support/failure.ts';
import { aSellerPerTest } from '../../support/seller.ts';
import { aTenant } from '../../support/stores.ts';

const seller = aSellerPerTest();
const put = async (more = {}) => (await seller.put(more)).value.transaction;

const june = { country: 'US', state: 'Minnesota', from: '2026-06-01', to: '2026-06-30' };
const stored = async () => (await getTransaction(seller.ctx, { key: { source: '9', externalId: 'i-1' } })).transaction;

describe('markTransactionsFiled and reopenTransactions', () => {
  it('close the documents of a return, and reopen them with a reason', async () => {
    const { serviceId } = await put();
    expect(await markTransactionsFiled(seller.ctx, june)).toEqual({
      changed: 1,
      unchanged: 0,
      serviceIds: [serviceId],
      ignoredServiceIds: [],
    });
    expect(await failureOf(put({ items: [anItemBody({ quantity: 4 })] }))).toMatchObject({ code: 'TRANSACTION_FILED' });
    expect(await reopenTransactions(seller.ctx, june, 'Amended return')).toMatchObject({ changed: 1 });
    expect(await stored()).toMatchObject({ transactionFilingStatus: 'NOT_FILED', reopeningReason: 'Amended return' });
    // 4 x 24.50 x 9.025 % = 8.8445
    expect(await put({ items: [anItemBody({ quantity: 4 })] })).toMatchObject({ salesTax: { amount: '8.84' } });
    expect(await stored()).toMatchObject({ reopeningReason: 'Amended return', calculationNumber: 2 });
  });

  it('count documents that were sent as filed, by their tax date in the sender’s time zone', async () => {
    const late = { createdDate: '2026-06-30T23:30:00-07:00', updatedDate: '2026-06-30' };
    await put({ transactionFilingStatus: 'FILED', externalTimestamps: late });
    expect(await markTransactionsFiled(seller.ctx, june)).toEqual({
      changed: 0,
      unchanged: 1,
      serviceIds: [],
      ignoredServiceIds: [],
    });
  });

  it('change nothing in a dry run', async () => {
    const before = await put();
    expect(await markTransactionsFiled(seller.ctx, { ...june, dryRun: true })).toMatchObject({ changed: 1 });
    expect(await stored()).toEqual(before);
  });

  it('report a missing state, an unknown place and dates out of order, all at once', async () => {
    const error = await failureOf(
      markTransactionsFiled(seller.ctx, { country: 'US', from: '2026-07-01', to: '2026-06-30' }),
    );
    expect(error).toMatchObject({ code: 'INVALID_INPUT' });
    expect(error.issues.map(({ path, code }) => [path[0], code])).toEqual([
      ['to', 'OUT_OF_RANGE'],
      ['state', 'REQUIRED'],
    ]);
    expect(await failureOf(markTransactionsFiled(seller.ctx, { ...june, state: 'Nowhere' }))).toMatchObject({
      issues: [{ path: ['state'], code: 'UNKNOWN_VALUE' }],
    });
    const serviceIds = Array.from({ length: 1_001 }, () => seller.customer.serviceId);
    expect(await failureOf(markTransactionsFiled(seller.ctx, { ...june, serviceIds }))).toMatchObject({
      issues: [{ path: ['serviceIds'], code: 'TOO_LONG' }],
    });
  });

  it('need the scope transactions:write', async () => {
    const reader = aContext(seller.store.stores, await aTenant(seller.store.stores), ['transactions:read', 'admin']);
    expect(await failureOf(markTransactionsFiled(reader, june))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failureOf(reopenTransactions(reader, june, 'x'))).toMatchObject({ code: 'FORBIDDEN' });
  });
});
