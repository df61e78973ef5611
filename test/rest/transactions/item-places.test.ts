import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { flat } from '../../support/returns.ts';

type Body = Record<string, unknown>;
type Stored = Body & { readonly items: readonly Body[]; readonly serviceId: string; readonly customer: Body };
type Problem = { readonly errors: readonly { readonly pointer: string; readonly code: string }[] };

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  customerId = await storeCustomer('c-1');
});
afterAll(() => app.close());

const storeCustomer = async (externalId: string) => {
  const customer = app.send('PUT', `/v1/customers/source/9/externalId/${externalId}`, aCustomerBody({ externalId }));
  return (await bodyOf<{ serviceId: string }>(customer)).serviceId;
};
const path = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const put = (externalId: string, more: Body) =>
  app.send('PUT', path(externalId), anInvoiceBody(customerId, { externalId, ...more }));
const stored = (externalId: string, more: Body) => bodyOf<Stored>(put(externalId, more));
const list = (query: string) => bodyOf<Body[]>(app.send('GET', query));

// Minneapolis has 9.025 %, Madison 5 % of Wisconsin and 0.5 % of Dane County. Ohio taxes sales within the state at the
// origin: Cincinnati has 5.75 % of Ohio and 2.05 % of Hamilton County and its transit.
const madison = { city: 'Madison', state: 'WI', zip: '53703', street: '1 State St', country: 'US' };
const columbus = { city: 'Columbus', state: 'OH', zip: '43215', street: '1 High St', country: 'US' };
const cincinnati = { city: 'Cincinnati', state: 'OH', zip: '45202', street: '1 Main St', country: 'US' };

const lamp = { name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 };
const desk = { name: 'Desk', taxCode: 'C1S1', unitPrice: 200, quantity: 2, shippingAddress: madison };
const chair = { name: 'Chair', taxCode: 'C1S1', unitPrice: 50, shippingAddress: columbus, shipFromAddress: cincinnati };
const tisch = { name: 'Tisch', taxCode: 'C1S1', unitPrice: 50, shippingAddress: { country: 'DE' } };
const shippingFee = { taxCode: 'C6S1', totalPrice: 10 };

