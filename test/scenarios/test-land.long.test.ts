import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../support/bodies.ts';
import { aTenant } from '../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = Record<string, any>;

/** One gateway for both kinds of tenants, so that they share all of its caches. */
let app: TestApp;
let tokens: { readonly TEST: string; readonly LIVE: string };

beforeAll(async () => {
  app = await startApp();
  const tester = await aTenant(app.stores, {}, 'TEST');
  tokens = { TEST: await app.token(undefined, tester), LIVE: await app.token() };
});
afterAll(() => app.close());

type Kind = 'TEST' | 'LIVE';

const send = (kind: Kind, method: string, path: string, json?: unknown, headers = {}) =>
  app.send(method, path, json, { Authorization: `Bearer ${tokens[kind]}`, ...headers });

async function ask(kind: Kind, query: string, variables: unknown = {}, headers = {}): Promise<Body> {
  const response = await send(kind, 'POST', '/graphql', { query, variables }, headers);
  return { status: response.status, ...(await bodyOf<Body>(response)) };
}

const calculate = (kind: Kind, body: Body) => send(kind, 'POST', '/v1/transactions/calculate', body);
const at = (state: string, more: Body = {}) => ({ country: 'ZZ', state, ...more });
const item = (unitPrice: number, taxCode = 'C1S1') => ({ name: 'Lamp', taxCode, unitPrice });

const quoteDocument = `query ($input: QuoteInput!) { quote: calculateTax(input: $input) { ... on Quote {
  salesTax { amount } items { taxAmount taxRate reason } notices { code } } ... on UserError { code message } } }`;

/** The same figures from both doors. */
async function quoted(body: Body): Promise<Body> {
  const response = await calculate('TEST', body);
  const rest = await bodyOf<Body>(response);
  expect(response.status, JSON.stringify(rest)).toBe(200);
  const { data, errors } = await ask('TEST', quoteDocument, { input: body });
  expect(errors).toBeUndefined();
  const lines = rest.items.map(({ taxAmount, taxRate, reason }: Body) => ({ taxAmount, taxRate, reason }));
  const linesAgain = data.quote.items.map(({ taxAmount, taxRate, reason }: Body) => ({
    taxAmount: Number(taxAmount),
    taxRate: Number(taxRate),
    reason,
  }));
  expect(linesAgain).toEqual(lines);
  expect(Number(data.quote.salesTax.amount)).toBe(rest.salesTax.amount);
  return rest;
}

const codes = ({ notices = [] }: Body) => notices.map(({ code }: Body) => code);

