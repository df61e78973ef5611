import { describe, expect, it } from 'vitest';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { refundChecks } from '../../../src/domain/transactions/refund/refund-checks.ts';
import { toTransactionInput } from '../../../src/domain/transactions/submitted-input.ts';
import { cancelTransaction } from '../../../src/usecases/transactions/cancel-transaction.ts';
import { getTransaction } from '../../../src/usecases/transactions/get-transaction.ts';
import { recalculateTransaction } from '../../../src/usecases/transactions/recalculate-transaction.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { anItemBody } from '../../support/bodies.ts';
import { inputs } from '../../support/context.ts';
import { failureOf } from '../../support/failure.ts';
import { amount } from '../../support/records.ts';
import { aSellerPerTest } from '../../support/seller.ts';

const seller = aSellerPerTest();
const put = async (more = {}) => (await seller.put(more)).value.transaction;

const refund = (externalId: string, more: Record<string, unknown> = {}) =>
  put({ transactionType: 'REFUND', createdFrom: 'i-1', externalId, ...more });

// 7.5 % as a manual rate, so that the figures match the specification's example of successive refunds.
const pens = (quantity: number) =>
  anItemBody({ name: 'Pen', unitPrice: 3.3, quantity, manualSalesTax: true, manualSalesTaxRate: 0.075 });

