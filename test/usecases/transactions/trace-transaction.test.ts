import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import type { Customer } from '../../../src/domain/customers/customer.ts';
import { documentChecks } from '../../../src/domain/transactions/document-checks.ts';
import { documentToReassess } from '../../../src/domain/transactions/record/reassess.ts';
import type { Context } from '../../../src/ports/context.ts';
import { assess } from '../../../src/tax/assess.ts';
import { decimalText } from '../../../src/tax/numbers/decimal.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { traceTransaction } from '../../../src/usecases/transactions/trace-transaction.ts';
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
  (await upsertTransaction(ctx, parseInput(inputs.transaction, anInvoiceBody(customer.serviceId, more)))).value;

const pens = (quantity: number) =>
  anItemBody({ name: 'Pen', unitPrice: 3.3, quantity, manualSalesTax: true, manualSalesTaxRate: 0.075 });

describe('traceTransaction', () => {
  it('explains a stored document from its own record', async () => {
    const { transaction, snapshot } = await put({ shippingFee: { taxCode: 'C6S1', totalPrice: 10 } });
    const again = assess(documentToReassess(transaction, snapshot));
    expect(decimalText(again.taxAmount)).toBe(transaction.salesTax.amount);
    expect(documentChecks(transaction, snapshot).filter(({ holds }) => !holds)).toEqual([]);

    const steps = await traceTransaction(ctx, { serviceId: transaction.serviceId });
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
    const { transaction, snapshot } = await refund('r-3');
    const steps = await traceTransaction(ctx, { key: { source: '9', externalId: 'r-3' } });
    const messages = steps.filter(({ pointer }) => pointer === '/items/0').map(({ message }) => message);
    expect(messages[0]).toBe('Amount after discounts: 3.3.');
    expect(messages[1]).toBe(
      'The tax on this line was 1.24 on 16.5. 6.6 was refunded before, and 3.3 is refunded now. The tax on both is 0.744, rounded to 0.74; less 0.5 refunded before, that is 0.24.',
    );
    const parts = steps.filter(({ kind }) => kind === 'CREDIT_SPLIT').map(({ amount }) => Number(amount));
    expect(parts.reduce((sum, part) => sum + part, 0).toFixed(2)).toBe('0.24');
    expect(documentChecks(transaction, snapshot).filter(({ holds }) => !holds)).toEqual([]);
  });

  it('needs the scope to read documents', async () => {
    const { transaction } = await put();
    const blind = aContext(store.stores, ctx.session!.tenant, ['tax:read']);
    expect((await failureOf(traceTransaction(blind, { serviceId: transaction.serviceId }))).code).toBe('FORBIDDEN');
    const other = aContext(store.stores, await aTenant(store.stores));
    expect((await failureOf(traceTransaction(other, { serviceId: transaction.serviceId }))).code).toBe('NOT_FOUND');
  });
});
