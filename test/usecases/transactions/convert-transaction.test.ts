import { describe, expect, it } from 'vitest';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { type ConversionTarget, conversionTarget } from '../../../src/domain/transactions/conversion.ts';
import { cancelTransaction } from '../../../src/usecases/transactions/cancel-transaction.ts';
import { convertTransaction } from '../../../src/usecases/transactions/convert-transaction.ts';
import { getTransaction } from '../../../src/usecases/transactions/get-transaction.ts';
import { anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { failureOf } from '../../support/failure.ts';
import { aSellerPerTest } from '../../support/seller.ts';

const seller = aSellerPerTest();
const put = async (more = {}) => (await seller.put(more)).value.transaction;

const anEstimate = (more: Record<string, unknown> = {}) =>
  put({ externalId: 'e-1', transactionType: 'ESTIMATE', items: [lamp], ...more });

const lamp = anItemBody({ unitPrice: 100, quantity: 1 });
const by = (externalId: string) => ({ key: { source: '9', externalId } });

const target = (more: Record<string, unknown> = {}): ConversionTarget =>
  parseInput(conversionTarget, {
    externalId: 'i-1',
    transactionType: 'INVOICE',
    externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01' },
    ...more,
  });

const convert = (from: string, more: Record<string, unknown> = {}) =>
  convertTransaction(seller.ctx, by(from), target(more));

describe('convertTransaction', () => {
  it('converts an estimate into an order, and the order into an invoice', async () => {
    const estimate = await anEstimate({
      items: [lamp, anItemBody({ name: 'Coat', taxCode: 'C1S2', unitPrice: 80, quantity: 1, discount: 8 })],
      transactionLevelDiscount: 17.2,
      shippingFee: { taxCode: 'C6S1', totalPrice: 10 },
      subsidiary: 'North',
      billingAddress: { city: 'Duluth' },
    });
    const order = await convert('e-1', { externalId: 'o-1', transactionType: 'SALES_ORDER' });
    expect(order.kind).toBe('created');
    expect(order.value.transaction).toMatchObject({ transactionType: 'SALES_ORDER', createdFrom: 'e-1' });
    const { transaction } = (await convert('o-1', { transactionStatus: 'PAID', documentName: 'Invoice 1' })).value;
    expect(transaction).toMatchObject({
      source: '9',
      externalId: 'i-1',
      transactionType: 'INVOICE',
      transactionStatus: 'PAID',
      transactionFilingStatus: 'NOT_FILED',
      documentName: 'Invoice 1',
      createdFrom: 'o-1',
      customerId: seller.customer.serviceId,
      subsidiary: 'North',
      billingAddress: { city: 'Duluth' },
      taxDate: '2026-07-01',
      transactionLevelDiscount: '17.2',
      calculationNumber: 1,
    });
    // Nets 100 and 72 share 17.20 as 10 and 7.20: 90 x 9.025 % = 8.1225; shipping 10 x 90 / 154.80 x 9.025 % = 0.5247.
    expect(transaction.salesTax.amount).toBe('8.64');
    expect(transaction.items).toEqual(estimate.items);
    expect((await getTransaction(seller.ctx, by('e-1'))).transaction).toEqual(estimate);
  });

  it('calculates the new document on its own date', async () => {
    // Louisiana's rate of 5 % ends with 2029; from 2030 on it is 4.75 %.
    const before = await anEstimate({
      shippingAddress: { state: 'LA', zip: '70112', city: 'New Orleans', country: 'US', isPartial: true },
      externalTimestamps: { createdDate: '2029-12-31', updatedDate: '2029-12-31' },
    });
    const day = { createdDate: '2030-01-01', updatedDate: '2030-01-01' };
    const { transaction } = (await convert('e-1', { externalTimestamps: day })).value;
    expect([before.salesTax.amount, transaction.salesTax.amount]).toEqual(['10', '9.75']);
  });

  it('changes nothing when repeated, even after the new document was paid', async () => {
    await anEstimate();
    const first = await convert('e-1');
    expect(await convert('e-1')).toEqual({ ...first, kind: 'unchanged' });
    const paid = await put({
      ...anInvoiceBody(seller.customer.serviceId, { items: [lamp], createdFrom: 'e-1', transactionStatus: 'PAID' }),
      externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01' },
    });
    expect(paid).toMatchObject({ version: 2, calculationNumber: 1 });
    expect(await convert('e-1')).toMatchObject({ kind: 'unchanged', value: { transaction: paid } });
  });

  it('does not overwrite another document', async () => {
    await anEstimate();
    const other = await put({ items: [lamp] });
    const error = await failureOf(convert('e-1'));
    expect(error).toMatchObject({ code: 'KEY_TAKEN', issues: [{ path: ['to', 'externalId'], code: 'KEY_TAKEN' }] });
    expect((await getTransaction(seller.ctx, by('i-1'))).transaction).toEqual(other);
  });

  it('creates one document under concurrent requests', async () => {
    await anEstimate();
    const kinds = (await Promise.all(Array.from({ length: 5 }, () => convert('e-1')))).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'created')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'unchanged')).toHaveLength(4);
  });

  it.each([
    ['ESTIMATE', 'ESTIMATE'],
    ['ESTIMATE', 'REFUND'],
    ['SALES_ORDER', 'ESTIMATE'],
    ['SALES_ORDER', 'SALES_ORDER'],
    ['INVOICE', 'SALES_ORDER'],
    ['INVOICE', 'REFUND'],
    ['TAXABLE_REFUND', 'INVOICE'],
  ])('rejects converting %s: %s', async (from, to) => {
    await put({ externalId: 'from', transactionType: from });
    const error = await failureOf(convert('from', { transactionType: to }));
    expect(error).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: ['to', 'transactionType'], code: 'CANNOT_BECOME' }],
    });
  });

  it('rejects a cancelled or unknown document, and an outdated version', async () => {
    await anEstimate();
    const stale = convertTransaction(seller.ctx, by('e-1'), target(), { kind: 'version', version: 2 });
    expect(await failureOf(stale)).toMatchObject({ code: 'PRECONDITION_FAILED' });
    await cancelTransaction(seller.ctx, by('e-1'));
    expect(await failureOf(convert('e-1'))).toMatchObject({ issues: [{ path: ['from'], code: 'CANCELLED' }] });
    expect(await failureOf(convert('none'))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
