import type {
  ItemTaxCalculationLine,
  ShippingTaxCalculationLine,
  TaxCalculationContext,
  TaxTypes,
} from '@medusajs/types';
import {
  type Basket,
  type DocumentRow,
  type DocumentStore,
  deliverDue,
  reconcile,
  requirePlace,
  resend,
  TollgateTaxProvider,
  wantDocuments,
} from '@tollgate/medusa';
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { clientOf } from '../client-of.ts';

let app: TestApp;
let provider: TollgateTaxProvider;
const at = { now: () => new Date('2026-06-15T15:00:00Z') };
beforeAll(async () => {
  app = await startApp(at);
  provider = new TollgateTaxProvider({}, { ...(await clientOf(app)), source: '1', taxCodes });
});
afterAll(() => app.close());

const taxCodes = { ptyp_clothing: 'C1S2' };
const minneapolis: TaxCalculationContext['address'] = {
  country_code: 'us',
  province_code: 'us-mn',
  address_1: '250 Marquette Ave',
  city: 'Minneapolis',
  postal_code: '55401',
};

const lamps = { id: 'cali_lamps', unit_price: 100, quantity: 2, adjustments: [{ amount: 20 }] };
const coat = { id: 'cali_coat', unit_price: 80, quantity: 1, product_type_id: 'ptyp_clothing' };
const parcel = { id: 'casm_parcel', amount: 14 };
const cart: Basket = { items: [lamps, coat], shipping_methods: [parcel] };

const itemLines = (items: Basket['items']): ItemTaxCalculationLine[] =>
  items.map(({ id, unit_price, quantity, product_type_id }) => ({
    line_item: {
      id,
      product_id: `prod_${id}`,
      product_type_id: product_type_id ?? undefined,
      unit_price: unit_price as number,
      quantity: quantity as number,
      currency_code: 'usd',
    },
    rates: [],
  }));
const shippingLines: ShippingTaxCalculationLine[] = [
  {
    shipping_line: { id: parcel.id, shipping_option_id: 'so_1', unit_price: parcel.amount, currency_code: 'usd' },
    rates: [],
  },
];

type Lines = Awaited<ReturnType<TollgateTaxProvider['getTaxLines']>>;

/** Medusa's own calculation: it multiplies the net amount of the line by each rate, and rounds only for display. */
function shownTax(lines: Lines, id: string, net: number): string {
  const ofLine = lines.filter((line) => ('line_item_id' in line ? line.line_item_id : line.shipping_line_id) === id);
  expect(ofLine.length).toBeGreaterThan(0);
  const taxes = ofLine.map(({ rate }) => new Decimal(net).times(rate).div(100));
  return Decimal.sum(...taxes).toFixed(2);
}

/** The data that the hook passes to the provider. */
const taxLineContext = (basket: Basket) => ({ tollgate: basket });

