import { describe, expect, it } from 'vitest';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { shippingFeeInput } from '../../../src/domain/transactions/line-input.ts';
import type { SentItem, transactionFields } from '../../../src/domain/transactions/transaction-input.ts';
import { upsertExemptions } from '../../../src/usecases/exemptions/exemptions.ts';
import { calculateTransaction } from '../../../src/usecases/transactions/calculate-transaction.ts';
import { cancelTransaction } from '../../../src/usecases/transactions/cancel-transaction.ts';
import { getTransaction } from '../../../src/usecases/transactions/get-transaction.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { inputs } from '../../support/context.ts';
import { failureOf } from '../../support/failure.ts';
import { aSellerPerTest } from '../../support/seller.ts';

const seller = aSellerPerTest();
const put = (more = {}) => seller.put(more);

/**
 * Another value of each member of a document; null for members that only refunds have or that are not part of the
 * stored input.
 */
const otherValues: { readonly [Name in keyof typeof transactionFields.shape]: unknown } = {
  externalId: null,
  source: null,
  customerId: null,
  refundFraction: null,
  refundKind: null,
  require: null,
  requireLink: null,
  reporting: null,
  transactionFilingStatus: null,
  documentName: 'Order 7',
  items: [anItemBody({ unitPrice: '20', quantity: '4' })],
  isTaxInclusive: true,
  billingAddress: { ...minneapolis, street: '1 Main St' },
  shippingAddress: { ...minneapolis, city: 'Saint Paul', zip: '55101' },
  shipFromAddress: { ...minneapolis, street: '1 Main St' },
  deliveryMethod: 'COLLECTED',
  transactionStatus: 'PAID',
  transactionType: 'ESTIMATE',
  externalTimestamps: { createdDate: '2026-06-15T12:00:00-05:00', updatedDate: '2026-06-15T12:00:00-05:00' },
  taxDate: '2026-06-20',
  shippingFee: { taxCode: 'C6S1', totalPrice: '10' },
  createdFrom: 'O-1',
  transactionLevelDiscount: '1',
  exemptionOverride: { kind: 'FORCE_EXEMPT', reason: 'A letter of the state' },
  collectedBy: 'MARKETPLACE',
  collectedTaxAmount: '6',
  marketplace: 'Amazon',
  currency: 'EUR',
  roundingAmount: '-0.02',
  placeEvidence: [{ kind: 'BILLING_ADDRESS', country: 'US' }],
  subsidiary: 'North',
};
/** Members that another member requires. */
const required: Readonly<Record<string, object>> = {
  collectedTaxAmount: { collectedBy: 'MARKETPLACE' },
  deliveryMethod: { shipFromAddress: { ...minneapolis, street: '1 Main St' } },
};

/** Another value of each member of an item; null for a member that only refunds have. */
const otherItemValues: { readonly [Name in keyof SentItem]: unknown } = {
  refundFraction: null,
  name: 'A chair',
  taxCode: 'C1S2',
  product: 'SKU-1',
  productSource: '8',
  unitPrice: '20',
  quantity: '4',
  totalPrice: '6',
  description: 'Green',
  discount: '1',
  attributes: { isPrescribed: true },
  collectedBy: 'MARKETPLACE',
  collectedTaxAmount: '2',
  tangibleCategory: 'INTANGIBLE',
  taxableCategory: 'NOT_TAXABLE',
  manualSalesTax: true,
  manualSalesTaxRate: '0.06',
  overrideReason: 'A letter of the state',
  shippingAddress: { ...minneapolis, city: 'Saint Paul', zip: '55101' },
  shipFromAddress: { ...minneapolis, street: '1 Main St' },
};
const manual = { manualSalesTax: true, manualSalesTaxRate: '0.05' };
const requiredOfItem: Readonly<Record<string, object>> = {
  productSource: { product: 'SKU-1' },
  totalPrice: { unitPrice: null, quantity: null, totalPrice: '5' },
  collectedTaxAmount: { collectedBy: 'MARKETPLACE' },
  manualSalesTax: { manualSalesTaxRate: '0.05' },
  manualSalesTaxRate: manual,
  overrideReason: manual,
};