describe('a refund of a known invoice', () => {
  it('returns the tax of a line exactly, in any number of parts', async () => {
    expect((await put({ items: [pens(5)] })).salesTax.amount).toBe('1.24');
    const amounts: string[] = [];
    for (const n of [1, 2, 3, 4, 5]) {
      const { salesTax, finalTransactionAmount } = await refund(`r-${n}`, { items: [pens(1)] });
      amounts.push(`${salesTax.amount} ${finalTransactionAmount}`);
    }
    expect(amounts).toEqual(['0.25 3.55', '0.25 3.55', '0.24 3.54', '0.25 3.55', '0.25 3.55']);
    const error = await failureOf(refund('r-6', { items: [pens(1)] }));
    expect(error).toMatchObject({ code: 'OVER_REFUND', message: 'Nothing is left to refund for "Pen".' });
    expect(error.issues[0]!.path).toEqual(['items', 0]);
  });

  it('refunds only the shipping fee if nothing else is sent', async () => {
    await put({ items: [pens(5)], shippingFee: { taxCode: 'C6S1', totalPrice: 10 } });
    const alone = await refund('r-1', { items: [], shippingFee: { taxCode: 'C6S1', totalPrice: 4 } });
    expect(alone.items).toEqual([]);
    expect(alone.shippingFee).toMatchObject({ totalPrice: '4', calculatedTotal: '4' });
    const rest = await refund('r-2', { items: [], shippingFee: { taxCode: 'C6S1', totalPrice: 6 } });
    const { shippingFee } = await put({ items: [pens(5)], shippingFee: { taxCode: 'C6S1', totalPrice: 10 } });
    const [first, second] = [alone, rest].map((one) => Number(one.shippingFee!.taxAmount));
    expect(first! + second!).toBeCloseTo(Number(shippingFee!.taxAmount), 6);
    const more = refund('r-3', { items: [], shippingFee: { taxCode: 'C6S1', totalPrice: 1 } });
    expect(await failureOf(more)).toMatchObject({ code: 'OVER_REFUND' });
  });

  it('does not refund the state delivery fee, with a notice', async () => {
    await seller.begin({ deliveryFees: 'CHARGE' });
    const shippingAddress = { country: 'US', state: 'CO', city: 'Denver', zip: '80202', isPartial: true };
    const invoice = await put({ items: [anItemBody({ unitPrice: 10, quantity: 1 })], shippingAddress });
    expect(invoice).toMatchObject({ finalTransactionAmount: '11.2', fees: [{ amount: '0.28', isCharged: true }] });
    const whole = await refund('r-1', { items: [], shippingAddress });
    expect(whole).toMatchObject({ finalTransactionAmount: '10.92', fees: [] });
    expect(whole.notices.map(({ code }) => code)).toEqual(['DELIVERY_FEE_KEPT']);
  });

  it('reports a discount above the lines that share it, on invoices and their refunds', async () => {
    const items = [anItemBody({ unitPrice: 40, quantity: 1 })];
    const capped = (sent: string) => [
      {
        code: 'DISCOUNT_CAPPED',
        pointer: '/transactionLevelDiscount',
        message: `The transaction discount of ${sent} exceeds the lines that share it, which add up to 40.00. A discount of 40.00 was used; check the discount and the prices.`,
      },
    ];
    const ofDiscount = ({ notices }: { readonly notices: readonly { readonly code: string }[] }) =>
      notices.filter(({ code }) => code === 'DISCOUNT_CAPPED');
    const invoice = await put({ items, transactionLevelDiscount: 50, shippingFee: null });
    expect(invoice).toMatchObject({ finalTransactionAmount: '0', transactionLevelDiscount: '50' });
    expect(ofDiscount(invoice)).toEqual(capped('50.00'));
    expect(ofDiscount(await refund('r-1', { items, transactionLevelDiscount: 60.5 }))).toEqual(capped('60.50'));
    expect(ofDiscount(await refund('r-2', { items: [] }))).toEqual([]);
  });

  it('refunds the whole invoice if it has no items, discounts and shipping included', async () => {
    const invoice = await put({
      items: [
        anItemBody({ unitPrice: 100, quantity: 2, discount: 20 }),
        anItemBody({ name: 'Coat', taxCode: 'C1S2', unitPrice: 80, quantity: 1 }),
      ],
      transactionLevelDiscount: 26,
      shippingFee: { taxCode: 'C6S1', totalPrice: 10 },
    });
    const whole = await refund('r-1', { items: [] });
    expect(
      whole.items.map(({ name, calculatedTotal, taxAmount, reason }) => [name, calculatedTotal, taxAmount, reason]),
    ).toEqual([
      ['Lamp', '162', '14.62', 'TAXED'],
      ['Coat', '72', '0', 'PRODUCT_EXEMPT'],
    ]);
    expect(whole).toMatchObject({
      salesTax: { amount: '15.24', rate: '0.09025' },
      finalTransactionAmount: invoice.finalTransactionAmount,
      shippingFee: { calculatedTotal: '10', taxAmount: '0.62' },
      refundOf: { invoiceId: invoice.serviceId, invoiceItems: [0, 1], refundFraction: null },
    });
  });

  it('counts refunds stored before the invoice against its total, even those that cannot be linked to it', async () => {
    const lamp = { items: [anItemBody({ unitPrice: 100, quantity: 1 })] };
    const sofa = { items: [anItemBody({ name: 'Sofa', unitPrice: 100, quantity: 1 })] };
    const early = await refund('r-early', sofa);
    expect(early).toMatchObject({ refundOf: null, finalTransactionAmount: '109.03' });
    await put(lamp); // 109.03 with its tax.
    const error = await failureOf(refund('r-1', { items: [] }));
    expect(error).toMatchObject({ code: 'OVER_REFUND', message: 'Nothing is left to refund for the invoice "i-1".' });
    await refund('r-early', { ...sofa, transactionStatus: 'CANCELLED' });
    expect((await refund('r-1', { items: [] })).finalTransactionAmount).toBe('109.03');
  });

  it('uses the rates of the invoice, not of its own date and place', async () => {
    await put({ items: [anItemBody({ unitPrice: 100, quantity: 1 })] });
    const portland = { city: 'Portland', state: 'OR', zip: '97201', street: '1 Main St', country: 'US' };
    const later = { createdDate: '2026-11-01', updatedDate: '2026-11-01' };
    const stored = await refund('r-1', {
      items: [anItemBody({ unitPrice: 40, quantity: 1 })],
      shippingAddress: portland,
      externalTimestamps: later,
    });
    expect(stored).toMatchObject({ salesTax: { amount: '3.61', rate: '0.09025' }, taxDate: '2026-11-01' });
  });

  it('refunds a share', async () => {
    await put({ items: [anItemBody({ unitPrice: 100, quantity: 1 })] });
    expect(await refund('r-1', { items: [], refundFraction: 0.25 })).toMatchObject({
      salesTax: { amount: '2.26' },
      finalTransactionAmount: '27.26',
      refundOf: { refundFraction: '0.25' },
    });
  });

  it.each([
    ['halves', '33.33', ['0.5', '0.5'], ['16.67 1.25', '16.66 1.25']],
    ['quarters', '0.41', ['0.25', '0.25', '0.25', '0.25'], ['0.1 0.01', '0.11 0.01', '0.1 0', '0.1 0.01']],
    ['unequal parts', '99.99', ['0.3333', '0.3333', '0.3334'], ['33.33 2.5', '33.32 2.5', '33.34 2.5']],
  ])('refunds everything in shares that add up: %s', async (_, unitPrice, shares, expected) => {
    const fee = { taxCode: 'C6S1', totalPrice: unitPrice, manualSalesTax: true, manualSalesTaxRate: 0.075 };
    await put({ items: [{ ...pens(1), unitPrice }], shippingFee: fee });
    const given: string[] = [];
    for (const [n, refundFraction] of shares.entries()) {
      const { items, shippingFee } = await refund(`r-${n}`, { items: [], refundFraction });
      expect(shippingFee).toMatchObject({ calculatedTotal: items[0]!.calculatedTotal, taxAmount: items[0]!.taxAmount });
      given.push(`${items[0]!.calculatedTotal} ${items[0]!.taxAmount}`);
    }
    expect(given).toEqual(expected);
  });

  it('rejects an item that is not on the invoice', async () => {
    await put();
    const error = await failureOf(
      refund('r-1', {
        items: [anItemBody({ name: 'Chair' }), anItemBody({ name: 'Chair', totalPrice: -5 })],
        shippingFee: { taxCode: '', totalPrice: 1 },
      }),
    );
    expect(error.code).toBe('INVALID_INPUT');
    expect(error.issues[1]!.message).toContain('and a negative amount. To keep a fee, send');
    expect(error.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
      ['items.0', 'NOT_ON_INVOICE'],
      ['items.1', 'NOT_ON_INVOICE'],
      ['shippingFee', 'NOT_ON_INVOICE'],
    ]);
  });

  it('does not count a cancelled refund until it is reactivated', async () => {
    await put({ items: [pens(5)] });
    await refund('r-1', { items: [] });
    await cancelTransaction(seller.ctx, { key: { source: '9', externalId: 'r-1' } });
    expect((await refund('r-2', { items: [pens(4)] })).salesTax.amount).toBe('0.99');
    expect((await failureOf(refund('r-1', { items: [] }))).code).toBe('OVER_REFUND');
  });

  it('refunds the rest of the tax after one of several refunds was cancelled', async () => {
    await put({ items: [pens(5)] });
    for (const n of [1, 2, 3, 4, 5]) await refund(`r-${n}`, { items: [pens(1)] });
    // The third refunded 0.24, the others 0.25 each: replacing it with a fifth of 1.24, 0.25, would be a cent too much.
    await cancelTransaction(seller.ctx, { key: { source: '9', externalId: 'r-3' } });
    expect((await refund('r-6', { items: [pens(1)] })).salesTax.amount).toBe('0.24');
    expect((await put({ items: [pens(5)], documentName: 'Pens' })).salesTax.amount).toBe('1.24');
  });

  it('accepts a cancelled refund whatever is left, also when repeated', async () => {
    await put({ items: [pens(5)] });
    await refund('r-1', { items: [] });
    const cancelled = { items: [], transactionStatus: 'CANCELLED' };
    expect((await refund('r-2', cancelled)).salesTax.amount).toBe('1.24');
    await refund('r-1', cancelled);
    await cancelTransaction(seller.ctx, { key: { source: '9', externalId: 'i-1' } });
    const before = await refund('r-1', cancelled);
    expect(await refund('r-1', cancelled)).toEqual(before);
    expect((await refund('r-1', { ...cancelled, documentName: 'Pens' })).documentName).toBe('Pens');
    expect((await refund('r-3', cancelled)).salesTax.amount).toBe('1.24');
    expect((await failureOf(refund('r-3', { items: [] }))).code).toBe('OVER_REFUND');
  });

  it('lets one of many concurrent refunds have what is left', async () => {
    await put({ items: [pens(5)] });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => refund(`r-${n}`, { items: [pens(3)] })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = results.filter((result) => result.status === 'rejected').map((result) => result.reason.code);
    expect(new Set(refusals)).toEqual(new Set(['OVER_REFUND']));
  });

  it('refunds a negative line from a negative line, even if others have the same name', async () => {
    await put({ items: [anItemBody({ unitPrice: 20, quantity: 1 }), anItemBody({ unitPrice: -5, quantity: 1 })] });
    await refund('r-1', { items: [anItemBody({ unitPrice: 20, quantity: 1 })] });
    const stored = await refund('r-2', { items: [anItemBody({ unitPrice: -5, quantity: 1 })] });
    expect(stored).toMatchObject({ salesTax: { amount: '-0.45' }, refundOf: { invoiceItems: [1] } });
  });

  it('rejects a change that would take back an earlier refund', async () => {
    await put({ items: [pens(5)], shippingFee: { taxCode: 'C6S1', totalPrice: 7 } });
    await refund('r-1', { items: [pens(2)], shippingFee: { taxCode: 'C6S1', totalPrice: 5 } });
    const shippingFee = { taxCode: 'C6S1', totalPrice: -5 };
    const error = await failureOf(refund('r-2', { items: [{ ...pens(1), unitPrice: -3.3 }], shippingFee }));
    expect(error.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
      ['items.0', 'NOT_ON_INVOICE'],
      ['shippingFee', 'NOT_ON_INVOICE'],
    ]);
  });

  it('matches its lines after items are renamed', async () => {
    const pencils = anItemBody({ name: 'Pencil', unitPrice: 3.3, quantity: 5 });
    await put({ items: [pens(5), pencils] });
    const refunded = { unitPrice: 3.3, quantity: 1 };
    await refund('r-1', { items: [anItemBody({ name: 'Pen', ...refunded })] });
    const renamed = await refund('r-1', { items: [anItemBody({ name: 'Pencil', ...refunded })] });
    expect(renamed).toMatchObject({ salesTax: { amount: '0.3' }, refundOf: { invoiceItems: [1] } });
  });

  it.each([
    ['lines in another order', { items: [anItemBody(), pens(5)] }, ['items.0']],
    ['another line in the place', { items: [anItemBody(), anItemBody()] }, ['items.0']],
    ['no such line', { items: [] as unknown[], shippingFee: { taxCode: 'C6S1', totalPrice: 1 } }, ['items.0']],
    ['another currency', { currency: 'EUR' }, ['currency']],
    ['prices with tax', { isTaxInclusive: true }, ['isTaxInclusive']],
    ['less tax', { items: [{ ...pens(5), manualSalesTaxRate: 0.07 }, anItemBody()] }, ['items.0']],
    ['no tax', { items: [{ ...pens(5), taxableCategory: 'NOT_TAXABLE' }, anItemBody()] }, ['items.0']],
  ])('keeps a refunded invoice from getting %s', async (_, change, paths) => {
    const items = [pens(5), anItemBody()];
    await put({ items });
    await refund('r-1', { items: [pens(3)] });
    const error = await failureOf(put({ items, ...change }));
    expect(error.code).toBe('OVER_REFUND');
    expect(error.issues.map(({ path }) => path.join('.'))).toEqual(paths);
    await cancelTransaction(seller.ctx, { key: { source: '9', externalId: 'r-1' } });
    await put({ items, ...change });
  });

  it('keeps the invoice from falling below its refunds', async () => {
    await put({ items: [pens(5)] });
    await refund('r-1', { items: [pens(3)] });
    expect((await failureOf(put({ items: [pens(2)] }))).code).toBe('OVER_REFUND');
    expect((await failureOf(put({ items: [pens(5)], transactionStatus: 'CANCELLED' }))).code).toBe('OVER_REFUND');
    expect((await failureOf(cancelTransaction(seller.ctx, { key: { source: '9', externalId: 'i-1' } }))).code).toBe(
      'OVER_REFUND',
    );
    expect((await put({ items: [pens(4)] })).salesTax.amount).toBe('0.99');
  });
});

