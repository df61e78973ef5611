import { describe, expect, it } from 'vitest';
import type { TransactionPatch } from '../../../src/domain/transactions/transaction-input.ts';
import { getTransaction } from '../../../src/usecases/transactions/get-transaction.ts';
import { patchTransaction } from '../../../src/usecases/transactions/patch-transaction.ts';
import { anItemBody } from '../../support/bodies.ts';
import { inputs } from '../../support/context.ts';
import { failureOf } from '../../support/failure.ts';
import { aSellerPerTest } from '../../support/seller.ts';

const seller = aSellerPerTest();
const put = async (more = {}) => (await seller.put(more)).value.transaction;

const by = (externalId: string) => ({ key: { source: '9', externalId } });

const patch = async (changes: TransactionPatch, externalId = 'i-1') =>
  (await patchTransaction(seller.ctx, inputs, by(externalId), changes)).transaction;

// 9.025 % in Minneapolis; 100 x 0.09025 = 9.025, a tie that goes up.
const lamp = anItemBody({ unitPrice: 100, quantity: 1 });
const coat = anItemBody({ name: 'Coat', taxCode: 'C1S2', unitPrice: 80, quantity: 1 });

describe('patchTransaction', () => {
  it('keeps absent fields, and the figures if the tax does not depend on the change', async () => {
    const before = await put({ items: [lamp], subsidiary: 'North' });
    const after = await patch({ documentName: 'INV 1', transactionStatus: 'PAID' });
    expect(after).toMatchObject({
      documentName: 'INV 1',
      transactionStatus: 'PAID',
      subsidiary: 'North',
      salesTax: { amount: '9.03' },
      calculationNumber: 1,
      version: 2,
    });
    expect(after.items).toEqual(before.items);
  });

  it('clears null fields, and merges objects', async () => {
    await put({ items: [lamp], subsidiary: 'North', transactionLevelDiscount: 10, billingAddress: { city: 'Duluth' } });
    const after = await patch({
      subsidiary: null,
      transactionLevelDiscount: null,
      billingAddress: { street: '1 Main St' },
    });
    expect(after).toMatchObject({
      subsidiary: null,
      transactionLevelDiscount: null,
      billingAddress: { city: 'Duluth', street: '1 Main St' },
      salesTax: { amount: '9.03' },
      calculationNumber: 2,
    });
  });

  it('replaces all items, and recalculates the document', async () => {
    await put({ items: [lamp, coat] });
    const after = await patch({ items: [anItemBody({ unitPrice: 200, quantity: 1 })] });
    // 200 x 0.09025 = 18.05
    expect(after).toMatchObject({ salesTax: { amount: '18.05' }, finalTransactionAmount: '218.05' });
    expect(after.items.map(({ name }) => name)).toEqual(['Lamp']);
  });

  it('changes nothing if all values are the same', async () => {
    const before = await put({ items: [lamp, coat], shippingFee: { taxCode: 'C6S1', totalPrice: 10 } });
    expect(await patch({})).toEqual(before);
    expect(await patch({ transactionStatus: 'ACTIVE', shippingAddress: { city: 'Minneapolis' } })).toEqual(before);
  });

  it.each([
    ['of a share', { items: [lamp], refundFraction: 0.5, shippingFee: { taxCode: 'C6S1', totalPrice: 4 } }],
    ['of a whole invoice', { items: [], refundFraction: 0.25 }],
    ['of an invoice that is not known', { items: [lamp], createdFrom: 'elsewhere' }],
  ])('changes nothing of a refund %s if the patch is empty', async (_what, more) => {
    await put({ items: [lamp, coat], shippingFee: { taxCode: 'C6S1', totalPrice: 10 } });
    const before = await put({ transactionType: 'REFUND', createdFrom: 'i-1', externalId: 'r-1', ...more });
    expect(await patch({}, 'r-1')).toEqual(before);
  });

  it('does not treat a result of the calculation as a declaration', async () => {
    // Minnesota exempts clothing; moved to New York City, a coat of 120 is taxed (8.875 %): 10.65.
    await put({ items: [anItemBody({ name: 'Coat', taxCode: 'C1S2', unitPrice: 120, quantity: 1 })] });
    const moved = await patch({
      shippingAddress: { city: 'New York', state: 'NY', zip: '10001', street: '20 W 34th St' },
    });
    expect(moved.items[0]).toMatchObject({ taxableCategory: 'TAXABLE', isSentAsNotTaxable: false });
    expect(moved.salesTax.amount).toBe('10.65');
  });

  it('recalculates a total in the minor unit of another currency', async () => {
    await put({ items: [anItemBody({ unitPrice: '10.55', quantity: 3 })] });
    expect((await patch({ currency: 'JPY' })).items[0]).toMatchObject({ unitPrice: '10.55', totalPrice: '32' });
  });

  it('takes a new share of the sent amount, not of the refunded one', async () => {
    await put({ items: [anItemBody({ unitPrice: 100, quantity: 1 })] });
    const refund = { transactionType: 'REFUND', createdFrom: 'i-1', externalId: 'r-1', items: [lamp] };
    expect((await put({ ...refund, refundFraction: 0.5 })).items[0]!.calculatedTotal).toBe('50');
    expect((await patch({ refundFraction: '0.25' }, 'r-1')).items[0]!.calculatedTotal).toBe('25');
    expect((await patch({ refundFraction: null }, 'r-1')).items[0]!.calculatedTotal).toBe('100');
  });

  it('reports all errors of the patched document', async () => {
    await put();
    const error = await failureOf(patch({ customerId: null, items: [{ name: '', taxCode: 'C1S1', unitPrice: 1 }] }));
    expect(error.code).toBe('INVALID_INPUT');
    expect(error.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
      ['items.0.name', 'TOO_SHORT'],
      ['customerId', 'REQUIRED'],
    ]);
  });

  it('rejects changes of a filed document until a patch reopens it', async () => {
    await put({ items: [lamp], transactionFilingStatus: 'FILED' });
    expect(await failureOf(patch({ items: [coat] }))).toMatchObject({ code: 'TRANSACTION_FILED' });
    const reopened = await patch({ items: [coat], transactionFilingStatus: 'NOT_FILED' });
    expect(reopened).toMatchObject({ transactionFilingStatus: 'NOT_FILED', salesTax: { amount: '0' } });
  });

  it('rejects an unknown document and an outdated version', async () => {
    expect(await failureOf(patch({}, 'unknown'))).toMatchObject({ code: 'NOT_FOUND' });
    await put();
    const stale = patchTransaction(
      seller.ctx,
      inputs,
      by('i-1'),
      { documentName: 'A' },
      { kind: 'version', version: 2 },
    );
    expect(await failureOf(stale)).toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  it('loses none of many concurrent patches', async () => {
    await put({ items: [lamp] });
    const changes: TransactionPatch[] = [
      { documentName: 'A' },
      { subsidiary: 'North' },
      { transactionStatus: 'PAID' },
      { billingAddress: { city: 'Duluth' } },
      { items: [coat] },
    ];
    await Promise.all(changes.map((change) => patch(change)));
    expect((await getTransaction(seller.ctx, by('i-1'))).transaction).toMatchObject({
      documentName: 'A',
      subsidiary: 'North',
      transactionStatus: 'PAID',
      billingAddress: { city: 'Duluth' },
      items: [{ name: 'Coat' }],
      version: 6,
    });
  });
});
