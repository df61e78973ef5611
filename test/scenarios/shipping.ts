import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInput } from '../../src/domain/base/parse-input.ts';
import { netOf, partsOfLine } from '../../src/domain/transactions/parts-of-line.ts';
import { lineRateViews } from '../../src/domain/transactions/rate-views.ts';
import { calculateRefund } from '../../src/domain/transactions/refund/calculate-refund.ts';
import { completeInput } from '../../src/domain/transactions/refund/complete-input.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import type { RecordedTransaction } from '../../src/domain/transactions/transaction-snapshot.ts';
import { decimal, sum } from '../../src/tax/numbers/decimal.ts';
import { inputs } from '../support/context.ts';
import { calculate, type Scenario, testScenarios } from './scenario.ts';

const on = '2026-06-15';
const lamp = (price: string) => ({ code: 'C1S1', price });
const groceries = (price: string) => ({ code: 'C1S10', price });
const clothes = (price: string) => ({ code: 'C1S2', price });
const diapers = (price: string) => ({ code: 'C1S24', price });
const shipping = { price: '10' };
const handling = { code: 'C6S2', price: '10' };

const newYork = { state: 'NY', city: 'New York', zip: '10001' };
const newark = { state: 'NJ', city: 'Newark', zip: '07102' };
const losAngeles = { state: 'CA', city: 'Los Angeles', zip: '90012' };
const detroit = { state: 'MI', city: 'Detroit', zip: '48226' };
const baltimore = { state: 'MD', city: 'Baltimore', zip: '21201' };

describe('a shipping fee that is taxed whole when any of the goods are', () => {
  testScenarios([
    {
      name: 'New York, mixed',
      source: 'N.Y. Tax Law 1101(b)(3); Tax Bulletin ST-838',
      why: '(100 + 10) x 8.875 %: 8.875 and 0.8875',
      on,
      to: newYork,
      items: [lamp('100'), groceries('100')],
      shipping,
      expected: { taxes: ['8.88', '0'], shippingTax: '0.89', total: '219.77' },
    },
    {
      name: 'New York, food alone',
      source: 'Tax Bulletin ST-838',
      why: 'delivery of exempt goods is exempt',
      on,
      to: newYork,
      items: [groceries('100')],
      shipping,
      expected: { taxes: ['0'], shippingTax: '0', total: '110' },
    },
    {
      name: 'New York, clothing under 110',
      source: 'Tax Bulletin ST-838; N.Y. Tax Law 1115(a)(30)',
      why: 'delivery of exempt goods is exempt',
      on,
      to: newYork,
      items: [clothes('80')],
      shipping,
      expected: { taxes: ['0'], shippingTax: '0', total: '90' },
    },
    {
      name: 'Texas',
      source: '34 Tex. Admin. Code 3.303(a)',
      why: '8.25 and 10 x 8.25 % = 0.825',
      on,
      to: { state: 'TX', city: 'Houston', zip: '77002' },
      items: [lamp('100')],
      shipping,
      expected: { taxes: ['8.25'], shippingTax: '0.83', total: '119.08' },
    },
    {
      name: 'Texas, mixed: the rule speaks of one taxable item',
      source: '34 Tex. Admin. Code 3.303(a)',
      why: '10 x 8.25 % = 0.825',
      on,
      to: { state: 'TX', city: 'Houston', zip: '77002' },
      items: [lamp('100'), groceries('100')],
      shipping,
      expected: { taxes: ['8.25', '0'], shippingTax: '0.83', total: '219.08', notices: ['FACT_UNCERTAIN'] },
    },
    {
      name: 'Louisiana, mixed',
      source: 'La. R.S. 47:301 as amended by Act 11 of 2024; Revenue Information Bulletin 25-025',
      why: '10 x (5 % + 5 %) = 1.00',
      on,
      to: { state: 'LA', city: 'New Orleans', zip: '70112' },
      items: [lamp('50'), diapers('50')],
      shipping,
      expected: { taxes: ['5', '0'], shippingTax: '1', total: '116' },
    },
  ] satisfies Scenario[]);
});