describe('a refund of an unknown invoice', () => {
  it('is calculated at its own place and date', async () => {
    const stored = await refund('r-1', { createdFrom: 'elsewhere', items: [pens(1)] });
    expect(stored).toMatchObject({ salesTax: { amount: '0.25' }, refundOf: null });
  });

  it('needs items', async () => {
    const error = await failureOf(refund('r-1', { createdFrom: 'elsewhere', items: [] }));
    expect(error.issues[0]).toMatchObject({ path: ['items'], code: 'TOO_SHORT' });
  });
});

describe('a refund that is read and sent back', () => {
  const sendBack = async (externalId: string) => {
    const stored = await getTransaction(seller.ctx, { key: { source: '9', externalId } });
    const { refundFraction, ...document } = toTransactionInput(stored.transaction);
    const body = JSON.parse(JSON.stringify({ ...document, refundFraction }));
    return { stored, again: await upsertTransaction(seller.ctx, parseInput(inputs.transaction, body)) };
  };

  it.each([
    ['a share of the whole invoice', { items: [], refundFraction: 0.1 }],
    ['the whole invoice', { items: [] }],
    ['a share of an item', { items: [anItemBody({ unitPrice: 16.5, quantity: 1 })], refundFraction: '0.1' }],
    ['an item with a discount', { items: [anItemBody({ unitPrice: 16.5, quantity: 1, discount: 2 })] }],
  ])('changes nothing: %s', async (_what, more) => {
    await put({ items: [anItemBody({ unitPrice: 33, quantity: 1 })], shippingFee: { taxCode: 'C6S1', totalPrice: 4 } });
    await refund('r-1', more);
    const { stored, again } = await sendBack('r-1');
    expect(again.kind).toBe('unchanged');
    expect(again.value.transaction).toEqual(stored.transaction);
  });

  it('does not take a share of a share if something else is changed', async () => {
    await put({ items: [anItemBody({ unitPrice: 33, quantity: 1 })], shippingFee: { taxCode: 'C6S1', totalPrice: 4 } });
    const sent = {
      items: [anItemBody({ unitPrice: 16.5, quantity: 1 })],
      shippingFee: { taxCode: 'C6S1', totalPrice: 2 },
    };
    const first = await refund('r-1', { ...sent, refundFraction: 0.5 });
    expect(first.finalTransactionAmount).toBe('10.09');
    const body = {
      ...toTransactionInput(first),
      externalTimestamps: { createdDate: '2026-08-01', updatedDate: '2026-08-01' },
    };
    const moved = await upsertTransaction(seller.ctx, parseInput(inputs.transaction, JSON.parse(JSON.stringify(body))));
    expect(moved.value.transaction).toMatchObject({ taxDate: '2026-08-01', finalTransactionAmount: '10.09' });
  });
});

