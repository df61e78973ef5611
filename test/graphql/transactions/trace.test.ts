import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';
import { ask, type Data, storeCustomer, storeInvoice } from '../ask.ts';

let app: TestApp;
let transaction: Data;
beforeAll(async () => {
  app = await startApp();
  const { serviceId: customerId } = await storeCustomer(app);
  const { serviceId } = await storeInvoice(app, customerId, {
    items: [anItemBody(), anItemBody({ name: 'Coat', taxCode: 'C1S2', unitPrice: 80, quantity: 1 })],
    shippingFee: { taxCode: 'C6S1', totalPrice: 10 },
  });
  const query = `query ($id: UUID!) { transaction(by: { serviceId: $id }) {
    salesTax { amount } items { taxAmount } finalTransactionAmount
    trace { kind pointer message jurisdiction { level name } ruleId exemptionId refusal reason basis rate exact amount validFrom validThrough sources { title } }
    checks { name pointer expected actual passed }
  } }`;
  const { data, errors } = await ask(app, query, { variables: { id: serviceId } });
  expect(errors).toBeUndefined();
  transaction = data.transaction;
});
afterAll(() => app.close());

describe('Transaction.trace', () => {
  it('describes each step in words and figures', () => {
    const { trace, items, salesTax } = transaction;
    const of = (kind: string) => trace.filter((step: Data) => step.kind === kind);
    expect(of('TAX_ROUNDED')[0]).toMatchObject({
      pointer: '/items/0',
      message: `Tax: 6.633375 USD is rounded to ${items[0].taxAmount} USD.`,
      exact: '6.633375',
      amount: items[0].taxAmount,
      jurisdiction: null,
    });
    expect(of('JURISDICTION_FOUND').map((step: Data) => [step.jurisdiction.level, step.rate])).toContainEqual([
      'STATE',
      '0.06875',
    ]);
    expect(of('RULE_APPLIED').every((step: Data) => step.ruleId && step.sources.length > 0)).toBe(true);
    expect(of('DOCUMENT_TOTALLED')[0]).toMatchObject({ pointer: '', amount: salesTax.amount });
  });
});

describe('Transaction.checks', () => {
  it('shows both sides of every sum', () => {
    const { checks, finalTransactionAmount: total, salesTax } = transaction;
    expect(checks.map(({ name, pointer }: Data) => `${name} ${pointer}`)).toEqual([
      'NET_PLUS_TAX_IS_GROSS /items/0',
      'TAX_LINES_SUM_TO_LINE /items/0',
      'NET_PLUS_TAX_IS_GROSS /items/1',
      'TAX_LINES_SUM_TO_LINE /items/1',
      'NET_PLUS_TAX_IS_GROSS /shippingFee',
      'TAX_LINES_SUM_TO_LINE /shippingFee',
      'LINES_SUM_TO_DOCUMENT ',
      'SHARES_SUM_TO_DISCOUNT /transactionLevelDiscount',
      'TOTAL_IS_SUM /finalTransactionAmount',
    ]);
    expect(checks.every(({ passed }: Data) => passed)).toBe(true);
    expect(checks.at(-1)).toMatchObject({ expected: total, actual: total });
    expect(checks.at(-3)).toMatchObject({ expected: salesTax.amount, actual: salesTax.amount });
  });
});