describe('a shipping fee that is taxed by the share of the taxable goods', () => {
  testScenarios([
    {
      name: 'New Jersey',
      source: 'N.J.S.A. 54:32B-2; N.J.A.C. 18:24-27',
      why: '100 x 6.625 % = 6.625; a quarter of 10 is 2.50 x 6.625 % = 0.165625',
      on,
      to: newark,
      items: [lamp('100'), clothes('300')],
      shipping,
      expected: { taxes: ['6.63', '0'], shippingTax: '0.17', total: '416.8' },
    },
    {
      name: 'New Jersey, clothing alone',
      source: 'N.J.S.A. 54:32B-2 and 54:32B-8.4',
      why: 'nothing taxable is delivered',
      on,
      to: newark,
      items: [clothes('300')],
      shipping,
      expected: { taxes: ['0'], shippingTax: '0', total: '310' },
    },
    {
      name: 'Wisconsin',
      source: 'Wis. Stat. 77.51; Wis. Admin. Code Tax 11.94',
      why: '60 x 7.9 % = 4.74; 60 % of 10 is 6 x 7.9 % = 0.474',
      on,
      to: { state: 'WI', city: 'Milwaukee', zip: '53202' },
      items: [lamp('60'), groceries('40')],
      shipping,
      expected: { taxes: ['4.74', '0'], shippingTax: '0.47', total: '115.21' },
    },
    {
      name: 'Washington',
      source: 'RCW 82.08.010; WAC 458-20-110',
      why: '75 x 10.55 % = 7.9125; three quarters of 8 is 6 x 10.55 % = 0.633',
      on,
      to: { state: 'WA', city: 'Seattle', zip: '98101' },
      items: [lamp('75'), groceries('25')],
      shipping: { price: '8' },
      expected: { taxes: ['7.91', '0'], shippingTax: '0.63', total: '116.54' },
    },
  ] satisfies Scenario[]);
});

describe('the invoice that the README shows', () => {
  testScenarios([
    {
      name: 'Minneapolis',
      source: 'Minn. Stat. 297A.61, 297A.62 and 297A.67; Minnesota Department of Revenue, local rates',
      why: '(180 - 18) x 9.025 % = 14.6205; 10 x 162 / 234 x 9.025 % = 0.6248',
      on,
      to: { state: 'MN', city: 'Minneapolis', zip: '55401' },
      items: [{ code: 'C1S1', price: '100', quantity: 2, discount: '20' }, clothes('80')],
      discount: '26',
      shipping,
      expected: { taxes: ['14.62', '0'], shippingTax: '0.62', total: '259.24', notices: ['DELIVERY_FEE_DUE'] },
    },
  ] satisfies Scenario[]);
});

describe('a shipping fee for goods that the document does not name', () => {
  testScenarios([
    {
      name: 'Washington',
      source: 'RCW 82.08.010: the fee is part of the price of the goods; taxable goods are taken for granted',
      why: '10 x 10.55 % = 1.055 -> 1.06',
      on,
      to: { state: 'WA', city: 'Seattle', zip: '98101' },
      items: [],
      shipping,
      expected: { taxes: [], shippingTax: '1.06', total: '11.06', notices: ['SHIPPING_WITHOUT_GOODS'] },
    },
  ] satisfies Scenario[]);
});

