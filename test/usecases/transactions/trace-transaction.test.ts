import { describe, expect, it } from 'vitest';
import { documentChecks } from '../../../src/domain/transactions/document-checks.ts';
import { documentToReassess } from '../../../src/domain/transactions/record/reassess.ts';
import { assess } from '../../../src/tax/assess.ts';
import { decimalText } from '../../../src/tax/numbers/decimal.ts';
import { traceTransaction } from '../../../src/usecases/transactions/trace-transaction.ts';
import { anItemBody } from '../../support/bodies.ts';
import { aContext } from '../../support/context.ts';
import { failureOf } from '../../support/failure.ts';
import { aSellerPerTest } from '../../support/seller.ts';
import { aTenant } from '../../support/stores.ts';

const seller = aSellerPerTest();
const put = async (more = {}) => (await seller.put(more)).value;

const pens = (quantity: number) =>
  anItemBody({ name: 'Pen', unitPrice: 3.3, quantity, manualSalesTax: true, manualSalesTaxRate: 0.075 });

describe('traceTransaction', () => {
  it('explains a stored document from its own record', async () => {
    const { transaction, snapshot } = await put({ shippingFee: { taxCode: 'C6S1', totalPrice: 10 } });
    const again = assess(documentToReassess(transaction, snapshot));
    expect(decimalText(again.taxAmount)).toBe(transaction.salesTax.amount);
    expect(documentChecks(transaction, snapshot).filter(({ passed }) => !passed)).toEqual([]);

    const steps = [...(await traceTransaction(seller.ctx, { serviceId: transaction.serviceId })).steps];
    expect(steps[0]!.message).toContain('matched to Minneapolis, Hennepin');
    expect(steps.at(-1)).toMatchObject({ kind: 'DOCUMENT_TOTALLED', pointer: '', amount: transaction.salesTax.amount });
    const rounded = steps.filter(({ kind }) => kind === 'TAX_ROUNDED').map(({ pointer, amount }) => [pointer, amount]);
    expect(rounded).toEqual([
      ['/items/0', transaction.items[0]!.taxAmount],
      ['/shippingFee', transaction.shippingFee!.taxAmount],
    ]);
  });

  it('explains a refund by its invoice', async () => {
    await put({ items: [pens(5)] });
    const refund = (externalId: string) =>
      put({ transactionType: 'REFUND', createdFrom: 'i-1', externalId, items: [pens(1)] });
    for (const n of [1, 2]) await refund(`r-${n}`);
    const first = [...(await traceTransaction(seller.ctx, { key: { source: '9', externalId: 'r-1' } })).steps];
    const texts = first.map(({ message }) => message);
    expect(texts[0]).toBe('This refund uses the original rates and tax of invoice i-1.');
    expect(texts).toContain(
      'The tax on this line was 1.24 USD on 16.50 USD. 3.30 USD is refunded now. The tax on it is 0.248 USD, rounded to 0.25 USD.',
    );
    expect(texts).toContain('Minnesota (state) refunds 0.19 USD.');
    const { transaction, snapshot } = await refund('r-3');
    const steps = [...(await traceTransaction(seller.ctx, { key: { source: '9', externalId: 'r-3' } })).steps];
    const messages = steps.filter(({ pointer }) => pointer === '/items/0').map(({ message }) => message);
    expect(messages[0]).toBe('Amount after discounts: 3.30 USD.');
    expect(messages[1]).toBe(
      'The tax on this line was 1.24 USD on 16.50 USD. 6.60 USD was refunded before, and 3.30 USD is refunded now. The tax on both is 0.744 USD, rounded to 0.74 USD. Of this, 0.50 USD was refunded before, so 0.24 USD is refunded now.',
    );
    const parts = steps.filter(({ kind }) => kind === 'CREDIT_SPLIT').map(({ amount }) => Number(amount));
    expect(parts.reduce((sum, part) => sum + part, 0).toFixed(2)).toBe('0.24');
    expect(documentChecks(transaction, snapshot).filter(({ passed }) => !passed)).toEqual([]);
  });

  it('names each jurisdiction of a refund once, even if its items went to several places', async () => {
    const duluth = { country: 'US', state: 'MN', city: 'Duluth', zip: '55802', isPartial: true };
    await put({ items: [anItemBody({ name: 'A' }), anItemBody({ name: 'B', shippingAddress: duluth })] });
    await put({ transactionType: 'REFUND', createdFrom: 'i-1', externalId: 'r-1', items: [] });
    const { steps } = await traceTransaction(seller.ctx, { key: { source: '9', externalId: 'r-1' } });
    const names = [...steps].flatMap(({ kind, jurisdiction }) =>
      kind === 'JURISDICTION_FOUND' ? jurisdiction!.name : [],
    );
    expect(names.filter((name) => name === 'Minnesota')).toHaveLength(1);
    expect(names.find((name) => name.startsWith('Duluth'))).toBeDefined();
    expect(new Set(names).size).toBe(names.length);
  });

  it('needs the scope to read documents', async () => {
    const { transaction } = await put();
    const blind = aContext(seller.store.stores, seller.ctx.session!.tenant, ['tax:read']);
    expect((await failureOf(traceTransaction(blind, { serviceId: transaction.serviceId }))).code).toBe('FORBIDDEN');
    const other = aContext(seller.store.stores, await aTenant(seller.store.stores));
    expect((await failureOf(traceTransaction(other, { serviceId: transaction.serviceId }))).code).toBe('NOT_FOUND');
  });
});