describe('upsertTransaction', () => {
  it.each([
    ['item', Object.keys(otherItemValues)],
    ['shipping fee', Object.keys(shippingFeeInput.shape)],
  ])('stores another value of each member of the %s, and the first one when it is sent again', async (line, names) => {
    for (const name of names) {
      const other = otherItemValues[name as keyof SentItem];
      if (other === null) continue;
      const bodyOf = (more: object) => {
        const needed = { ...requiredOfItem[name], ...more };
        if (line === 'item') return { items: [anItemBody(needed)] };
        return { shippingFee: { taxCode: 'C1S1', totalPrice: '5', ...needed } };
      };
      const send = (more: object) => put({ externalId: `${line} ${name}`, ...bodyOf(more) });
      const versions = [await send({}), await send({ [name]: other }), await send({})];
      expect([name, ...versions.map(({ kind }) => kind)]).toEqual([name, 'created', 'replaced', 'replaced']);
      const [before, changed, after] = versions.map(({ value: { transaction } }) => {
        const stored = line === 'item' ? transaction.items[0]! : transaction.shippingFee!;
        return JSON.parse(JSON.stringify({ [name]: stored[name as keyof typeof stored] ?? null }));
      });
      expect(changed).not.toEqual(before);
      expect(changed).toMatchObject({ [name]: other });
      expect(after).toEqual(before);
    }
  });

  it('stores another value of each member, and the first one when it is sent again', async () => {
    for (const [name, other] of Object.entries(otherValues)) {
      if (other === null) continue;
      const first = { externalId: name, ...required[name] };
      const versions = [await put(first), await put({ ...first, [name]: other }), await put(first)];
      expect([name, ...versions.map(({ kind }) => kind)]).toEqual([name, 'created', 'replaced', 'replaced']);
      const [before, changed, after] = versions.map(({ value }) => {
        const { [name as 'items']: member = null } = value.transaction;
        return JSON.parse(JSON.stringify({ [name]: member }));
      });
      expect(changed).not.toEqual(before);
      expect(changed).toMatchObject({ [name]: other });
      expect(after).toEqual(before);
    }
  });

  it('calculates an invoice with every kind of line and discount in Minneapolis', async () => {
    const { kind, value } = await put({
      items: [
        anItemBody({ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100, quantity: 2, discount: 20 }),
        anItemBody({ name: 'Coat', taxCode: 'C1S2', unitPrice: '80.00', quantity: 1 }),
      ],
      transactionLevelDiscount: 26,
      shippingFee: { taxCode: 'C6S1', totalPrice: 10 },
    });
    expect(kind).toBe('created');
    // Nets 180 and 80 share 26 as 18 and 8: bases 162 and 72. Minnesota does not tax clothing, and taxes
    // delivery in proportion to the goods. 162 x 9.025 % = 14.6205 -> 14.62; 10 x 162 / 234 x 9.025 % = 0.6248 -> 0.62.
    const { items, shippingFee, ...document } = value.transaction;
    expect(
      items.map(({ calculatedTotal, taxAmount, taxRate, reason }) => [calculatedTotal, taxAmount, taxRate, reason]),
    ).toEqual([
      ['162', '14.62', '0.09025', 'TAXED'],
      ['72', '0', '0', expect.stringMatching(/^PRODUCT_/)],
    ]);
    expect(shippingFee).toMatchObject({ totalPrice: '10', taxAmount: '0.62', taxRate: '0.09025', reason: 'TAXED' });
    expect(document).toMatchObject({
      salesTax: { amount: '15.24', rate: '0.09025' },
      totalItemsAmount: '280',
      totalDiscount: '20',
      transactionLevelDiscount: '26',
      taxableItemsAmount: '200',
      tangibleItemsAmount: '280',
      finalTransactionAmount: '259.24',
      currency: 'USD',
      taxDate: '2026-06-15',
    });
    expect(value.snapshot.rates.map(({ jurisdiction, rate }) => [jurisdiction.level, jurisdiction.name, rate])).toEqual(
      [
        ['STATE', 'Minnesota', '0.06875'],
        ['COUNTY', 'Hennepin County', '0.0015'],
        ['CITY', 'Minneapolis', '0.005'],
        ['DISTRICT', 'Hennepin County Transit Sales and Use Tax', '0.005'],
        ['DISTRICT', 'Metro Area Transportation Sales and Use Tax', '0.0075'],
        ['DISTRICT', 'Metro Area Sales and Use Tax for Housing', '0.0025'],
      ],
    );
  });

  it('changes nothing when repeated, not even the date of the last change', async () => {
    const first = await put();
    const again = await put();
    expect(again.kind).toBe('unchanged');
    expect(again.value).toEqual(first.value);
  });

  it('keeps the figures if only the description changes, and recalculates if the tax depends on the change', async () => {
    const first = await put();
    const renamed = await put({ documentName: 'Order 7', transactionStatus: 'PAID' });
    expect(renamed.kind).toBe('replaced');
    expect(renamed.value.transaction).toMatchObject({
      documentName: 'Order 7',
      transactionStatus: 'PAID',
      calculationNumber: 1,
    });
    expect(renamed.value.snapshot).toEqual(first.value.snapshot);
    const repriced = await put({ items: [anItemBody({ unitPrice: 10 })] });
    expect(repriced.value.transaction).toMatchObject({ totalItemsAmount: '30', calculationNumber: 2, version: 3 });
    const kept = await seller.store.database.prisma.calculation.findMany({
      where: { transactionId: first.value.transaction.serviceId },
    });
    expect(kept.map(({ calculationNumber, document }) => [calculationNumber, document])).toEqual([
      [1, expect.objectContaining({ totalItemsAmount: '73.5', documentName: 'Order 7' })],
    ]);
  });

  it('shows a manual rate that is not enabled as it was sent, although it has no effect', async () => {
    const sent = (manualSalesTaxRate: number | null) =>
      anInvoiceBody(seller.customer.serviceId, {
        externalId: 'i-idle',
        items: [anItemBody({ manualSalesTaxRate })],
        shippingFee: { taxCode: 'C6S1', totalPrice: 5, manualSalesTaxRate },
      });
    const put = async (rate: number | null) => {
      const { kind, value } = await upsertTransaction(seller.ctx, parseInput(inputs.transaction, sent(rate)));
      const { items, shippingFee, calculationNumber } = value.transaction;
      return [kind, items[0]?.manualSalesTaxRate, shippingFee?.manualSalesTaxRate, calculationNumber];
    };
    expect(await put(null)).toEqual(['created', null, null, 1]);
    expect(await put(0.2)).toEqual(['replaced', '0.2', '0.2', 1]);
    expect(await put(0.2)).toEqual(['unchanged', '0.2', '0.2', 1]);
    expect(await put(null)).toEqual(['replaced', null, null, 1]);
  });

  it('does not treat its own response as a declaration of the consumer', async () => {
    const clothing = anItemBody({ name: 'Coat', taxCode: 'C1S2' });
    const first = await put({ items: [clothing] });
    const [shown] = first.value.transaction.items;
    expect(shown!.taxableCategory).toBe('NOT_TAXABLE');
    const echoed = await put({
      items: [
        { ...clothing, taxableCategory: 'NOT_TAXABLE', tangibleCategory: 'TANGIBLE', totalPrice: shown!.totalPrice },
      ],
      currency: 'usd',
      isTaxInclusive: false,
    });
    expect(echoed.kind).toBe('unchanged');
    const declared = await put({ items: [anItemBody({ taxableCategory: 'NOT_TAXABLE' })] });
    expect(declared.value.transaction.items[0]).toMatchObject({ reason: 'SENT_AS_NOT_TAXABLE', taxAmount: '0' });
  });

  it('says that a line is untaxed only because it was declared so', async () => {
    const { value } = await put({
      items: [anItemBody(), anItemBody({ taxableCategory: 'NOT_TAXABLE' })],
      shippingFee: { taxCode: 'C6S1', totalPrice: 10, taxableCategory: 'NOT_TAXABLE' },
    });
    const notices = value.transaction.notices.filter(({ code }) => code === 'SENT_AS_NOT_TAXABLE');
    expect(notices.map(({ pointer }) => pointer)).toEqual(['/items/1/taxableCategory', '/shippingFee/taxableCategory']);
  });

  it('does not treat an outcome copied from an order as a declaration', async () => {
    const coat = anItemBody({ name: 'Coat', taxCode: 'C1S2' });
    const gift = anItemBody({ name: 'Gift', taxableCategory: 'NOT_TAXABLE' });
    const order = await put({ externalId: 'o-1', transactionType: 'SALES_ORDER', items: [anItemBody(), coat, gift] });
    const copies = order.value.transaction.items.map(({ name, taxCode, unitPrice, quantity, taxableCategory }) => {
      return { name, taxCode, unitPrice, quantity, taxableCategory };
    });
    expect(copies.map(({ taxableCategory }) => taxableCategory)).toEqual(['TAXABLE', 'NOT_TAXABLE', 'NOT_TAXABLE']);
    // Wisconsin taxes coats, unlike Minnesota. The gift was also declared in the order.
    const shippingAddress = { country: 'US', state: 'WI', city: 'Madison', zip: '53703', isPartial: true };
    const invoice = { createdFrom: 'o-1', items: copies.toReversed(), shippingAddress };
    const reasons = async (more: object) =>
      (await put({ ...invoice, ...more })).value.transaction.items.map(({ reason }) => reason);
    expect(await reasons({})).toEqual(['SENT_AS_NOT_TAXABLE', 'TAXED', 'TAXED']);
    expect((await put(invoice)).kind).toBe('unchanged');
    const quote = await calculateTransaction(
      seller.ctx,
      parseInput(inputs.quote, { createdFrom: 'o-1', source: '9', items: copies, shippingAddress }),
    );
    expect(quote.transaction.items.map(({ reason }) => reason)).toEqual(['TAXED', 'TAXED', 'SENT_AS_NOT_TAXABLE']);
    // Nothing is known about an order that is not stored.
    expect(await reasons({ externalId: 'i-2', createdFrom: 'o-2' })).toEqual([
      'SENT_AS_NOT_TAXABLE',
      'SENT_AS_NOT_TAXABLE',
      'TAXED',
    ]);
  });

  it('rejects an unknown customer', async () => {
    const error = await failureOf(put({ customerId: '0197c4a8-1111-7aaa-8bbb-123456789abc' }));
    expect(error.code).toBe('CUSTOMER_NOT_FOUND');
  });

  it('applies a certificate of the state on the days it is valid', async () => {
    const states = [{ abbreviation: 'MN' }];
    const validationDates = { fromDate: '2026-06-15', toDate: '2026-06-30' };
    await upsertExemptions(
      seller.ctx,
      parseInput(inputs.exemption, {
        exemption: { customerId: seller.customer.serviceId, country: 'US', validationDates },
        states,
      }),
    );
    const on = async (day: string) => {
      const externalTimestamps = { createdDate: day, updatedDate: day };
      return (await put({ externalId: day, externalTimestamps })).value.transaction;
    };
    expect(await on('2026-06-14')).toMatchObject({ reason: 'TAXED', salesTax: { amount: '6.63' } });
    expect(await on('2026-06-15')).toMatchObject({ reason: 'CUSTOMER_EXEMPT', salesTax: { amount: '0' } });
    expect(await on('2026-06-30')).toMatchObject({ reason: 'CUSTOMER_EXEMPT' });
    expect(await on('2026-07-01')).toMatchObject({ reason: 'TAXED' });
  });

  it('allows only changes without effect on the tax in a filed document, until it is reopened', async () => {
    await put({ transactionFilingStatus: 'FILED' });
    const other = { items: [anItemBody({ unitPrice: 1 })] };
    expect((await failureOf(put(other))).code).toBe('TRANSACTION_FILED');
    expect((await failureOf(put({ transactionStatus: 'CANCELLED' }))).code).toBe('TRANSACTION_FILED');
    expect((await failureOf(cancelTransaction(seller.ctx, { key: { source: '9', externalId: 'i-1' } }))).code).toBe(
      'TRANSACTION_FILED',
    );
    expect((await put({ documentName: 'renamed' })).value.transaction.transactionFilingStatus).toBe('FILED');
    const reopened = await put({ ...other, transactionFilingStatus: 'NOT_FILED' });
    expect(reopened.value.transaction).toMatchObject({ transactionFilingStatus: 'NOT_FILED', totalItemsAmount: '3' });
  });

  it('creates a document once under concurrent requests', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => put({ documentName: `Order ${n % 4}` })));
    expect(results.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    expect(new Set(results.map(({ value }) => value.transaction.serviceId)).size).toBe(1);
    const stored = await getTransaction(seller.ctx, { key: { source: '9', externalId: 'i-1' } });
    expect(stored.transaction.version).toBe(1 + results.filter(({ kind }) => kind === 'replaced').length);
  });

  it.each([
    ['Berlin', { country: 'Germany', city: 'Berlin', zip: '10115' }, '19', [['COUNTRY', '0.19']]],
    ['Toronto', { country: 'CA', region: 'ON', city: 'Toronto' }, '13', [['COUNTRY', '0.13']]],
    [
      'Montréal',
      { country: 'CA', region: 'QC' },
      '14.98',
      [
        ['COUNTRY', '0.05'],
        ['REGION', '0.09975'],
      ],
    ],
    [
      'Seattle',
      { ...minneapolis, city: 'Seattle', state: 'WA', zip: '98101' },
      '10.55',
      [
        ['STATE', '0.065'],
        ['CITY', '0.0405'],
      ],
    ],
  ])('charges 100.00 sent to %s', async (_name, shippingAddress, tax, rates) => {
    const { transaction, snapshot } = (
      await put({ shippingAddress, items: [anItemBody({ unitPrice: 100, quantity: 1 })] })
    ).value;
    expect(transaction.salesTax.amount).toBe(tax);
    expect(
      snapshot.rates.filter(({ rate }) => rate !== '0').map(({ jurisdiction, rate }) => [jurisdiction.level, rate]),
    ).toEqual(rates.filter(([, rate]) => rate !== '0'));
  });

  it('says that Oregon has no such tax', async () => {
    const portland = { ...minneapolis, city: 'Portland', state: 'OR', zip: '97201' };
    const { transaction } = (await put({ shippingAddress: portland })).value;
    expect(transaction).toMatchObject({ reason: 'NO_TAX_THERE', salesTax: { amount: '0', rate: '0' } });
    expect(transaction.items[0]).toMatchObject({ reason: 'NO_TAX_THERE', taxableCategory: 'NOT_TAXABLE' });
  });

  it('says that the taxes of Brazil are not covered, not that there are none', async () => {
    const shippingAddress = { country: 'BR', city: 'São Paulo', zip: '01310-100' };
    const { transaction } = (await put({ shippingAddress })).value;
    expect(transaction).toMatchObject({ reason: 'NOT_COVERED', salesTax: { amount: '0', rate: '0' } });
    expect(transaction.items[0]).toMatchObject({ reason: 'NOT_COVERED', taxableCategory: 'TAXABLE' });
    expect(transaction.notices.map(({ code }) => code)).toContain('TAX_NOT_COVERED');
    const items = [anItemBody({ unitPrice: 100, quantity: 1, manualSalesTax: true, manualSalesTaxRate: 0.18 })];
    const manual = (await put({ shippingAddress, items })).value.transaction;
    expect(manual).toMatchObject({ reason: 'MANUAL_RATE', salesTax: { amount: '18' } });
  });

  it('accepts a manual rate, and finds the tax inside a price that includes it', async () => {
    const items = [anItemBody({ unitPrice: 110, quantity: 1, manualSalesTax: true, manualSalesTaxRate: 0.1 })];
    const added = (await put({ items })).value.transaction;
    expect(added).toMatchObject({
      reason: 'MANUAL_RATE',
      salesTax: { amount: '11', rate: '0.1' },
      finalTransactionAmount: '121',
    });
    const inside = (await put({ items, isTaxInclusive: true })).value.transaction;
    expect(inside).toMatchObject({ salesTax: { amount: '10', rate: '0.1' }, finalTransactionAmount: '110' });
  });

  it('finds all errors of a body at once, including the address and the amounts', () => {
    const body = anInvoiceBody('not-an-id', {
      items: [
        anItemBody({ quantity: 0 }),
        anItemBody({ unitPrice: 10, quantity: 1, discount: 11 }),
        anItemBody({ unitPrice: undefined, quantity: undefined }),
        anItemBody({ manualSalesTax: true }),
      ],
      shippingAddress: { ...minneapolis, state: 'XX', zip: '00000' },
      currency: 'XYZ',
      externalTimestamps: { createdDate: 'yesterday' },
    });
    const parsed = inputs.transaction.safeParse(body);
    const found = parsed.error!.issues.map((issue) => issue.path.join('.'));
    expect(found).toEqual(
      expect.arrayContaining([
        'items.0.quantity',
        'items.1.discount',
        'items.2.unitPrice',
        'items.3.manualSalesTaxRate',
        'shippingAddress.state',
        'customerId',
        'currency',
        'externalTimestamps.createdDate',
        'externalTimestamps.updatedDate',
      ]),
    );
  });

  it('compares amounts with many decimal places even if another field is invalid', () => {
    const body = anInvoiceBody('not-an-id', { items: [anItemBody({ unitPrice: 1e-90, quantity: 1, discount: 11 })] });
    const parsed = inputs.transaction.safeParse(body);
    expect(parsed.error!.issues.map((issue) => issue.path.join('.'))).toEqual(['customerId', 'items.0.discount']);
  });
});