describe('a shipping fee for goods with their own rate', () => {
  testScenarios([
    {
      name: 'North Carolina',
      source: 'N.C. Gen. Stat. 105-164.3 and 105-164.13B: the fee is taxed at the 2 % of the groceries it delivers',
      why: '80 x 2 % = 1.60; 10 x 2 % = 0.20',
      on,
      to: { state: 'NC', city: 'Charlotte', zip: '28202' },
      items: [groceries('80')],
      shipping,
      expected: { taxes: ['1.6'], shippingTax: '0.2', total: '91.8' },
    },
    {
      name: 'North Carolina, beside general goods',
      source: 'N.C. Gen. Stat. 105-164.4B and 105-164.13B: each part of the fee is taxed as the goods it delivers',
      why: '80 x 2 % = 1.60; 20 x 7.25 % = 1.45; the tax of the fee is (1.60 + 1.45) / 100 of its 10: 0.305 -> 0.31',
      on,
      to: { state: 'NC', city: 'Charlotte', zip: '28202' },
      items: [groceries('80'), { code: 'C1S1', price: '20' }],
      shipping,
      expected: { taxes: ['1.6', '1.45'], shippingTax: '0.31', total: '113.36' },
    },
  ] satisfies Scenario[]);
});

describe('a shipping fee that is free when stated separately', () => {
  testScenarios([
    {
      name: 'California',
      source: '18 CCR 1628; CDTFA Publication 100',
      why: 'free if a common carrier delivers, up to what that costs',
      on,
      to: losAngeles,
      items: [lamp('100')],
      shipping,
      expected: { taxes: ['9.75'], shippingTax: '0', total: '119.75', notices: ['CONDITION_UNKNOWN'] },
    },
    {
      name: 'California, handling',
      source: '18 CCR 1628; CDTFA Publication 100',
      why: '10 x 9.75 % = 0.975',
      on,
      to: losAngeles,
      items: [lamp('100')],
      shipping: handling,
      expected: { taxes: ['9.75'], shippingTax: '0.98', total: '120.73' },
    },
    {
      name: 'Florida',
      source: 'Fla. Admin. Code 12A-1.045',
      why: 'free if the buyer can avoid it',
      on,
      to: { state: 'FL', city: 'Miami', zip: '33130' },
      items: [lamp('100')],
      shipping,
      expected: { taxes: ['7'], shippingTax: '0', total: '117', notices: ['CONDITION_UNKNOWN'] },
    },
    {
      name: 'Illinois',
      source: '86 Ill. Adm. Code 130.415',
      why: 'free if the buyer could have picked the goods up',
      on,
      to: { state: 'IL', city: 'Chicago', zip: '60601' },
      items: [lamp('100')],
      shipping,
      expected: { taxes: ['10.25'], shippingTax: '0', total: '120.25', notices: ['CONDITION_UNKNOWN'] },
    },
    {
      name: 'Maryland',
      source: 'Md. Code, Tax-General 11-101',
      why: 'shipping is no part of the taxable price',
      on,
      to: baltimore,
      items: [lamp('100')],
      shipping,
      expected: { taxes: ['6'], shippingTax: '0', total: '116' },
    },
    {
      name: 'Maryland, handling',
      source: 'Md. Code, Tax-General 11-101; COMAR 03.06.01.08',
      why: '10 x 6 % = 0.60',
      on,
      to: baltimore,
      items: [lamp('100')],
      shipping: handling,
      expected: { taxes: ['6'], shippingTax: '0.6', total: '116.6' },
    },
    {
      name: 'Michigan until 2023-04-25',
      source: 'MCL 205.51 before 2023 PA 20',
      why: '10 x 6 % = 0.60',
      on: '2023-04-25',
      to: detroit,
      items: [lamp('100')],
      shipping,
      expected: { taxes: ['6'], shippingTax: '0.6', total: '116.6' },
    },
    {
      name: 'Michigan since 2023-04-26',
      source: 'MCL 205.51 as amended by 2023 PA 20',
      why: 'delivery charges stated separately are left out',
      on: '2023-04-26',
      to: detroit,
      items: [lamp('100')],
      shipping,
      expected: { taxes: ['6'], shippingTax: '0', total: '116' },
    },
  ] satisfies Scenario[]);
});