describe('test land', () => {
  it('taxes everything at 10 % in FLAT, including shipping', async () => {
    // 250.00 × 0.10 = 25.00, 9.99 × 0.10 = 1.00 (0.999).
    const quote = await quoted({
      items: [item(250), item(100, 'C4S1')],
      shippingFee: { taxCode: 'C6S1', totalPrice: 9.99 },
      shippingAddress: at('FLAT'),
    });
    expect(quote.items.map(({ taxAmount }: Body) => taxAmount)).toEqual([25, 10]);
    expect(quote).toMatchObject({ shippingFee: { taxAmount: 1 }, salesTax: { amount: 36 }, currency: 'USD' });
    expect(codes(quote)).toEqual([]);
    expect(quote.taxLines).toMatchObject([
      { jurisdiction: { jurisdictionId: 'ZZ-FLAT', country: 'ZZ', state: 'FLAT', level: 'STATE', name: 'Flat' } },
    ]);
  });

  it('adds up three districts in STACK', async () => {
    // 50.00 × 0.04 = 2.00, × 0.02 = 1.00, × 0.01 = 0.50.
    const quote = await quoted({ items: [item(50)], shippingAddress: at('STACK') });
    expect(quote.salesTax.amount).toBe(3.5);
    const shares = quote.items[0].taxLines.map(({ jurisdiction, taxAmount }: Body) => [jurisdiction.name, taxAmount]);
    expect(shares).toEqual([
      ['Stack', 0],
      ['First District', 2],
      ['Second District', 1],
      ['Third District', 0.5],
    ]);
    expect(quote.items[0].salesTaxRates).toMatchObject({ stateRate: 0, countyDistrictRate: 0.07, taxRate: 0.07 });
  });

  it('uses the rates of the shipping origin in ORIGIN', async () => {
    const sale = (from: string | null, to: string) => ({
      items: [item(100)],
      ...(from && { shipFromAddress: at('ORIGIN', { city: from }) }),
      shippingAddress: at('ORIGIN', { city: to }),
    });
    // Northtown: 0.04 + 0.02; Southtown: 0.04 + 0.05.
    expect((await quoted(sale('Northtown', 'Southtown'))).salesTax.amount).toBe(6);
    expect((await quoted(sale('Southtown', 'Northtown'))).salesTax.amount).toBe(9);
    const unknown = await quoted(sale(null, 'Southtown'));
    expect(unknown.salesTax.amount).toBe(9);
    expect(codes(unknown)).toEqual(['ORIGIN_UNKNOWN']);
    // From another state, the destination decides.
    const across = { ...sale(null, 'Southtown'), shipFromAddress: at('FLAT') };
    expect((await quoted(across)).salesTax.amount).toBe(9);
    const nowhere = await quoted({ items: [item(100)], shippingAddress: at('ORIGIN'), shipFromAddress: at('FLAT') });
    expect(nowhere.salesTax.amount).toBe(4);
    expect(codes(nowhere)).toEqual(['LOCAL_RATES_NOT_INCLUDED']);
  });

  it('exempts a piece below 100 in LIMIT', async () => {
    const quote = await quoted({ items: [item(99.99), item(100)], shippingAddress: at('LIMIT') });
    expect(quote.items).toMatchObject([
      { taxAmount: 0, reason: 'BELOW_THRESHOLD' },
      { taxAmount: 10, reason: 'ABOVE_THRESHOLD' },
    ]);
  });

  it.each(['1999-02-03', '2026-07-01', '2098-12-31'])(
    'has its holiday on %s, and no rate ever changes',
    async (taxDate) => {
      const holiday = await quoted({ items: [item(80)], shippingAddress: at('HOLIDAY'), taxDate });
      expect(holiday.items).toMatchObject([{ taxAmount: 0, reason: 'HOLIDAY' }]);
      const flat = await quoted({ items: [item(80)], shippingAddress: at('FLAT'), taxDate });
      expect(flat.salesTax.amount).toBe(8);
      expect([...codes(holiday), ...codes(flat)]).toEqual([]);
    },
  );

  it('has three rates of VAT in RATES', async () => {
    // 100 × 0.20, groceries 100 × 0.10, books 100 × 0.055.
    const sale = { items: [item(100), item(100, 'C1S10'), item(100, 'C1S30')] };
    const quote = await quoted({ ...sale, shippingAddress: at('RATES') });
    expect(quote.items).toMatchObject([
      { taxAmount: 20, reason: 'TAXED' },
      { taxAmount: 10, reason: 'REDUCED_RATE' },
      { taxAmount: 5.5, reason: 'REDUCED_RATE' },
    ]);
    expect(quote.items[0].gtRates).toEqual({ countryRate: 0.2, regionRate: 0, taxRate: 0.2 });
    // Taken out of the prices: 120 − 120 / 1.2 = 20.
    const inclusive = { items: [item(120)], isTaxInclusive: true, shippingAddress: at('RATES') };
    expect((await quoted(inclusive)).salesTax.amount).toBe(20);
    // The country without a state.
    expect((await quoted({ ...sale, shippingAddress: { country: 'ZZ' } })).salesTax.amount).toBe(35.5);
  });

  it('is exempt in EXEMPT, and reports the gap in GAP', async () => {
    const exempt = await quoted({ items: [item(100)], shippingAddress: at('EXEMPT') });
    expect(exempt.items).toMatchObject([{ taxAmount: 0, reason: 'PRODUCT_EXEMPT' }]);
    const gap = await quoted({ items: [item(100)], shippingAddress: at('GAP') });
    expect(gap.salesTax.amount).toBe(6);
    expect(codes(gap)).toEqual(['LOCAL_RATES_INCOMPLETE']);
    const strict = { items: [item(100)], shippingAddress: at('GAP'), require: { complete: true } };
    expect((await calculate('TEST', strict)).status).toBe(422);
  });

  it('reads states in any usual spelling, and lists them for another', async () => {
    for (const state of ['flat', 'ZZ-FLAT', 'Flat']) {
      const quote = await quoted({ items: [item(10)], shippingAddress: at(state) });
      expect(quote.salesTax.amount).toBe(1);
    }
    const wrong = await calculate('TEST', { items: [item(10)], shippingAddress: at('FLOT') });
    expect(wrong.status).toBe(400);
    const { code, errors } = await bodyOf<Body>(wrong);
    expect(code).toBe('ERR-ADDR-001');
    expect(errors[0]).toMatchObject({
      pointer: '/shippingAddress/state',
      suggestions: expect.arrayContaining(['FLAT']),
    });
  });

  it('stores documents, reports, certificates and nexus there like anywhere', async () => {
    const customer = aCustomerBody({ externalId: 'zz-1' });
    const { serviceId } = await bodyOf<Body>(send('TEST', 'PUT', '/v1/customers/source/9/externalId/zz-1', customer));
    const invoice = (externalId: string) =>
      send(
        'TEST',
        'PUT',
        `/v1/transactions/source/9/externalId/${externalId}`,
        anInvoiceBody(serviceId, { externalId, items: [item(100)], shippingAddress: at('STACK', { isPartial: true }) }),
      );
    expect(await bodyOf(invoice('zz-1'))).toMatchObject({ salesTax: { amount: 7 } });
    const rows = await bodyOf<Body>(
      send('TEST', 'GET', '/v1/liability?period=2026-06&groupBy=JURISDICTION&country=ZZ'),
    );
    expect(rows.rows.map(({ key, amounts }: Body) => [key.jurisdiction?.jurisdictionId, amounts.taxAmount])).toEqual(
      expect.arrayContaining([
        ['ZZ-STACK-1', 4],
        ['ZZ-STACK-2', 2],
        ['ZZ-STACK-3', 1],
      ]),
    );
    const exemption = { customerId: serviceId, country: 'ZZ', validationDates: { fromDate: '2026-01-01' } };
    const exempted = await send('TEST', 'POST', '/v1/exemptions', {
      exemption,
      states: [{ code: 'HOLIDAY' }, { code: 'STACK' }],
    });
    expect(exempted.status, await exempted.clone().text()).toBe(200);
    expect(await bodyOf(invoice('zz-2'))).toMatchObject({
      salesTax: { amount: 0 },
      items: [{ reason: 'CUSTOMER_EXEMPT' }],
    });
    const nexus = await send('TEST', 'PUT', '/v1/nexus/place/ZZ-FLAT', {
      physicalNexus: [{ validFrom: '2026-01-01' }],
    });
    expect([200, 201], await nexus.clone().text()).toContain(nexus.status);
    const shown = await bodyOf<Body[]>(send('TEST', 'GET', '/v1/nexus?country=ZZ'));
    expect(shown.map(({ place }) => place)).toContain('ZZ-FLAT');
  });

  it('answers lookups of its rates, jurisdictions and coverage', async () => {
    const rates = await bodyOf<Body>(send('TEST', 'GET', '/v1/sales_tax_rates?country=ZZ&state=STACK&zip=00000'));
    expect(rates.salesTaxRates.taxRate).toBe(0.07);
    const vat = await bodyOf<Body>(send('TEST', 'GET', '/v1/gt_rates?country=ZZ&state=RATES&taxCode=C1S30'));
    expect(vat.jurisdictions).toMatchObject([{ jurisdiction: { jurisdictionId: 'ZZ' }, appliedRate: 0.055 }]);
    expect((await send('TEST', 'GET', '/v1/gt_rates?country=ZZ&state=FLAT')).status).toBe(400);
    expect((await send('TEST', 'GET', '/v1/sales_tax_rates?country=ZZ&state=RATES&zip=1')).status).toBe(400);
    const listed = await bodyOf<Body[]>(send('TEST', 'GET', '/v1/jurisdictions?country=ZZ'));
    expect(listed).toHaveLength(13);
    const coverage = await bodyOf<Body>(send('TEST', 'GET', '/v1/coverage'));
    expect(coverage.places.at(-1)).toMatchObject({ place: 'ZZ', oneSourceCodes: [], noSourceCodes: [] });
    const { countries } = await bodyOf<Body>(send('TEST', 'GET', '/v1/capabilities'));
    expect(countries.at(-1)).toMatchObject({ code: 'ZZ', currency: 'USD', isOverdue: false });
  });

  it('has tax numbers that are valid, invalid, and of a register that is down', async () => {
    const check = (vatNumber: string, countryCode = 'ZZ') =>
      bodyOf<Body>(send('TEST', 'GET', `/v1/vat/validate?countryCode=${countryCode}&vatNumber=${vatNumber}`));
    expect(await check('ZZ000000001')).toMatchObject({
      valid: true,
      status: 'VALID',
      name: 'Test Buyer',
      register: 'TEST',
    });
    expect(await check('ZZ000000002')).toMatchObject({ valid: false, status: 'INVALID', reason: 'NOT_IN_REGISTER' });
    expect(await check('ZZ000000003')).toMatchObject({ valid: null, status: 'UNAVAILABLE' });
    expect(await check('ZZ12')).toMatchObject({ valid: false, reason: 'INVALID_FORMAT' });
    expect(await check('DE136695976')).toMatchObject({ valid: false, reason: 'WRONG_COUNTRY' });
    expect(await check('DE136695976', 'DE')).toMatchObject({ status: 'FORMAT_ONLY' });
    const document = `query { validateTaxNumber(input: {countryCode: "ZZ", vatNumber: "000000001"}) {
      ... on TaxNumberValidation { valid status register } } }`;
    const { data, errors } = await ask('TEST', document);
    expect(errors).toBeUndefined();
    expect(data.validateTaxNumber).toEqual({ valid: true, status: 'VALID', register: 'TEST' });
  });
});

