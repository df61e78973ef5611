import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, type TestApp } from '../../../support/app.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { startGateway } from '../start-gateway.ts';
import { storeInvoice, storeRefund } from './documents.ts';
import type { Options } from './order-input.ts';
import { shippingTaxRate, TollgateTaxLines } from './tax-lines.ts';
import type { Order, OrderLine, TaxLine } from './types.ts';

let app: TestApp;
let gateway: Gateway;
let options: Options;
let strategy: TollgateTaxLines;
let quotes = 0;
beforeAll(async () => {
  const started = await startGateway('3');
  app = started.app;
  gateway = {
    ...started.gateway,
    quote: (...asked) => {
      quotes += 1;
      return started.gateway.quote(...asked);
    },
  };
  options = { gateway, taxCodes: { 2: 'C1S2' } };
  strategy = new TollgateTaxLines(options);
});
afterAll(() => app.close());

const standardRate = { name: 'Standard', value: 20 };

const aLine = (id: number, name: string, listPrice: number, more: Partial<OrderLine> = {}): OrderLine => ({
  id,
  quantity: 1,
  orderPlacedQuantity: 0,
  listPrice,
  listPriceIncludesTax: false,
  adjustments: [],
  productVariant: { name, sku: `SKU-${id}` },
  taxCategoryId: 1,
  ...more,
});
const lamps = aLine(1, 'Lamp', 100_00, { quantity: 2 });
const coat = aLine(2, 'Coat', 80_00, { taxCategoryId: 2 });

const minneapolis = {
  streetLine1: '250 Marquette Ave',
  city: 'Minneapolis',
  province: 'MN',
  postalCode: '55401',
  countryCode: 'US',
};
const anOrder = (more: Partial<Order> = {}): Order => ({
  code: 'T3ST',
  currencyCode: 'USD',
  shippingAddress: minneapolis,
  lines: [lamps, coat],
  shippingLines: [],
  updatedAt: new Date('2026-06-15T15:00:00Z'),
  ...more,
});

const taxLinesOf = (order: Order, orderLine: OrderLine) =>
  strategy.calculate({ order, orderLine, applicableTaxRate: standardRate });

/** A line as in Vendure 3.7: floats, rounded once per line, in minor units. */
function shown({ listPrice, listPriceIncludesTax, adjustments, quantity }: OrderLine, taxLines: readonly TaxLine[]) {
  const rate = taxLines.reduce((total, { taxRate }) => total + taxRate, 0);
  const unit = listPrice + adjustments.reduce((total, { amount }) => total + amount / quantity, 0);
  const net = listPriceIncludesTax ? unit / ((100 + rate) / 100) : unit;
  const gross = listPriceIncludesTax ? unit : unit + unit * (rate / 100);
  return { proratedLinePrice: Math.round(net * quantity), proratedLinePriceWithTax: Math.round(gross * quantity) };
}