describe('a refund after that of the tax', () => {
  const key = { source: '9', externalId: 'i-1' };
  const lamp = (unitPrice: number) => anItemBody({ unitPrice, quantity: 1 });
  const read = async () => {
    const { transactions } = seller.ctx.session!.stores;
    return { invoice: (await transactions.findByKey(key))!, refunds: await transactions.findRefunds(key) };
  };

  it('is found by a check if it was stored as taxed, as it once was', async () => {
    await put({ items: [lamp(400)] });
    await refund('t-1', { items: [], refundKind: 'TAX_ONLY' });
    await refund('r-1', { items: [lamp(100)] });
    const { invoice, refunds } = await read();
    expect(refundChecks({ invoice, refunds })).toMatchObject([{ expected: '0', actual: '0', passed: true }]);
    const asTaxed = refunds.map(({ transaction, snapshot }) => {
      if (transaction.refundOf?.kind === 'TAX_ONLY') return { transaction, snapshot };
      const items = transaction.items.map((item) => ({ ...item, taxableAmount: amount('100') }));
      const ofLines = snapshot.refund!.items.map((line) => ({ ...line, exempted: undefined }));
      const refund = { ...snapshot.refund!, items: ofLines };
      return { transaction: { ...transaction, items }, snapshot: { ...snapshot, refund } };
    });
    // 9.025 % of 100.
    expect(refundChecks({ invoice, refunds: asTaxed })).toEqual([
      { name: 'REFUNDS_LEAVE_TAX', pointer: '/items/0', expected: '0', actual: '-9.03', passed: false },
    ]);
  });

  it('chooses the taxed item among items of the same name', async () => {
    await put({ items: [{ ...lamp(100), taxableCategory: 'NOT_TAXABLE' }, lamp(400)] });
    const tax = await refund('t-1', { items: [{ name: 'Lamp', taxCode: 'C1S1' }], refundKind: 'TAX_ONLY' });
    expect(tax).toMatchObject({ salesTax: { amount: '36.1' }, refundOf: { invoiceItems: [1] } });
  });

  it('is made right by calculating it again', async () => {
    await put({ items: [lamp(400)] });
    await refund('r-1', { items: [lamp(100)] });
    const early = { externalTimestamps: { createdDate: '2026-06-16', updatedDate: '2026-06-16' } };
    expect(await refund('t-1', { items: [], refundKind: 'TAX_ONLY', ...early })).toMatchObject({
      salesTax: { amount: '27.07' },
    });
    expect(refundChecks(await read()).every(({ passed }) => passed)).toBe(true);
    const reason = 'The certificate was there before.';
    const by = { key: { source: '9', externalId: 'r-1' } };
    const { transaction } = await recalculateTransaction(seller.ctx, by, { reason });
    // 36.10 in total; 27.07 was refunded before, on 300.
    expect(transaction).toMatchObject({ salesTax: { amount: '0' }, reason: 'CUSTOMER_EXEMPT' });
    expect(refundChecks(await read()).every(({ passed }) => passed)).toBe(true);
  });

  it('keeps the parts of authorities together after a refund was cancelled', async () => {
    // State, county, city and districts share 0.90 and 0.01 of tax.
    await put({ items: [lamp(9.99)] });
    for (const n of [1, 2, 3]) await refund(`r-${n}`, { items: [lamp(2.22)] });
    await cancelTransaction(seller.ctx, { key: { source: '9', externalId: 'r-2' } });
    await refund('r-4', { items: [lamp(5.55)] });
    const { invoice, refunds } = await read();
    const original = invoice.snapshot.items[0]!.taxLines.map(({ taxAmount }) => taxAmount);
    const returned = original.map((_, index) => {
      const parts = refunds.map(({ snapshot }) => Number(snapshot.items[0]!.taxLines[index]!.taxAmount));
      return String(Math.round(parts.reduce((sum, part) => sum + part, 0) * 100) / 100);
    });
    expect(returned).toEqual(original);
  });
});