describe('a cart in Medusa', () => {
  it('has the tax of the whole basket, although Medusa requests items and shipping separately', async () => {
    const context = { address: minneapolis, additional_context: taxLineContext(cart) };
    const items = await provider.getTaxLines(itemLines(cart.items), [], context);
    // 9.025 % of 180: 16.245, a tie that goes up. Minnesota does not tax the coat.
    expect(shownTax(items, lamps.id, 180)).toBe('16.25');
    expect(items.filter((line) => 'line_item_id' in line && line.line_item_id === coat.id)).toEqual([
      { line_item_id: coat.id, rate: 0, code: 'PRODUCT_EXEMPT', name: 'No tax', provider_id: 'tollgate' },
    ]);
    const state: Partial<TaxTypes.ItemTaxLineDTO> = {
      line_item_id: lamps.id,
      name: 'Minnesota (6.875 %)',
      data: { legal_rate: '6.875', reason: 'TAXED' },
    };
    expect(items[0]).toMatchObject(state);
    const shipping = await provider.getTaxLines([], shippingLines, context);
    // Taxed as 180 of 260 of the goods are: 14 x 180 / 260 x 9.025 % = 0.8747.
    expect(shownTax(shipping, parcel.id, 14)).toBe('0.87');
  });

  it('has the tax codes that products have in the gateway, unless their type has one', async () => {
    const codes = { 'SKU-COAT': 'C1S2', prod_scarf: 'C1S2', 'SKU-MAPPED': 'C1S1' };
    for (const [externalId, taxCode] of Object.entries(codes))
      await app.send('PUT', `/v1/products/source/1/externalId/${externalId}`, { source: '1', externalId, taxCode });
    const items = [
      { ...lamps, id: 'cali_1', variant_sku: 'SKU-COAT' },
      { ...lamps, id: 'cali_2', product_id: 'prod_scarf' },
      { ...coat, id: 'cali_3', variant_sku: 'SKU-MAPPED' },
      { ...lamps, id: 'cali_4', variant_sku: 'SKU-LAMP' },
    ];
    const context = taxLineContext({ items, shipping_methods: [] });
    const lines = await provider.getTaxLines(itemLines(items), [], {
      address: minneapolis,
      additional_context: context,
    });
    // Minnesota taxes no clothing; 9.025 % of 180 is 16.245, a tie that goes up.
    expect(items.map(({ id }) => shownTax(lines, id, 180))).toEqual(['0.00', '0.00', '0.00', '16.25']);
  });

  it("is taxed from Medusa's data if the hook is not set: without discounts, and shipping separately", async () => {
    const items = await provider.getTaxLines(itemLines(cart.items), [], { address: minneapolis });
    expect(shownTax(items, lamps.id, 200)).toBe('18.05');
    const shipping = await provider.getTaxLines([], shippingLines, { address: minneapolis });
    expect(shownTax(shipping, parcel.id, 14)).toBe('1.26');
  });

  it('keeps the cent where no rate does: only the part of the price above 175 is taxed', async () => {
    const boston = {
      country_code: 'us',
      province_code: 'us-ma',
      address_1: '1 Beacon St',
      city: 'Boston',
      postal_code: '02108',
    };
    const lines = await provider.getTaxLines(itemLines([{ ...coat, unit_price: '200' }]), [], { address: boston });
    // 6.25 % of 25: 1.5625.
    expect(shownTax(lines, coat.id, 200)).toBe('1.56');
    expect(lines).toMatchObject([{ rate: 0.78, data: { legal_rate: '6.25', reason: 'ABOVE_THRESHOLD' } }]);
  });

  it('subtracts the tax from prices that include it', async () => {
    const berlin = { country_code: 'de', address_1: 'Invalidenstr. 1', city: 'Berlin', postal_code: '10115' };
    const gross = { ...lamps, unit_price: 119, quantity: 1, adjustments: [], is_tax_inclusive: true };
    const added = taxLineContext({ items: [gross], shipping_methods: [] });
    const lines = await provider.getTaxLines(itemLines([gross]), [], { address: berlin, additional_context: added });
    expect(lines).toMatchObject([{ rate: 19, name: 'Germany (19 %)', line_item_id: lamps.id }]);
    const mixed = taxLineContext({ items: [gross, coat], shipping_methods: [] });
    await expect(
      provider.getTaxLines(itemLines([gross, coat]), [], { address: berlin, additional_context: mixed }),
    ).rejects.toThrow('Use only one kind');
  });

  it('has the exemptions of a stored customer, and none of an unknown one', async () => {
    const times = { createdDate: '2026-06-01', updatedDate: '2026-06-01' };
    const school = { source: '9', externalId: 'cus_school', customerType: 'RETAIL_EXEMPT', externalTimestamps: times };
    await app.send('PUT', '/v1/customers/source/9/externalId/cus_school', school);
    const askedBy = (id: string) =>
      provider.getTaxLines(itemLines([lamps]), [], {
        address: minneapolis,
        customer: { id, email: 'buyer@example.org', customer_groups: [] },
      });
    expect(await askedBy('cus_school')).toMatchObject([{ rate: 0, code: 'CUSTOMER_TYPE' }]);
    expect(shownTax(await askedBy('cus_unknown'), lamps.id, 200)).toBe('18.05');
  });

  it('has no tax until its address is more than a country or, by setting, the country of its region, and reports it', async () => {
    const address = { country_code: 'us' };
    const untaxed = { rate: 0, code: 'UNTAXED:INCOMPLETE_ADDRESS', line_item_id: lamps.id };
    expect(await provider.getTaxLines(itemLines([lamps]), [], { address })).toMatchObject([untaxed]);
    const regional = new TollgateTaxProvider(
      {},
      { ...(await clientOf(app)), source: '1', onIncompleteAddress: 'regionRate' },
    );
    const [line] = itemLines([lamps]);
    const rates = [{ rate: 7, code: 'us', name: 'US' }];
    expect(await regional.getTaxLines([{ ...line!, rates }], [], { address })).toMatchObject([
      { rate: 7, name: 'US, until an address is entered', code: 'ESTIMATED:INCOMPLETE_ADDRESS:us' },
    ]);
    expect(await regional.getTaxLines([line!], [], { address })).toMatchObject([untaxed]);
  });

  it.each([
    ['refuse', null],
    ['lastKnownRate', '16.25'],
    ['zero', '0.00'],
  ] as const)('has what onUnavailable says while the gateway is gone (%s)', async (onUnavailable, tax) => {
    let isGone = false;
    const client = await clientOf(app);
    const faulty = new TollgateTaxProvider(
      {},
      {
        ...client,
        source: '1',
        taxCodes,
        onUnavailable,
        quoteTimeLimit: 2_000,
        fetch: (...args) => (isGone ? Promise.reject(new Error('gone')) : client.fetch!(...args)),
      },
    );
    const context = { address: minneapolis, additional_context: taxLineContext(cart) };
    await faulty.getTaxLines(itemLines(cart.items), [], context);
    isGone = true;
    // Nobody is waiting yet for the tax of a cart with only a country.
    const early = { address: { country_code: 'us' } };
    expect(await faulty.getTaxLines(itemLines([lamps]), [], early)).toMatchObject([
      { rate: 0, code: 'UNTAXED:INCOMPLETE_ADDRESS' },
    ]);
    // Different shipping, so that no response is cached.
    const changed = { ...cart, items: [{ ...lamps, quantity: 2, unit_price: 100.0, id: 'cali_other' }, coat] };
    const asked = faulty.getTaxLines(itemLines(changed.items), [], {
      address: minneapolis,
      additional_context: taxLineContext({ ...changed, shipping_methods: [{ ...parcel, amount: 15 }] }),
    });
    if (tax === null) return expect(asked).rejects.toMatchObject({ code: 'TAX_UNAVAILABLE' });
    const lines = await asked;
    expect(shownTax(lines, 'cali_other', 180)).toBe(tax);
    expect(lines[0]!.code).toMatch(onUnavailable === 'zero' ? /^UNTAXED$/ : /^ESTIMATED:/);
  });

  it('is refused with the invalid fields, as Medusa reports invalid data', async () => {
    const address = { ...minneapolis, postal_code: '10001' };
    const asked = provider.getTaxLines(itemLines([coat]), [], { address });
    await expect(asked).rejects.toMatchObject({
      type: 'invalid_data',
      message: expect.stringContaining('shippingAddress.zip: '),
    });
  });
});