describe('an order in Vendure', () => {
  it('has the tax of each line, by one quote for all of them', async () => {
    const order = anOrder();
    const before = quotes;
    const lines = await Promise.all(order.lines.map((line) => taxLinesOf(order, line)));
    expect(quotes).toBe(before + 1);
    // 9.025 % of 200. Minnesota does not tax the coat.
    expect(shown(lamps, lines[0]!)).toEqual({ proratedLinePrice: 200_00, proratedLinePriceWithTax: 218_05 });
    expect(lines[0]).toContainEqual({ description: 'Minnesota', taxRate: 6.875 });
    expect(lines[1]).toEqual([{ description: 'No tax: PRODUCT_EXEMPT', taxRate: 0 }]);
  });

  it('is quoted again once a promotion changes a price', async () => {
    const adjustments: { amount: number }[] = [];
    const discounted = { ...lamps, adjustments };
    const order = anOrder({ lines: [discounted] });
    expect(shown(discounted, await taxLinesOf(order, discounted)).proratedLinePriceWithTax).toBe(218_05);
    adjustments.push({ amount: -20_00 });
    // 9.025 % of 180: 16.245, a tie that goes up.
    expect(shown(discounted, await taxLinesOf(order, discounted))).toEqual({
      proratedLinePrice: 180_00,
      proratedLinePriceWithTax: 196_25,
    });
  });

  it('keeps the cent where no rate does: only the part of the price above 175 is taxed', async () => {
    const boston = { ...minneapolis, streetLine1: '1 Beacon St', city: 'Boston', province: 'MA', postalCode: '02108' };
    const dear = { ...coat, listPrice: 200_00 };
    const lines = await taxLinesOf(anOrder({ shippingAddress: boston, lines: [dear] }), dear);
    // 6.25 % of 25: 1.5625.
    expect(shown(dear, lines)).toEqual({ proratedLinePrice: 200_00, proratedLinePriceWithTax: 201_56 });
    expect(lines).toEqual([{ description: 'Massachusetts', taxRate: 0.78 }]);
  });

  it('keeps prices that include tax', async () => {
    const berlin = { streetLine1: 'Invalidenstr. 1', city: 'Berlin', postalCode: '10115', countryCode: 'DE' };
    const gross = { ...lamps, quantity: 3, listPrice: 9_99, listPriceIncludesTax: true };
    const order = anOrder({ shippingAddress: berlin, currencyCode: 'EUR', lines: [gross] });
    // 29.97 x 19 / 119 = 4.785.
    expect(shown(gross, await taxLinesOf(order, gross))).toEqual({
      proratedLinePrice: 25_18,
      proratedLinePriceWithTax: 29_97,
    });
    const mixed = anOrder({ shippingAddress: berlin, lines: [gross, coat] });
    await expect(taxLinesOf(mixed, coat)).rejects.toThrow('use one kind of price');
  });

  it('taxes shipping as the goods are', async () => {
    // 14 x 200 / 280 x 9.025 % = 0.9025, so 0.90 of 14.
    const rate = await shippingTaxRate(anOrder(), { price: 14_00, priceIncludesTax: false }, options);
    expect(Math.round(14_00 * (1 + rate / 100))).toBe(14_90);
  });

  it("has the shop's own rate until there is an address", async () => {
    expect(await taxLinesOf(anOrder({ shippingAddress: {} }), lamps)).toEqual([
      { description: 'Standard, until there is an address', taxRate: 20 },
    ]);
  });

  it('has the exemptions of its customer, and tells what is wrong', async () => {
    const times = { createdDate: '2026-06-01', updatedDate: '2026-06-01' };
    const school = { source: '9', externalId: '77', customerType: 'RETAIL_EXEMPT', externalTimestamps: times };
    await app.send('PUT', '/v1/customers/source/9/externalId/77', school);
    expect(await taxLinesOf(anOrder({ customerId: 77 }), lamps)).toEqual([
      { description: 'No tax: CUSTOMER_TYPE', taxRate: 0 },
    ]);
    const elsewhere = anOrder({ shippingAddress: { ...minneapolis, postalCode: '10001' } });
    await expect(taxLinesOf(elsewhere, lamps)).rejects.toThrow('shippingAddress.zip: ');
  });

  it('becomes an invoice when it is placed, and its refund a document at the rates of the invoice', async () => {
    const placed = anOrder({
      customerId: 78,
      customer: { emailAddress: 'ada@example.org' },
      orderPlacedAt: new Date('2026-06-15T15:00:00Z'),
      lines: [{ ...lamps, orderPlacedQuantity: 2 }, coat],
      shippingLines: [{ listPrice: 14_00, listPriceIncludesTax: false, adjustments: [] }],
    });
    const invoice = { salesTax: { amount: '18.95' }, finalTransactionAmount: '312.95' };
    expect(await storeInvoice(placed, options)).toMatchObject(invoice);
    expect(await storeInvoice(placed, options)).toMatchObject(invoice);
    const refund = { id: 5, createdAt: new Date('2026-06-20T10:00:00Z'), lines: [{ orderLineId: 1, quantity: 1 }] };
    // Half of 18.05: 9.025, a tie that goes up.
    expect(await storeRefund(placed, refund, options)).toMatchObject({
      externalId: 'T3ST-R5',
      salesTax: { amount: '9.03' },
      finalTransactionAmount: '109.03',
    });
    expect(await bodyOf(app.send('GET', '/v1/transactions/source/3/externalId/T3ST-R5'))).toMatchObject({
      createdFrom: 'T3ST',
      customer: { externalId: '78', email: 'ada@example.org' },
    });
    await expect(storeRefund(placed, { ...refund, id: 6, lines: [] }, options)).rejects.toThrow('names no lines');
  });
});
