import { describe, expect, it } from 'vitest';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { upsertExemptions } from '../../../src/usecases/exemptions/exemptions.ts';
import { recalculateTransaction } from '../../../src/usecases/transactions/recalculate-transaction.ts';
import { anItemBody } from '../../support/bodies.ts';
import { inputs, reference } from '../../support/context.ts';
import { failureOf } from '../../support/failure.ts';
import { aSellerPerTest } from '../../support/seller.ts';

const seller = aSellerPerTest();
const put = (more = {}) => seller.put(more);

const by = (externalId: string) => ({ key: { source: '9', externalId } });
const recalculate = (externalId = 'i-1') =>
  recalculateTransaction(seller.ctx, by(externalId), { reason: 'Certificate came late' });

const exempt = (validationDates = {}) => {
  const exemption = { customerId: seller.customer.serviceId, country: 'US', validationDates };
  return upsertExemptions(seller.ctx, parseInput(inputs.exemption, { exemption, states: [{ abbreviation: 'MN' }] }));
};

const lamp = anItemBody({ unitPrice: 100, quantity: 1 });

describe('recalculateTransaction', () => {
  it('applies today’s certificates on the document’s own date, and keeps the previous calculation', async () => {
    const { transaction: before } = (await put({ items: [lamp] })).value;
    await exempt({ fromDate: '2026-01-01' });
    seller.ctx = { ...seller.ctx, reference: Object.create(reference, { version: { value: 'next' } }) };
    const { transaction } = await recalculate();
    expect(transaction).toMatchObject({
      salesTax: { amount: '0' },
      reason: 'CUSTOMER_EXEMPT',
      taxDate: '2026-06-15',
      rateBookVersion: 'next',
      calculationNumber: 2,
      recalculationReason: 'Certificate came late',
      version: 2,
    });
    const { transactions } = seller.ctx.session!.stores;
    const first = { serviceId: transaction.serviceId, calculationNumber: 1 };
    const { rows: history } = await transactions.findPartOfCalculations([first]);
    expect(history).toMatchObject([{ calculationNumber: 1, rateBookVersion: before.rateBookVersion }]);
    expect(history[0]!.document.salesTax.amount).toBe('9.03');
    expect(history[0]!.document).not.toHaveProperty('recalculationReason');
  });

  it('ignores a certificate that is not valid on that date', async () => {
    await put({ items: [lamp] });
    await exempt({ fromDate: '2026-06-16' });
    expect((await recalculate()).transaction).toMatchObject({ salesTax: { amount: '9.03' }, calculationNumber: 2 });
  });

  it('counts a repeated request as no change, and drops the reason with the next calculation', async () => {
    await put({ items: [lamp] });
    await exempt();
    await recalculate();
    expect((await put({ items: [lamp] })).kind).toBe('unchanged');
    const { transaction } = (await put({ items: [lamp, lamp] })).value;
    expect(transaction.calculationNumber).toBe(3);
    expect(transaction.recalculationReason).toBeUndefined();
  });

  it('rejects a filed document', async () => {
    await put({ items: [lamp], transactionFilingStatus: 'FILED' });
    expect(await failureOf(recalculate())).toMatchObject({ code: 'TRANSACTION_FILED' });
  });

  it('does not remove tax that was refunded', async () => {
    await put({ items: [lamp] });
    await put({ externalId: 'r-1', transactionType: 'REFUND', createdFrom: 'i-1', items: [lamp] });
    await exempt();
    expect(await failureOf(recalculate())).toMatchObject({
      code: 'OVER_REFUND',
      issues: [{ path: ['items', 0], code: 'OVER_REFUND' }],
    });
  });

  it('keeps refunds unchanged if the invoice still covers them', async () => {
    await put({ items: [lamp] });
    const half = [anItemBody({ unitPrice: 50, quantity: 1 })];
    const refund = await put({ externalId: 'r-1', transactionType: 'REFUND', createdFrom: 'i-1', items: half });
    expect((await recalculate()).transaction).toMatchObject({ salesTax: { amount: '9.03' }, calculationNumber: 2 });
    const [unchanged] = await seller.ctx.session!.stores.transactions.findRefunds(by('i-1').key);
    expect(unchanged!.transaction).toEqual(refund.value.transaction);
  });

  it('uses the invoice’s figures for its refund', async () => {
    await put({ items: [lamp] });
    await put({
      externalId: 'r-1',
      transactionType: 'REFUND',
      createdFrom: 'i-1',
      items: [],
      refundFraction: 0.5,
    });
    await exempt();
    // Half of 100, and half of its 9.03: 4.515, a tie that goes up.
    expect((await recalculate('r-1')).transaction).toMatchObject({
      salesTax: { amount: '4.52' },
      finalTransactionAmount: '54.52',
      calculationNumber: 2,
    });
  });

  it('rejects an unknown document and an outdated version', async () => {
    expect(await failureOf(recalculate('none'))).toMatchObject({ code: 'NOT_FOUND' });
    await put();
    const stale = recalculateTransaction(seller.ctx, by('i-1'), { reason: 'Late' }, { kind: 'version', version: 2 });
    expect(await failureOf(stale)).toMatchObject({ code: 'PRECONDITION_FAILED' });
  });
});