describe('an item with its own addresses', () => {
  it('is taxed at its own place, with its own origin; the fee at that of the document', async () => {
    const invoice = await stored('four', { items: [lamp, desk, chair, tisch], shippingFee });
    expect(invoice.items.map(({ taxAmount, taxRate }) => [taxAmount, taxRate])).toEqual([
      [9.03, 0.09025], // 9.025
      [22, 0.055], // 400 × 5.5 %
      [3.9, 0.078], // 50 × 7.8 %
      [9.5, 0.19], // 50 × 19 %
    ]);
    expect(invoice).toMatchObject({
      salesTax: { amount: 45.33, salesTaxRates: { taxRate: 0.09025 } }, // The tax on the fee is 0.9025.
      shippingFee: { taxAmount: 0.9 },
      finalTransactionAmount: 655.33,
      shippingAddress: { matchedAddressData: { address: { state: 'MN' } } },
    });
    expect(invoice.items[1]).toMatchObject({
      shippingAddress: { ...madison, matchedAddressData: { address: { city: 'Madison', state: 'WI' } } },
      jurisdictionalSalesTaxRules: { name: 'Wisconsin', abbreviation: 'WI' },
      salesTaxRates: { stateRate: 0.05, countyRate: 0.005 },
    });
    expect(invoice.items[2]).toMatchObject({ shipFromAddress: cincinnati, salesTaxRates: { stateRate: 0.0575 } });
    expect(invoice.items[3]).toMatchObject({ gtRates: { countryRate: 0.19 } });
    expect(invoice.items[0]).not.toHaveProperty('shippingAddress');
    expect(invoice.places).toMatchObject([
      { country: 'US', state: 'MN', pointers: ['/items/0', '/shippingFee'], calculatedTotal: 110, taxAmount: 9.93 },
      { country: 'US', state: 'WI', pointers: ['/items/1'], taxableAmount: 400, taxAmount: 22 },
      { country: 'US', state: 'OH', sourcing: 'ORIGIN', pointers: ['/items/2'], taxAmount: 3.9 },
      { country: 'DE', pointers: ['/items/3'], calculatedTotal: 50, taxAmount: 9.5, gtRates: { countryRate: 0.19 } },
    ]);
  });

  it('is shown alike in GraphQL, and explained', async () => {
    await stored('four', { items: [lamp, desk, chair, tisch], shippingFee });
    const { data } = await ask(
      app,
      `{ transaction(by: { key: { source: "9", externalId: "four" } }) {
        items { taxAmount shippingAddress { city matchedAddressData { address { state } } } shipFromAddress { city } }
        places { country state sourcing matchedAddressData { precision } lines { __typename pointer taxAmount ... on Item { name } } taxAmount salesTaxRates { taxRate } gtRates { taxRate } }
        trace { kind pointer message } checks { name passed } } }`,
    );
    const { items, places, trace, checks } = (data as { transaction: Record<string, Body[]> }).transaction;
    expect(items?.[1]).toEqual({
      taxAmount: '22.00',
      shippingAddress: { city: 'Madison', matchedAddressData: { address: { state: 'WI' } } },
      shipFromAddress: null,
    });
    expect(places?.map(({ state, taxAmount }) => [state, taxAmount])).toEqual([
      ['MN', '9.93'],
      ['WI', '22.00'],
      ['OH', '3.90'],
      [null, '9.50'],
    ]);
    expect(places?.map(({ sourcing, lines }) => [sourcing, lines])).toEqual([
      [
        'DESTINATION',
        [
          { __typename: 'Item', name: lamp.name, pointer: '/items/0', taxAmount: '9.03' },
          { __typename: 'ShippingFee', pointer: '/shippingFee', taxAmount: '0.90' },
        ],
      ],
      ['DESTINATION', [{ __typename: 'Item', name: desk.name, pointer: '/items/1', taxAmount: '22.00' }]],
      ['ORIGIN', [{ __typename: 'Item', name: chair.name, pointer: '/items/2', taxAmount: '3.90' }]],
      ['DESTINATION', [{ __typename: 'Item', name: tisch.name, pointer: '/items/3', taxAmount: '9.50' }]],
    ]);
    const matched = trace?.filter(({ kind }) => kind === 'ADDRESS_MATCHED').map(({ pointer }) => pointer);
    expect(matched).toEqual(['', '/items/1', '/items/2', '/items/3']);
    expect(trace?.filter(({ kind }) => kind === 'JURISDICTION_FOUND').map(({ pointer }) => pointer)).toContain(
      '/items/1',
    );
    expect(checks?.every(({ passed }) => passed)).toBe(true);
  });

  it('is taxed alike in a quote', async () => {
    const quote = {
      items: [lamp, desk],
      shippingAddress: { country: 'US', state: 'MN', zip: '55401', isPartial: true },
    };
    const sent = { ...quote, externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' } };
    const calculated = await bodyOf<Stored>(app.send('POST', '/v1/transactions/calculate', sent));
    expect(calculated.items.map(({ taxAmount }) => taxAmount)).toEqual([9.03, 22]);
    const quoted = [lamp, desk].map((item) => ({ ...item, unitPrice: String(item.unitPrice), quantity: '2' }));
    const { data } = await ask(
      app,
      'query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote { places { state taxAmount } } } }',
      { variables: { input: { ...sent, items: quoted } } },
    );
    expect(data).toEqual({
      calculateTax: {
        places: [
          { state: 'MN', taxAmount: '18.05' },
          { state: 'WI', taxAmount: '22.00' },
        ],
      },
    });
  });

  it('is in the group of the document if it names the same address', async () => {
    const shippingAddress = { ...madison, isPartial: false };
    const invoice = await stored('same', { items: [lamp, desk], shippingAddress });
    expect(invoice.places).toMatchObject([
      { state: 'WI', sourcing: 'DESTINATION', pointers: ['/items/0', '/items/1'], taxAmount: 27.5 },
    ]);
    expect(invoice.salesTax).toMatchObject({ amount: 27.5 });
  });
});

describe('a document with items shipped elsewhere', () => {
  it('stays as it is if it is sent back, and keeps the addresses when it is patched or converted', async () => {
    const order = await stored('order', { transactionType: 'SALES_ORDER', items: [lamp, desk] });
    const again = await app.send('PUT', path('order'), order);
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(order);
    const patch = { by: { key: { source: '9', externalId: 'order' } }, patch: { documentName: 'Renamed' } };
    const patched = await ask(
      app,
      `mutation ($input: PatchTransactionInput!) { patchTransaction(input: $input) {
        ... on Transaction { calculationNumber items { taxAmount } } } }`,
      { variables: { input: patch } },
    );
    expect(patched.data).toEqual({
      patchTransaction: { calculationNumber: 1, items: [{ taxAmount: '9.03' }, { taxAmount: '22.00' }] },
    });
    const converted = await ask(
      app,
      `mutation { convertTransaction(input: { from: { key: { source: "9", externalId: "order" } }, to: {
        externalId: "converted", transactionType: INVOICE,
        externalTimestamps: { createdDate: "2026-06-16", updatedDate: "2026-06-16" } } }) {
        ... on Transaction { items { taxAmount shippingAddress { city } } } ... on UserError { message } } }`,
    );
    expect(converted.data).toEqual({
      convertTransaction: {
        items: [
          { taxAmount: '9.03', shippingAddress: null },
          { taxAmount: '22.00', shippingAddress: { city: 'Madison' } },
        ],
      },
    });
  });

  it('is recalculated if the address of an item changes', async () => {
    await stored('moved', { items: [lamp, desk] });
    const moved = await stored('moved', { items: [lamp, { ...desk, shippingAddress: columbus }] });
    expect(moved.items[1]).toMatchObject({ taxAmount: 32 }); // 8 % in Columbus.
  });

  it('adds to liability where each line is taxed, and is listed behind those figures', async () => {
    const seller = await startApp({ store: app.store });
    const { serviceId } = await bodyOf<{ serviceId: string }>(
      seller.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody()),
    );
    const send = (externalId: string, more: Body) =>
      seller.send('PUT', path(externalId), anInvoiceBody(serviceId, { externalId, ...more }));
    await send('split', { items: [desk, lamp] });
    await send('away', { items: [desk] });
    await send('refund', {
      transactionType: 'REFUND',
      createdFrom: 'split',
      items: [{ name: 'Desk', taxCode: 'C1S1', quantity: 1 }],
    });
    const { rows } = await bodyOf<{ rows: Body[] }>(seller.send('GET', '/v1/liability?period=2026-06&groupBy=STATE'));
    const figures = rows.map(flat).map((row) => [row.state, row.grossSalesAmount, row.taxAmount, row.transactionCount]);
    // Sales of 400, 400 and −200 in Wisconsin; 100 in Minnesota.
    expect(figures).toEqual([
      ['MN', 100, 9.03, 1],
      ['WI', 600, 33, 3],
    ]);
    const listed = async (query: string) =>
      (await bodyOf<Body[]>(seller.send('GET', `/v1/liability/transactions?from=2026-06-01&to=2026-06-30&${query}`)))
        .map(({ externalId }) => externalId)
        .sort();
    expect(await listed('country=US&state=WI')).toEqual(['away', 'refund', 'split']);
    expect(await listed('country=US&state=MN')).toEqual(['split']);
    expect(await listed('country=US&state=WI&taxCode=C1S1')).toEqual(['away', 'refund', 'split']);
    expect(await listed('country=US&state=MN&jurisdictionId=WI')).toEqual([]);
    const trackers = await bodyOf<{ state: string; periods: Body[] }[]>(
      seller.send('GET', '/v1/nexus?asOf=2026-06-30'),
    );
    const wisconsin = trackers.find(({ state }) => state === 'WI')?.periods;
    expect(wisconsin).toContainEqual(expect.objectContaining({ salesAmount: 600, transactionCount: 2 }));
    await seller.close();
  });

  it('has its lines in the list of tax lines, each with its state', async () => {
    await stored('four', { items: [lamp, desk, chair, tisch], shippingFee });
    const lines = await list('/v1/tax_lines?source=9&from=2026-06-01&to=2026-06-30&transactionType=INVOICE');
    const four = lines.filter(({ externalId }) => externalId === 'four');
    const places = new Set(four.map(({ pointer, country, state }) => `${pointer} ${country} ${state}`));
    expect([...places]).toEqual([
      '/items/0 US MN',
      '/items/1 US WI',
      '/items/2 US OH',
      '/items/3 DE undefined',
      '/shippingFee US MN',
    ]);
  });

  it('is refunded with the tax and at the address of each item', async () => {
    await stored('bought', { items: [lamp, desk] });
    const refund = await stored('returned', {
      transactionType: 'REFUND',
      createdFrom: 'bought',
      items: [{ name: 'Desk', quantity: 1 }],
    });
    expect(refund.items[0]).toMatchObject({ taxAmount: 11, shippingAddress: madison });
    expect(refund.places).toMatchObject([{ state: 'WI', taxAmount: 11 }]);
    const again = await app.send('PUT', path('returned'), refund);
    expect(await again.json()).toEqual(refund);
  });

  it('is refunded at the address that is named, if the same goods went to several', async () => {
    const lamps = [madison, columbus].map((shippingAddress) => ({ ...lamp, shippingAddress }));
    await stored('two-lamps', { items: [lamp, ...lamps] });
    const refund = (externalId: string, item: Body) =>
      stored(externalId, { transactionType: 'REFUND', createdFrom: 'two-lamps', items: [{ ...lamp, ...item }] });
    const there = await refund('of-madison', { shippingAddress: madison });
    expect(there.items[0]).toMatchObject({ taxAmount: 5.5, shippingAddress: madison });
    expect(there.places).toMatchObject([{ state: 'WI', taxAmount: 5.5 }]);
    const own = anInvoiceBody(customerId).shippingAddress;
    expect((await refund('of-the-document', { shippingAddress: own })).items[0]).toMatchObject({ taxAmount: 9.03 });
    const left = await refund('of-what-is-left', {});
    expect(left.items[0]).toMatchObject({ shippingAddress: columbus });
    expect(await (await app.send('PUT', path('of-what-is-left'), left)).json()).toEqual(left);
  });

  it('is exempt where a certificate covers the place of an item, and there only', async () => {
    const { serviceId } = await bodyOf<{ serviceId: string }>(
      app.send('PUT', '/v1/customers/source/9/externalId/exempt', aCustomerBody({ externalId: 'exempt' })),
    );
    await stored('charged', { customerId: serviceId, items: [lamp, desk] });
    const exemption = { customerId: serviceId, certificate: { certificateId: 'S-211' }, exemptionStatus: 'ACTIVE' };
    await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'WI' }] });
    const exempted = await stored('exempted', { customerId: serviceId, items: [lamp, desk] });
    expect(exempted.items.map(({ taxAmount, reason }) => [taxAmount, reason])).toEqual([
      [9.03, 'TAXED'],
      [0, 'CUSTOMER_EXEMPT'],
    ]);
    const [{ serviceId: exemptionId } = {}] = await list(`/v1/exemptions?customerId=${serviceId}`);
    const impact = await bodyOf<{ states: Body[] }>(
      app.send('POST', '/v1/exemptions/impact', { serviceId: exemptionId }),
    );
    expect(impact.states).toMatchObject([{ state: 'WI', exemptibleTaxAmount: 22, invoiceCount: 1 }]);
  });

  it('refunds the tax that a certificate exempts at its address, but not on the same goods elsewhere', async () => {
    const customer = await storeCustomer('late-paper');
    await stored('same-goods', { customerId: customer, items: [lamp, { ...lamp, shippingAddress: madison }] });
    const exemption = { customerId: customer, certificate: { certificateId: 'S-211' }, exemptionStatus: 'ACTIVE' };
    await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'WI' }] });
    const [{ serviceId } = {}] = await list(`/v1/exemptions?customerId=${customer}`);
    const run = await bodyOf<{ rows: Body[] }>(
      app.send('POST', `/v1/exemptions/serviceId/${serviceId}/tax_refunds`, {}),
    );
    expect(run.rows).toMatchObject([{ outcome: 'REFUNDED', refundedTaxAmount: 5.5 }]);
    const [refund] = await list('/v1/transactions?createdFrom=same-goods&detailed=true');
    expect(refund).toMatchObject({ places: [{ state: 'WI', taxAmount: 5.5 }] });
  });

  it('loses the streets of its items when its customer is erased', async () => {
    const serviceId = await storeCustomer('erased');
    await stored('personal', { customerId: serviceId, items: [lamp, desk] });
    await stored('personal', { customerId: serviceId, items: [lamp, { ...desk, quantity: 3 }] });
    const erased = await app.send('POST', `/v1/customers/serviceId/${serviceId}/erase`, { reason: 'Asked to.' });
    expect(erased.status).toBe(200);
    const read = await bodyOf<Stored>(app.send('GET', path('personal')));
    expect(read.items[1]).toMatchObject({ taxAmount: 33, shippingAddress: { city: 'Madison', zip: '53703' } });
    expect(JSON.stringify(read)).not.toContain('State St');
    expect(JSON.stringify(await list('/v1/audit_entries?recordKey=9/personal&recordType=TRANSACTION'))).not.toContain(
      'State St',
    );
  });
});