describe('a cart in Medusa without a delivery address', () => {
  const address = { country_code: 'us' };
  const providerWith = async (settings: object) =>
    new TollgateTaxProvider({}, { ...(await clientOf(app)), source: '1', taxCodes, ...settings });

  it('is taxed at the shop if its goods are collected', async () => {
    const shopAddress = { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401', street: '250 Marquette Ave' };
    const pickup = await providerWith({ paymentWithoutPlace: 'SHOP_ADDRESS', shopAddress });
    expect(shownTax(await pickup.getTaxLines(itemLines([lamps]), [], { address }), lamps.id, 200)).toBe('18.05');
    await expect(providerWith({ paymentWithoutPlace: 'SHOP_ADDRESS' })).rejects.toThrow('set shopAddress');
  });

  it('is taxed at its billing address if its goods are digital', async () => {
    const digital = await providerWith({ paymentWithoutPlace: 'BILLING_ADDRESS' });
    const billed = taxLineContext({ ...cart, billing_address: minneapolis });
    const lines = await digital.getTaxLines(itemLines(cart.items), [], { address, additional_context: billed });
    expect(shownTax(lines, lamps.id, 180)).toBe('16.25');
    expect(await digital.getTaxLines(itemLines(cart.items), [], { address })).toMatchObject([
      { code: 'UNTAXED:INCOMPLETE_ADDRESS' },
      { code: 'UNTAXED:INCOMPLETE_ADDRESS' },
    ]);
  });

  const line = (code: string) => ({ tax_lines: [{ code }] });
  const aCart = (more: object = {}) => ({
    ...{ completed_at: null, shipping_address: address, items: [line('TAXED')], shipping_methods: [], ...more },
  });
  const check = (found: Found) => requirePlace('cart_1', containerOf({ found }));

  it.each([
    ['no country', aCart({ shipping_address: null })],
    ['a line without a place', aCart({ items: [line('TAXED'), line('UNTAXED:INCOMPLETE_ADDRESS')] })],
    ['shipping at the rate of the region', aCart({ shipping_methods: [line('ESTIMATED:INCOMPLETE_ADDRESS:us')] })],
  ])('cannot be paid with %s', async (_name, found) => {
    await expect(check(found)).rejects.toMatchObject({
      type: 'invalid_data',
      message: expect.stringContaining('address'),
    });
  });

  it.each([
    ['the tax of the gateway', aCart()],
    ['the last known rates of its place', aCart({ items: [line('ESTIMATED:US-MN')] })],
    ['no tax by setting', aCart({ items: [line('UNTAXED')] })],
    ['no provider for its country', aCart({ items: [{ tax_lines: [] }] })],
    ['a payment that is done', aCart({ completed_at: '2026-06-15', shipping_address: null })],
  ])('can be paid with %s', async (_name, found) => {
    await expect(check(found)).resolves.toBeUndefined();
  });
});

type Found = Record<string, unknown> & { metadata?: Record<string, unknown> };
type Container = Parameters<typeof wantDocuments>[0];

/** The parts of Medusa's container that the plugin reads. */
function containerOf({ found, options = {}, log = [] }: { found: Found; options?: object; log?: string[] }): Container {
  const parts: Record<string, unknown> = {
    query: { graph: async () => ({ data: [found] }) },
    logger: { warn: (text: string) => log.push(`warn ${text}`), error: (text: string) => log.push(`error ${text}`) },
    order: {
      updateOrders: async (_id: string, { metadata }: { metadata: Record<string, unknown> }) => {
        found.metadata = metadata;
      },
    },
    configModule: { plugins: [{ resolve: '@tollgate/medusa', options }] },
  };
  return { resolve: (name: string) => parts[name] } as Container;
}

/** The rows that match Medusa's filters: a value, a list, `$lte` or `$nin`. */
function rowsOf(rows: readonly DocumentRow[], filters: object, { take }: { readonly take?: number | null } = {}) {
  const matches = (value: unknown, filter: unknown): boolean => {
    if (Array.isArray(filter)) return filter.includes(value);
    const { $lte, $nin } = Object(filter) as { readonly $lte?: Date; readonly $nin?: readonly unknown[] };
    if ($lte) return (value as Date) <= $lte;
    return $nin ? !$nin.includes(value) : value === filter;
  };
  return rows
    .filter((row) => Object.entries(filters).every(([name, filter]) => matches(row[name as keyof DocumentRow], filter)))
    .slice(0, take ?? rows.length);
}

/** The table of the plugin, in memory. */
function storeOf(): DocumentStore & { readonly rows: DocumentRow[] } {
  const rows: DocumentRow[] = [];
  return {
    rows,
    listTollgateDocuments: async (filters, config) => rowsOf(rows, filters, config),
    createTollgateDocuments: async (made) => {
      for (const row of made) rows.push({ id: `tgdoc_${rows.length}`, created_at: new Date(), ...row } as DocumentRow);
    },
    updateTollgateDocuments: async (changes) => {
      const index = rows.findIndex(({ id }) => id === (changes as DocumentRow).id);
      rows[index] = { ...rows[index]!, ...changes };
    },
  };
}

describe('an order in Medusa', () => {
  const anOrder = (id: string, more: object = {}): Found => ({
    ...{ id, display_id: 1, status: 'pending', currency_code: 'usd', customer_id: null, email: 'ada@example.org' },
    ...{ created_at: '2026-06-15T15:00:00Z', shipping_address: minneapolis, billing_address: null, metadata: {} },
    ...{ total: 200, items: [{ ...lamps, adjustments: [], tax_lines: [] }], shipping_methods: [], ...more },
  });
  const taxedBy = (tax_lines: object[]) => ({ items: [{ ...lamps, adjustments: [], tax_lines }] });

  it.each([
    ['the gateway', taxedBy([{ code: 'US-MN', provider_id: 'tollgate' }]), undefined],
    ['no tax provider', taxedBy([]), 'UNTAXED'],
    ['no place', taxedBy([{ code: 'UNTAXED:INCOMPLETE_ADDRESS', provider_id: 'tollgate' }]), 'UNTAXED'],
    ['last known rates', taxedBy([{ code: 'ESTIMATED:US-MN', provider_id: 'tollgate' }]), 'ESTIMATED'],
    ['another provider', taxedBy([{ code: 'vat', provider_id: 'system' }]), 'ESTIMATED'],
    ['a gift card', { items: [{ ...lamps, adjustments: [], tax_lines: [], is_giftcard: true }] }, undefined],
  ])('is marked by the source of its tax: %s', async (name, more, mark) => {
    const order = anOrder(`order ${name}`, more);
    await wantDocuments(containerOf({ found: order, options: { source: '1' } }), storeOf(), 'order');
    expect(order.metadata?.tollgate_tax).toBe(mark);
  });

  it('without a place fails immediately, in the log and on the order, and is resent once it is corrected', async () => {
    const order = anOrder('order_nowhere', { shipping_address: { country_code: 'us' } });
    const log: string[] = [];
    const options = { ...(await clientOf(app)), source: '1', timeZone: 'America/Chicago' };
    const container = containerOf({ found: order, options, log });
    const store = storeOf();
    await wantDocuments(container, store, 'order_nowhere');
    expect(await deliverDue(container, store)).toEqual({ sent: 0 });
    expect(store.rows).toMatchObject([{ state: 'FAILED', attempts: 1 }]);
    expect(log).toEqual([expect.stringMatching(/^error .*order_nowhere failed and needs manual correction: /)]);
    expect(order.metadata).toMatchObject({
      tollgate_tax: 'UNTAXED',
      tollgate_error: expect.stringContaining('needs manual correction'),
    });
    expect(await deliverDue(container, store)).toEqual({ sent: 0 });
    order.shipping_address = minneapolis;
    expect(await resend(container, store, 'order_nowhere')).toBe(1);
    expect(await deliverDue(container, store)).toEqual({ sent: 1 });
    expect(store.rows).toMatchObject([{ state: 'STORED', gateway_amount: '218.05' }]);
    expect(order.metadata).toEqual({ tollgate_tax: 'SETTLED', tollgate_difference: '18.05', tollgate_error: null });
  });

  it('that is cancelled is compared once: its cancellation has no amount', async () => {
    const options = { ...(await clientOf(app)), source: '1', timeZone: 'America/Chicago' };
    const container = containerOf({ found: anOrder('order_off', { status: 'canceled', total: '218.05' }), options });
    const store = storeOf();
    await wantDocuments(container, store);
    expect(await deliverDue(container, store)).toEqual({ sent: 2 });
    expect(await reconcile(container, store)).toEqual({ checked: 1, missing: [], different: [] });
  });

  it('waits while the gateway cannot be reached', async () => {
    const order = anOrder('order_out');
    const log: string[] = [];
    const options = { ...(await clientOf(app)), source: '1', fetch: () => Promise.reject(new Error('gone')) };
    const container = containerOf({ found: order, options, log });
    const store = storeOf();
    await wantDocuments(container, store, 'order_out');
    await deliverDue(container, store);
    expect(store.rows).toMatchObject([{ state: 'WAITING' }]);
    expect(log).toEqual([expect.stringMatching(/^warn .*order_out is pending: /)]);
  });
});