describe('a fault', () => {
  const fault = (name: string) => ({ 'Test-Fault': name });

  it.each([
    ['429', 429, 'TOO_MANY_REQUESTS'],
    ['500', 500, 'INTERNAL'],
    ['nonsense', 400, 'INVALID_INPUT'],
  ])('%s is answered with %i in both doors', async (name, status, code) => {
    const response = await send('TEST', 'GET', '/v1/account', undefined, fault(name));
    expect(response.status).toBe(status);
    expect((await bodyOf<Body>(response)).code).toBe(code);
    if (name === '429') expect(response.headers.get('retry-after')).toBe('1');
    const { errors } = await ask('TEST', '{ account { name } }', {}, fault(name));
    expect(errors[0].extensions.code).toBe(code);
  });

  it('conflict meets the write, as a typed error in GraphQL, and reads nothing of it', async () => {
    const body = aCustomerBody({ externalId: 'fault-1' });
    const path = '/v1/customers/source/9/externalId/fault-1';
    const response = await send('TEST', 'PUT', path, body, fault('conflict'));
    expect([response.status, (await bodyOf<Body>(response)).code]).toEqual([409, 'CONFLICT']);
    const document =
      'mutation ($input: CustomerInput!) { upsertCustomer(input: $input) { __typename ... on UserError { code } } }';
    const { data } = await ask('TEST', document, { input: body }, fault('conflict'));
    expect(data.upsertCustomer).toEqual({ __typename: 'Conflict', code: 'CONFLICT' });
    expect((await send('TEST', 'GET', path)).status).toBe(404);
    expect((await send('TEST', 'PUT', path, body)).status).toBe(201);
  });
});