// Denver has 9.15 %, and Colorado a fee of 0.28 on deliveries.
describe('goods that the buyer collects', () => {
  const denver = { city: 'Denver', state: 'CO', zip: '80202', street: '1437 Bannock St', country: 'US' };
  const atShop = { items: [lamp], shippingAddress: denver, shipFromAddress: denver };
  /** The buyer lives in Minneapolis. */
  const collected = { items: [lamp], shipFromAddress: denver, deliveryMethod: 'COLLECTED' };
  const figures = ({ deliveryMethod, finalTransactionAmount }: Body) => [deliveryMethod, finalTransactionAmount];
  const read = async (externalId: string) => figures(await bodyOf<Stored>(app.send('GET', path(externalId))));
  const patch = async (externalId: string, body: Body) =>
    figures(await bodyOf<Stored>(app.send('PATCH', path(externalId), body)));
  const quoted = { unitPrice: '100', quantity: '1', taxCode: 'C1S1', name: 'Lamp' };
  const dated = { taxDate: '2026-06-15' };

  beforeAll(async () => {
    expect((await app.send('PATCH', '/v1/account', { deliveryFees: 'CHARGE' })).status).toBe(200);
  });
  afterAll(() => app.send('PATCH', '/v1/account', { deliveryFees: 'REPORT' }));

  it.each([
    ['at the address they ship from', {}, ['COLLECTED', 109.15]],
    ['delivered there all the same', { deliveryMethod: 'DELIVERED' }, ['DELIVERED', 109.43]],
    ['another street', { shipFromAddress: { ...denver, street: '1 Main St' } }, ['DELIVERED', 109.43]],
    ['no address of origin', { shipFromAddress: null }, ['DELIVERED', 109.43]],
    ['far from the buyer', { ...collected, shippingAddress: madison }, ['COLLECTED', 109.15]],
  ])('decide about the delivery fee: %s', async (name, more, expected) => {
    const body = { ...atShop, ...more };
    expect(figures(await stored(name, body))).toEqual(expected);
    expect(await read(name)).toEqual(expected);
    const quote = { ...body, ...dated };
    expect(figures(await bodyOf<Body>(app.send('POST', '/v1/transactions/calculate', quote)))).toEqual(expected);
    const { data } = await ask(
      app,
      'query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote { deliveryMethod finalTransactionAmount } } }',
      { variables: { input: { ...quote, items: [quoted] } } },
    );
    expect(data.calculateTax).toEqual({ deliveryMethod: expected[0], finalTransactionAmount: String(expected[1]) });
  });

  it('stay as they are when sent back, and follow a change of the statement or of the address', async () => {
    const invoice = await stored('kept', atShop);
    expect(await (await app.send('PUT', path('kept'), invoice)).json()).toEqual(invoice);
    expect(await patch('kept', { deliveryMethod: 'DELIVERED' })).toEqual(['DELIVERED', 109.43]);
    expect(await patch('kept', { documentName: 'Renamed' })).toEqual(['DELIVERED', 109.43]);
    expect(await patch('kept', { deliveryMethod: null })).toEqual(['COLLECTED', 109.15]);
    expect(await patch('kept', { shippingAddress: { ...denver, street: '1 Main St' } })).toEqual(['DELIVERED', 109.43]);
    const { data } = await ask(
      app,
      `mutation ($input: PatchTransactionInput!) { patchTransaction(input: $input) {
        ... on Transaction { deliveryMethod finalTransactionAmount } } }`,
      {
        variables: {
          input: { by: { key: { source: '9', externalId: 'kept' } }, patch: { deliveryMethod: 'COLLECTED' } },
        },
      },
    );
    expect(data.patchTransaction).toEqual({ deliveryMethod: 'COLLECTED', finalTransactionAmount: '109.15' });
  });

  it('are taxed alike in a batch, and when they are calculated again', async () => {
    const row = anInvoiceBody(customerId, { externalId: 'in-batch', ...collected });
    await app.send('POST', '/v1/transactions/batch', { transactions: [row] });
    expect(await read('in-batch')).toEqual(['COLLECTED', 109.15]);
    const again = app.send('POST', `${path('in-batch')}/recalculate`, { reason: 'Checked' });
    expect(figures(await bodyOf<Stored>(again))).toEqual(['COLLECTED', 109.15]);
  });

  it('are refunded as they were sold', async () => {
    await stored('sold', collected);
    const refund = { transactionType: 'REFUND', createdFrom: 'sold', items: [{ name: 'Lamp', quantity: 1 }] };
    expect(figures(await stored('brought-back', refund))).toEqual(['COLLECTED', 109.15]);
    expect(await patch('brought-back', { documentName: 'Renamed' })).toEqual(['COLLECTED', 109.15]);
  });

  it('stay collected when an erasure removes the street', async () => {
    const customer = await storeCustomer('collector');
    await stored('forgotten', { ...atShop, customerId: customer });
    await app.send('POST', `/v1/customers/serviceId/${customer}/erase`, { reason: 'Asked to.' });
    const again = app.send('POST', `${path('forgotten')}/recalculate`, { reason: 'Checked' });
    expect(figures(await bodyOf<Stored>(again))).toEqual(['COLLECTED', 109.15]);
  });

  it('are taxed alike wherever a scenario sends the rest', async () => {
    const scenarios = [{ label: 'Madison', shippingAddress: madison }];
    const base = { quote: { ...collected, ...dated, shippingAddress: denver } };
    const compared = await bodyOf<Body>(app.send('POST', '/v1/transactions/compare', { base, scenarios }));
    expect(compared.scenarios).toMatchObject([{ taxDifference: 0, quote: { deliveryMethod: 'COLLECTED' } }]);
  });

  it.each([
    ['FR', 119],
    ['CH', 119],
  ])('in Germany bear its VAT, with a buyer from %s', async (country, total) => {
    const sale = { items: [lamp], shippingAddress: { country }, shipFromAddress: { country: 'DE' }, currency: 'EUR' };
    const collectedThere = await stored(`berlin-${country}`, { ...sale, deliveryMethod: 'COLLECTED' });
    expect(figures(collectedThere)).toEqual(['COLLECTED', total]);
    expect(collectedThere.places).toMatchObject([{ country: 'DE', sourcing: 'ORIGIN' }]);
    const sent = await stored(`sent-${country}`, sale);
    expect(sent).toMatchObject({ deliveryMethod: 'DELIVERED', places: [{ country }] });
  });

  it('need a place of collection, whose taxes are in the rate book', async () => {
    const cook = await bodyOf<Problem>(put('cook', { ...collected, shipFromAddress: { country: 'CK' } }));
    expect(cook.errors).toMatchObject([{ pointer: '/shipFromAddress/country', code: 'COUNTRY_NOT_COVERED' }]);
    const { errors } = await bodyOf<Problem>(put('nowhere', { ...collected, shipFromAddress: null }));
    expect(errors).toMatchObject([
      {
        pointer: '/shipFromAddress',
        code: 'REQUIRED',
        message:
          'COLLECTED goods require a place of collection. Send shipFromAddress, or complete the home address of the account.',
      },
    ]);
  });
});