const delivered = { on: '2026-06-15', isTaxInclusive: false } as const;
const germany = {
  ...delivered,
  source: 'UStAE, Abschnitt 3.10',
  from: { country: 'DE' },
  to: { country: 'DE' },
  currency: 'EUR',
};
const britain = {
  ...delivered,
  source: 'VAT Notice 700/24',
  from: { country: 'GB' },
  to: { country: 'GB' },
  currency: 'GBP',
};

describe('delivery at the rates of the goods', () => {
  testScenarios([
    {
      ...germany,
      name: 'of a book and a lamp',
      why: '2 of the 6 are for the book: 0.14 at 7 %; 4 for the lamp: 0.76 at 19 %',
      items: [
        { code: 'C1S30', price: '10' },
        { code: 'C1S1', price: '20' },
      ],
      shipping: { price: '6' },
      expected: { taxes: ['0.7', '3.8'], shippingTax: '0.9', total: '41.4' },
    },
    {
      ...britain,
      name: 'of two zero-rated books',
      why: 'the delivery is zero-rated too',
      items: [{ code: 'C1S30', price: '10', quantity: 2 }],
      shipping: { price: '4' },
      expected: { taxes: ['0'], shippingTax: '0', total: '24', reasons: ['ZERO_RATED'] },
    },
    {
      ...britain,
      name: 'of a book, by its own tax code as the account says',
      why: '20 % of 4, with a notice',
      items: [{ code: 'C1S30', price: '20' }],
      shipping: { price: '4' },
      settings: { shippingTaxMethod: 'OWN_CODE' },
      expected: { taxes: ['0'], shippingTax: '0.8', total: '24.8', notices: ['SHIPPING_AT_STANDARD_RATE'] },
    },
    {
      ...britain,
      name: 'that costs nothing',
      why: 'no notice: no tax depends on it',
      items: [{ code: 'C1S30', price: '20' }],
      shipping: { price: '0' },
      settings: { shippingTaxMethod: 'OWN_CODE' },
      expected: { taxes: ['0'], shippingTax: '0', total: '20' },
    },
    {
      ...delivered,
      name: 'in Japan: at a rate of its own',
      source: 'National Tax Agency of Japan, Q&A on the reduced rate',
      why: '8 % of 1000 for the food, and 10 % of 500',
      from: { country: 'JP' },
      to: { country: 'JP' },
      currency: 'JPY',
      items: [{ code: 'C1S10', price: '1000' }],
      shipping: { price: '500' },
      expected: { taxes: ['80'], shippingTax: '50', total: '1630', notices: ['CATEGORY_IS_BROAD'] },
    },
  ] satisfies Scenario[]);

  it('has tax lines at the rates of the law, with the reasons of the goods', async () => {
    const { document, snapshot } = await calculate({
      ...britain,
      name: '',
      why: '',
      items: [
        { code: 'C1S30', price: '10' },
        { code: 'C1S1', price: '20' },
      ],
      shipping: { price: '6' },
      expected: { taxes: [], total: '' },
    });
    expect(snapshot.shippingFee!.taxLines).toMatchObject([
      { appliedRate: '0', taxableAmount: '0', exemptAmount: '2', taxAmount: '0', reason: 'ZERO_RATED' },
      { appliedRate: '0.2', taxableAmount: '4', exemptAmount: '0', taxAmount: '0.8', reason: 'TAXED' },
    ]);
    expect(document.shippingFee).toMatchObject({
      taxAmount: '0.8',
      taxRate: '0.2',
      taxableAmount: '4',
      reason: 'TAXED',
    });
    expect(lineRateViews(snapshot, snapshot.shippingFee!).gtRates).toMatchObject({
      countryRate: '0.2',
      taxRate: '0.2',
    });
  });

  const cents = (most: number) => fc.integer({ min: 1, max: most }).map((amount) => amount / 100);
  const chain = fc.record({
    prices: fc.tuple(cents(5000), cents(5000), cents(5000)),
    fee: cents(3000),
    isTaxInclusive: fc.boolean(),
    /** The share of the remaining fee, and an earlier refund that is then cancelled. */
    refunds: fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.option(fc.nat({ max: 5 }))), { maxLength: 6 }),
  });

  it('has parts that add up to the fee, and to zero once it is refunded, even if refunds are cancelled in between', async () => {
    await fc.assert(
      fc.asyncProperty(chain, async ({ prices, fee, isTaxInclusive, refunds: steps }) => {
        // A book at 7 %, a lamp at 19 % and a silver coin.
        const items = ['C1S30', 'C1S1', 'C1S54'].map((code, index) => ({ code, price: String(prices[index]) }));
        const sold = { ...germany, name: '', why: '', items, shipping: { price: String(fee) }, isTaxInclusive };
        const invoice = asStored('i-1', await calculate({ ...sold, expected: { taxes: [], total: '' } }));
        const refunds: RecordedTransaction[] = [];
        const left = () => sum([invoice, ...refunds].map(feeOf));
        for (const [share, cancelled] of [...steps, [100, null] as const]) {
          if (cancelled !== null) refunds.splice(cancelled, 1);
          const part = left().times(share).div(100).toFixed(2);
          if (Number(part) === 0) continue;
          refunds.push(refundOfFee(invoice, refunds, part));
        }
        for (const one of [invoice, ...refunds]) expectPartsToAddUp(one);
        expect(left().toNumber()).toBe(0);
        for (const field of ['taxableAmount', 'exemptAmount', 'taxAmount'] as const) {
          const rates = new Map<string, number>();
          for (const { snapshot, transaction } of [invoice, ...refunds]) {
            for (const taxLine of snapshot.shippingFee!.taxLines) {
              const sign = transaction.externalId === 'i-1' ? 1 : -1;
              const before = rates.get(taxLine.appliedRate) ?? 0;
              rates.set(taxLine.appliedRate, before + sign * Math.round(Number(taxLine[field]) * 100));
            }
          }
          expect([field, ...rates.values()]).toEqual([field, ...[...rates.keys()].map(() => 0)]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

const feeOf = ({ transaction }: RecordedTransaction) => {
  const amount = decimal(transaction.shippingFee!.calculatedTotal);
  return transaction.externalId === 'i-1' ? amount : amount.negated();
};

/** A calculated document as the stores return it. */
function asStored(externalId: string, { document, snapshot }: Awaited<ReturnType<typeof calculate>>) {
  const customerId = '01980000-0000-7000-8000-0000000000c1';
  const transaction = {
    ...document,
    customerId,
    externalId,
    serviceId: `01980000-0000-7000-8000-0000000000${externalId.slice(-2)}`,
  };
  return { transaction: transaction as unknown as Transaction, snapshot } as RecordedTransaction;
}

function refundOfFee(invoice: RecordedTransaction, refunds: readonly RecordedTransaction[], price: string) {
  const body = {
    externalId: 'r-1',
    source: '1',
    transactionType: 'REFUND',
    transactionStatus: 'ACTIVE',
    createdFrom: 'i-1',
    externalTimestamps: { createdDate: on, updatedDate: on },
    items: [],
    shippingFee: { taxCode: 'C6S1', totalPrice: price },
  };
  const sent = completeInput(parseInput(inputs.transaction, body), invoice.transaction, { defaultTaxCode: null });
  return asStored('r-1', calculateRefund({ ...sent, taxDateTimeZone: null }, { invoice, refunds }));
}

function expectPartsToAddUp({ transaction, snapshot }: RecordedTransaction): void {
  const { calculatedTotal, taxAmount } = transaction.shippingFee!;
  const { taxLines } = snapshot.shippingFee!;
  const net = sum(partsOfLine(taxLines).map(([first]) => decimal(netOf(first!))));
  const tax = sum(taxLines.map((taxLine) => decimal(taxLine.taxAmount)));
  expect(tax.toNumber()).toBe(Number(taxAmount));
  expect(net.plus(transaction.isTaxInclusive ? tax : 0).toNumber()).toBe(Number(calculatedTotal));
}