describe('a live tenant', () => {
  it('does not accept ZZ as a country in any request', async () => {
    const address = at('FLAT');
    const wrong = await calculate('LIVE', { items: [item(10)], shippingAddress: address });
    expect(wrong.status).toBe(400);
    expect(await bodyOf(wrong)).toMatchObject({
      code: 'ERR-ADDR-001',
      errors: [{ message: '"ZZ" is not a country.' }],
    });
    const { data } = await ask('LIVE', quoteDocument, { input: { items: [item(10)], shippingAddress: address } });
    expect(data.quote).toMatchObject({ code: 'ERR_ADDR_001' });
    const refused = [
      await send('LIVE', 'GET', '/v1/sales_tax_rates?country=ZZ&state=FLAT&zip=1'),
      await send('LIVE', 'GET', '/v1/gt_rates?country=ZZ'),
      await send('LIVE', 'GET', '/v1/jurisdictions?country=ZZ'),
      await send('LIVE', 'GET', '/v1/rate_changes?country=ZZ'),
      await send('LIVE', 'GET', '/v1/coverage?place=ZZ'),
      await send('LIVE', 'GET', '/v1/nexus?country=ZZ'),
      await send('LIVE', 'GET', '/v1/liability?period=2026-06&country=ZZ'),
      await send('LIVE', 'PUT', '/v1/nexus/place/ZZ-FLAT', { physicalNexus: [] }),
      await send('LIVE', 'GET', '/v1/vat/validate?countryCode=ZZ&vatNumber=ZZ000000001'),
      await send('LIVE', 'PATCH', '/v1/account', { homeAddress: { country: 'ZZ', state: 'FLAT' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
  });

  it('finds nothing of test land in any list, even after requests by test tenants', async () => {
    const paths = [
      '/v1/capabilities',
      '/v1/jurisdictions',
      '/v1/coverage',
      '/v1/nexus',
      '/v1/rate_changes',
      '/v1/tax_codes',
    ];
    for (const path of paths) {
      const mine = await (await send('TEST', 'GET', path)).text();
      const text = await (await send('LIVE', 'GET', path)).text();
      expect(text, path).not.toMatch(/"ZZ|[Tt]est land|test_land/);
      if (path === '/v1/jurisdictions' || path === '/v1/capabilities') expect(mine, path).toContain('"ZZ');
    }
    const registers = (await bodyOf<Body>(send('LIVE', 'GET', '/v1/capabilities'))).registers;
    expect(registers.map(({ name }: Body) => name)).toEqual(['VIES', 'HMRC']);
    const documents = [
      '{ serviceInfo { countries { code } sources { name } } }',
      '{ jurisdictions(first: 5, filter: { name: { contains: "district" } }) { nodes { jurisdiction { country name } } } }',
    ];
    for (const document of documents) {
      const { data, errors } = await ask('LIVE', document);
      expect(errors, document).toBeUndefined();
      expect(JSON.stringify(data), document).not.toMatch(/"ZZ|[Tt]est land/);
    }
  });

  it('is never told that a list of a test tenant is the one it has', async () => {
    const path = '/v1/jurisdictions?level=STATE';
    const tag = (await send('TEST', 'GET', path)).headers.get('etag') ?? '';
    expect((await send('TEST', 'GET', path, undefined, { 'If-None-Match': tag })).status).toBe(304);
    expect((await send('LIVE', 'GET', path, undefined, { 'If-None-Match': tag })).status).toBe(200);
  });

  it('has the same law as a test tenant everywhere else, with the same version', async () => {
    const sale = { items: [item(100)], shippingAddress: { country: 'US', zip: '55401' }, taxDate: '2026-07-01' };
    const [mine, theirs] = await Promise.all([
      bodyOf<Body>(calculate('LIVE', sale)),
      bodyOf<Body>(calculate('TEST', sale)),
    ]);
    const shown = ({ serviceId: _, calculatedAt: __, ...quote }: Body) => quote;
    expect(shown(theirs)).toEqual(shown(mine));
    expect(mine.salesTax.amount).toBe(9.03);
  });

  it('gets 404 LIVE_TENANT for the clock and for faults', async () => {
    const headers = { Authorization: `Bearer ${tokens.LIVE}` };
    const faulty = (fault: string) =>
      app.fetchFrom('', new Request('http://localhost/v1/account', { headers: { ...headers, 'Test-Fault': fault } }));
    const answers = [
      await send('LIVE', 'GET', '/v1/test/clock'),
      await send('LIVE', 'PUT', '/v1/test/clock', { advance: 'P1D' }),
      await send('LIVE', 'DELETE', '/v1/test/clock'),
      await faulty('500'),
      await faulty('nonsense'),
    ];
    for (const answer of answers) {
      expect([answer.status, (await bodyOf<Body>(answer)).code]).toEqual([404, 'LIVE_TENANT']);
    }
    const read = await ask('LIVE', '{ testClock { now } account { kind } }');
    expect(read.data).toEqual({ testClock: null, account: { kind: 'LIVE' } });
    expect(read.errors[0].extensions.code).toBe('LIVE_TENANT');
    const moved = await ask(
      'LIVE',
      'mutation { setTestClock(input: { real: true }) { __typename ... on UserError { code } } }',
    );
    expect(moved.data.setTestClock).toEqual({ __typename: 'NotFound', code: 'LIVE_TENANT' });
    const fault = await ask('LIVE', '{ account { kind } }', {}, { 'Test-Fault': '429' });
    expect(fault.errors[0].extensions.code).toBe('LIVE_TENANT');
  });
});