describe('what is refused', () => {
  const faults = async (items: readonly Body[]) =>
    (await bodyOf<Problem>(put('bad', { items }))).errors.map(({ pointer, code }) => `${pointer} ${code}`);

  it('names the address of the item, with all other faults', async () => {
    const unknown = { ...madison, state: 'Nowhere' };
    const noZip = { country: 'US', state: 'WI', city: 'Madison', street: '1 State St' };
    const found = await faults([
      { ...desk, shippingAddress: noZip },
      { ...desk, shippingAddress: unknown, quantity: -1 },
    ]);
    expect(found).toContain('/items/0/shippingAddress/zip REQUIRED');
    expect(found.some((fault) => fault.startsWith('/items/1/shippingAddress/state'))).toBe(true);
    expect(found.some((fault) => fault.startsWith('/items/1/quantity'))).toBe(true);
  });

  it('refuses a manual rate by the place of the item', async () => {
    const manual = { ...lamp, manualSalesTax: true, manualSalesTaxRate: 0.25 };
    expect(await faults([{ ...manual, shippingAddress: { country: 'DE' } }, manual])).toEqual([
      '/items/1/manualSalesTaxRate OUT_OF_RANGE',
    ]);
  });

  it('refuses more places than a document may have, and places that are known too badly', async () => {
    const many = Array.from({ length: 51 }, (_, index) => ({
      ...lamp,
      shippingAddress: { ...madison, street: `${index} State St` },
    }));
    expect(await faults(many)).toEqual(['/items TOO_LONG']);
    const partial = { country: 'US', state: 'WI', isPartial: true };
    const vague = await put('vague', {
      items: [lamp, { ...desk, shippingAddress: partial }],
      require: { precision: 'ZIP5' },
    });
    expect(vague.status).toBe(422);
    expect((await vague.json()).errors).toMatchObject([{ pointer: '/items/1/shippingAddress/zip' }]);
  });
});

// Kentucky taxes at 6 %, without local taxes, and exempts drugs on prescription.
describe('an item with attributes', () => {
  const louisville = { street: '600 W Main St', city: 'Louisville', state: 'KY', zip: '40202', country: 'US' };
  const syrup = (attributes?: Body) => ({
    name: 'Syrup',
    taxCode: 'C1S21',
    unitPrice: 100,
    ...(attributes && { attributes }),
  });
  const prescribed = syrup({ isPrescribed: true });
  const sold = { items: [syrup(), prescribed, syrup({ isPrescribed: false })], shippingAddress: louisville };
  const dated = { taxDate: '2026-06-15' };
  const figures = ({ items }: Pick<Stored, 'items'>) =>
    items.map(({ taxAmount, attributes }) => [taxAmount, attributes]);
  const expected = [
    [6, undefined],
    [0, { isPrescribed: true }],
    [6, { isPrescribed: false }],
  ];
  const unknownIn = ({ notices }: Body) =>
    (notices as Body[]).filter(({ code }) => code === 'CONDITION_UNKNOWN').map(({ pointer }) => pointer);
  const patch = (externalId: string, body: Body) => bodyOf<Stored>(app.send('PATCH', path(externalId), body));

  it('has the tax that they decide, and the notice only where they are missing', async () => {
    const invoice = await stored('stated', sold);
    expect(figures(invoice)).toEqual(expected);
    expect(unknownIn(invoice)).toEqual(['/items/0/taxCode']);
    const quoted = await bodyOf<Stored>(app.send('POST', '/v1/transactions/calculate', { ...sold, ...dated }));
    expect([figures(quoted), unknownIn(quoted)]).toEqual([expected, ['/items/0/taxCode']]);
    await app.send('POST', '/v1/transactions/batch', [anInvoiceBody(customerId, { externalId: 'in-batch', ...sold })]);
    expect(figures(await bodyOf<Stored>(app.send('GET', path('in-batch'))))).toEqual(expected);
  });

  it('is taxed alike in GraphQL, which explains it', async () => {
    const items = [syrup(), prescribed].map((item) => ({ ...item, unitPrice: '100' }));
    const invoice = anInvoiceBody(customerId, { externalId: 'in-graphql', items, shippingAddress: louisville });
    const asked = 'items { taxAmount attributes { isPrescribed isForChild } }';
    const { data } = await ask(
      app,
      `mutation ($input: TransactionInput!) { upsertTransaction(input: $input) {
        ... on Transaction { ${asked} notices { code pointer } trace { message } } ... on UserError { message } } }`,
      { variables: { input: invoice } },
    );
    const answered = [
      { taxAmount: '6.00', attributes: null },
      { taxAmount: '0.00', attributes: { isPrescribed: true, isForChild: null } },
    ];
    const { notices, trace, items: found } = data.upsertTransaction;
    expect(found).toEqual(answered);
    expect(notices).toEqual([{ code: 'CONDITION_UNKNOWN', pointer: '/items/0/taxCode' }]);
    expect(trace.map(({ message }: Body) => message).join()).toContain('the seller stated isPrescribed: true');
    const quote = { items, shippingAddress: louisville, ...dated };
    const { data: quoted } = await ask(
      app,
      `query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote { ${asked} } ... on UserError { message } } }`,
      { variables: { input: quote } },
    );
    expect(quoted.calculateTax.items).toEqual(answered);
  });

  it('keeps them when it is sent back, patched, calculated again, converted and refunded', async () => {
    const order = await stored('prescribed', { ...sold, transactionType: 'SALES_ORDER' });
    expect(await (await app.send('PUT', path('prescribed'), order)).json()).toEqual(order);
    expect(figures(await patch('prescribed', { isTaxInclusive: true }))).toEqual([
      [5.66, undefined],
      [0, { isPrescribed: true }],
      [5.66, { isPrescribed: false }],
    ]);
    expect(figures(await patch('prescribed', { isTaxInclusive: false }))).toEqual(expected);
    const again = app.send('POST', `${path('prescribed')}/recalculate`, { reason: 'Checked' });
    expect(figures(await bodyOf<Stored>(again))).toEqual(expected);
    const converted = app.send('POST', `${path('prescribed')}/convert`, {
      externalId: 'dispensed',
      transactionType: 'INVOICE',
      externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' },
    });
    expect(figures(await bodyOf<Stored>(converted))).toEqual(expected);
    const refund = await stored('brought-back-syrup', {
      transactionType: 'REFUND',
      createdFrom: 'dispensed',
      items: [],
    });
    expect(figures(refund)).toEqual(expected);
    expect(await (await app.send('PUT', path('brought-back-syrup'), refund)).json()).toEqual(refund);
    const unlinked = {
      transactionType: 'REFUND',
      createdFrom: 'unknown',
      items: [prescribed],
      shippingAddress: louisville,
    };
    expect(figures(await stored('without-invoice', unlinked))).toEqual([[0, { isPrescribed: true }]]);
  });

  // Chains of an order, its invoice and refunds of single units, which name the goods with or without their attributes.
  const goods = [
    { name: 'Syrup', taxCode: 'C1S21', attributes: { isPrescribed: true }, rate: 0 },
    { name: 'Syrup', taxCode: 'C1S21', attributes: { isPrescribed: false }, rate: 0.06 },
    { name: 'Pills', taxCode: 'C1S21', attributes: { isPrescribed: true, isMailed: false }, rate: 0 },
    { name: 'Lamp', taxCode: 'C1S1', attributes: { isPrescribed: true }, rate: 0.06 },
    { name: 'Drops', taxCode: 'C1S21', rate: 0.06 },
  ];
  it('keeps them, and its rate, over chains of documents', async () => {
    let chain = 0;
    const steps = fc.array(fc.constantFrom('patch', 'recalculate', 'refund'), { minLength: 1, maxLength: 4 });
    const sale = fc.shuffledSubarray(goods, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(sale, steps, fc.boolean(), async (sold, chosen, isStated) => {
        chain += 1;
        const [order, invoice] = [`order-${chain}`, `invoice-${chain}`];
        const lines = sold.map(({ rate: _, ...one }) => ({ ...one, unitPrice: 100, quantity: 4 }));
        const held = (document: Stored) => {
          const found = document.items.map(({ name, attributes, taxRate }) => ({ name, attributes, rate: taxRate }));
          expect(found).toEqual(sold.map(({ name, attributes, rate }) => ({ name, attributes, rate })));
          const open = sold.flatMap(({ name }, index) => (name === 'Drops' ? [`/items/${index}/taxCode`] : []));
          expect(unknownIn(document)).toEqual(document.transactionType === 'REFUND' ? [] : open);
        };
        const day = { externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' } };
        held(await stored(order, { transactionType: 'SALES_ORDER', items: lines, shippingAddress: louisville }));
        const converted = { externalId: invoice, transactionType: 'INVOICE', ...day };
        held(await bodyOf<Stored>(app.send('POST', `${path(order)}/convert`, converted)));
        for (const [index, step] of chosen.entries()) {
          if (step === 'patch') held(await patch(invoice, { documentName: `Sale ${index}` }));
          else if (step === 'recalculate')
            held(await bodyOf<Stored>(app.send('POST', `${path(invoice)}/recalculate`, { reason: 'Checked' })));
          else {
            const isNamed = sold.filter(({ name }) => name === 'Syrup').length > 1 || isStated;
            const units = lines.map(({ attributes, ...one }) => ({
              ...one,
              quantity: 1,
              ...(isNamed && { attributes }),
            }));
            const refund = { transactionType: 'REFUND', createdFrom: invoice, items: units };
            held(await stored(`refund-${chain}-${index}`, refund));
          }
        }
      }),
      { numRuns: 6, seed: 44 },
    );
  });

  it('has them in the list of tax lines', async () => {
    await stored('listed', { ...sold, items: [syrup({ isMailed: false, isPrescribed: true }), syrup()] });
    const lines = await list('/v1/tax_lines?source=9&externalIdPrefix=listed');
    expect(lines.map(({ pointer, attributes }) => [pointer, attributes])).toEqual([
      ['/items/0', 'isPrescribed: true, isMailed: false'],
      ['/items/1', undefined],
    ]);
  });

  it('changes its tax when they change, but not in a document that is filed', async () => {
    await stored('restated', { ...sold, items: [prescribed] });
    const restated = await patch('restated', { items: [syrup({ isPrescribed: false })] });
    expect(figures(restated)).toEqual([[6, { isPrescribed: false }]]);
    const dropped = await patch('restated', { items: [syrup({ isPrescribed: null })] });
    expect(figures(dropped)).toEqual([[6, undefined]]);
    const two = { isPrescribed: true, isMailed: false };
    const filed = { ...sold, items: [syrup(two)], transactionFilingStatus: 'FILED' };
    await stored('filed-syrup', filed);
    const otherOrder = await put('filed-syrup', { ...filed, items: [syrup({ isMailed: false, isPrescribed: true })] });
    expect(otherOrder.status).toBe(200);
    const refused = await put('filed-syrup', { ...filed, items: [syrup({ isPrescribed: true })] });
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'TRANSACTION_FILED']);
  });

  it('is taxed by them in a scenario', async () => {
    const base = { quote: { ...sold, items: [syrup({ isPrescribed: true })], ...dated } };
    const scenarios = [
      { label: 'Minneapolis', shippingAddress: anInvoiceBody(customerId).shippingAddress },
      { label: 'Next year', taxDate: '2027-06-15' },
    ];
    const compared = await bodyOf<Body>(app.send('POST', '/v1/transactions/compare', { base, scenarios }));
    expect(compared.scenarios).toMatchObject([
      { taxDifference: 0, quote: { items: [{ attributes: { isPrescribed: true } }] } },
      { taxDifference: 0, quote: { items: [{ attributes: { isPrescribed: true } }] } },
    ]);
  });

  it('is refused with an attribute that does not exist, or is not true or false', async () => {
    const faulty = { ...sold, items: [syrup({ isPerscribed: true }), syrup({ isPrescribed: 'yes' })] };
    const found = [
      {
        pointer: '/items/0/attributes/isPerscribed',
        code: 'UNKNOWN_FIELD',
        message: 'Unknown member isPerscribed. Did you mean isPrescribed?',
      },
      { pointer: '/items/1/attributes/isPrescribed', code: 'INVALID_TYPE' },
    ];
    const refused = await put('misspelt', faulty);
    expect(refused.status).toBe(400);
    expect((await refused.json()).errors).toMatchObject(found);
    const quoted = await app.send('POST', '/v1/transactions/calculate', { ...faulty, ...dated });
    expect((await quoted.json()).errors).toMatchObject(found);
  });
});
