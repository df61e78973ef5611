import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tenant } from '../../../src/domain/account/tenant.ts';
import type { FactCorrection } from '../../../src/domain/rate-book/rate-layer.ts';
import { loadReferenceData } from '../../../src/rates/book/bundled.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';
import { aCorrectionsLayer } from '../../support/rate-layers.ts';
import { fileReturn } from '../../support/returns.ts';
import { aTenant } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Json = any;

/*
 * Omaha: Nebraska 5.5 % and the city 1.5 %, so 7 % on clothing (C1S2) and footwear (C1S3), which share a category.
 * The merchant A has rulings; B sells the same goods without any.
 */
const omaha = { street: '100 Main St', city: 'Omaha', state: 'NE', zip: '68102', country: 'US' };
const shoes = anItemBody({ name: 'Shoes', taxCode: 'C1S3', unitPrice: 100, quantity: 1 });
const coat = anItemBody({ name: 'Coat', taxCode: 'C1S2', unitPrice: 100, quantity: 1 });

const footwearExempt: FactCorrection = {
  part: 'RULE',
  country: 'US',
  subdivision: 'NE',
  row: { category: 'clothing', taxable: 'no', from: '2026-06-01' },
  taxCode: 'C1S3',
  source: 'Nebraska private letter ruling 29-26-1',
};
/** 2 % for the state and 1.5 % for the city, for all clothing, from a later day. */
const clothingReduced: FactCorrection = {
  ...footwearExempt,
  row: {
    category: 'clothing',
    taxable: 'reduced',
    stateRate: '0.02',
    local: { COUNTY: 'general', CITY: 'general', DISTRICT: 'general' },
    from: '2026-08-01',
  },
  taxCode: undefined,
  source: 'Nebraska private letter ruling 29-26-2',
};

let inForce = reference;
/** Accounts are cached for less than a second of this clock. */
let later = 0;
let app: TestApp;
let tenantB: Tenant;
const tokens: Record<'A' | 'B', string> = { A: '', B: '' };
const customers: Record<'A' | 'B', string> = { A: '', B: '' };

const send = (who: 'A' | 'B', method: string, path: string, json?: Json, headers: Record<string, string> = {}) =>
  app.fetch(path, {
    method,
    headers: { Authorization: `Bearer ${tokens[who]}`, 'Content-Type': 'application/json', ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
const ok = async (...asked: Parameters<typeof send>): Promise<Json> => {
  const response = await send(...asked);
  expect(response.ok, await response.clone().text()).toBe(true);
  return response.json();
};
const rulings = () => app.records.rulings;
const anHour = 3_600_000;
async function revise(change: () => Promise<unknown>): Promise<void> {
  await change();
  later += anHour;
}

beforeAll(async () => {
  const authNow = () => new Date(Date.now() + later);
  app = await startApp({ rateBook: { current: () => inForce, refusal: () => null }, authNow });
  tenantB = await aTenant(app.store.stores);
  tokens.A = await app.token();
  tokens.B = await app.token(undefined, tenantB);
  for (const who of ['A', 'B'] as const)
    customers[who] = (await ok(who, 'PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody())).serviceId;
});
afterAll(() => app.close());

const day = (date: string) => ({ createdDate: date, updatedDate: date });
const quote = (who: 'A' | 'B', taxDate = '2026-07-01', items = [shoes, coat]): Promise<Json> =>
  ok(who, 'POST', '/v1/transactions/calculate', { items, shippingAddress: omaha, taxDate });
const taxes = ({ items }: Json) => items.map(({ taxAmount }: Json) => taxAmount);
const both = async (taxDate?: string) => [taxes(await quote('A', taxDate)), taxes(await quote('B', taxDate))];
const invoice = (who: 'A' | 'B', externalId: string): Promise<Json> =>
  ok(who, 'PUT', `/v1/transactions/source/9/externalId/${externalId}`, {
    ...anInvoiceBody(customers[who], { externalId, items: [shoes, coat], shippingAddress: omaha }),
    externalTimestamps: day('2026-07-01'),
  });
const replay = (who: 'A' | 'B', externalId: string, rateBook: string): Promise<Json> =>
  ok(who, 'GET', `/v1/transactions/source/9/externalId/${externalId}/replay?rateBook=${rateBook}`);

it('applies a ruling to its tenant, its code and its days only', async () => {
  expect(await both()).toEqual([
    [7, 7],
    [7, 7],
  ]);
  await invoice('A', 'before');
  // A revision that is named too early is read again once it exists.
  const early = `/v1/transactions/source/9/externalId/before/replay?rateBook=${reference.version}~r1`;
  expect((await send('A', 'GET', early)).status).toBe(400);
  await revise(() => rulings().add([footwearExempt], new Date('2026-07-01T10:00:00Z')));
  expect(await both()).toEqual([
    [0, 7],
    [7, 7],
  ]);
  expect(await both('2026-05-31')).toEqual([
    [7, 7],
    [7, 7],
  ]);
  const [ofA, ofB] = [await quote('A'), await quote('B')];
  expect(ofA.rateBookVersion).toBe(`${reference.version}~r1`);
  expect(ofB.rateBookVersion).toBe(reference.version);
  expect(ofA.items[0]).toMatchObject({ reason: 'PRODUCT_EXEMPT', taxRate: 0 });
  expect(JSON.stringify(ofB)).not.toContain('letter ruling');
});

it('shows its source in the trace, and keeps it with documents, batches and replays', async () => {
  expect((await invoice('A', 'ruled')).salesTax.amount).toBe(7);
  expect((await invoice('B', 'ruled')).salesTax.amount).toBe(14);
  const query =
    '{ transaction(by: {key: {source: "9", externalId: "ruled"}}) { rateBookVersion trace { sources { title } } } }';
  const traceOf = async (who: 'A' | 'B') => (await ok(who, 'POST', '/graphql', { query })).data.transaction;
  const ofA = await traceOf('A');
  expect(ofA.rateBookVersion).toBe(`${reference.version}~r1`);
  expect(JSON.stringify(ofA.trace)).toContain('Nebraska private letter ruling 29-26-1');
  expect(JSON.stringify(await traceOf('B'))).not.toContain('ruling');

  // A document from before the ruling keeps the law without it.
  expect(await replay('A', 'before', 'ORIGINAL')).toMatchObject({ reproduces: true, taxAmount: 14 });
  expect(await replay('A', 'before', 'CURRENT')).toMatchObject({ reproduces: false, taxAmount: 7, taxDifference: -7 });
  expect(await replay('A', 'ruled', 'ORIGINAL')).toMatchObject({ reproduces: true, taxAmount: 7 });
  expect(await replay('A', 'ruled', `${reference.version}~r0`)).toMatchObject({ taxAmount: 14 });
  expect(await replay('A', 'before', reference.version)).toMatchObject({ taxAmount: 7 });
  expect(await replay('B', 'ruled', 'ORIGINAL')).toMatchObject({ reproduces: true, taxAmount: 14 });
  // The revision is looked up within the tenant: B never had one.
  const ofB = `/v1/transactions/source/9/externalId/ruled/replay?rateBook=${reference.version}~r1`;
  expect((await send('B', 'GET', ofB)).status).toBe(400);
});

it('decides batches, scenarios, reconciliations and lookups of its tenant only', async () => {
  const batch = async (who: 'A' | 'B') => {
    const body = anInvoiceBody(customers[who], { externalId: 'batch', items: [shoes], shippingAddress: omaha });
    const transactions = [{ ...body, externalTimestamps: day('2026-07-01') }];
    await ok(who, 'POST', '/v1/transactions/batch', { transactions });
    const { salesTax } = await ok(who, 'GET', '/v1/transactions/source/9/externalId/batch');
    return salesTax.amount;
  };
  expect([await batch('A'), await batch('B')]).toEqual([0, 7]);

  const base = { quote: { items: [shoes], shippingAddress: omaha, taxDate: '2026-05-01' } };
  const scenarios = [
    { label: 'later', taxDate: '2026-07-01' },
    { label: 'without', taxDate: '2026-07-01', rateBookVersion: `${reference.version}~r0` },
  ];
  const compare = async (who: 'A' | 'B') => {
    const compared = await ok(who, 'POST', '/v1/transactions/compare', { base, scenarios });
    return [compared.base.salesTax.amount, ...compared.scenarios.map(({ taxAmount }: Json) => taxAmount)];
  };
  expect([await compare('A'), await compare('B')]).toEqual([
    [7, 0, 7],
    [7, 7, 7],
  ]);

  const theirs = 'source,externalId,customerExternalId,date,state,zip,city,taxCode,totalPrice,taxAmount\n';
  const reconcile = async (who: 'A' | 'B') => {
    const response = await app.fetch('/v1/reconciliations', {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens[who]}`, 'Content-Type': 'text/csv' },
      body: `${theirs}1,X-1,C-1,2026-07-01,NE,68102,Omaha,C1S3,100,7\n`,
    });
    return (await response.json()) as Json;
  };
  expect((await reconcile('B')).equalCount).toBe(1);
  expect((await reconcile('A')).differences).toMatchObject([{ theirTaxAmount: 7, taxAmount: 0 }]);

  const isTaxed = async (who: 'A' | 'B') => {
    const grid = await ok(who, 'GET', '/v1/taxability?taxCode=C1S3,C1S2&state=NE&asOf=2026-07-01');
    return grid.rows.map(({ cells }: Json) => cells[0].isTaxable);
  };
  expect([await isTaxed('A'), await isTaxed('B')]).toEqual([
    [false, true],
    [true, true],
  ]);
  const tableOf = async (who: 'A' | 'B', asOf = '2026-07-01') => {
    const table = await ok(who, 'GET', `/v1/rate_table?state=NE&asOf=${asOf}&format=json&limit=100`);
    return table.find(({ category }: Json) => category === 'clothing').askBecause ?? null;
  };
  expect([await tableOf('A'), await tableOf('B')]).toEqual([
    'The tax code, because a ruling covers one of the category’s codes.',
    null,
  ]);
  expect(await tableOf('A', '2026-05-31')).toBeNull();
});

it('combines with a later rate book, and rulings with each other', async () => {
  await revise(() => rulings().add([clothingReduced], new Date('2026-07-02T10:00:00Z')));
  // Clothing: 3.5 %. The ruling on footwear is more specific.
  expect(await both('2026-08-01')).toEqual([
    [0, 3.5],
    [7, 7],
  ]);
  expect(await both('2026-07-31')).toEqual([
    [0, 7],
    [7, 7],
  ]);
  const exempt = {
    ...clothingReduced,
    row: { category: 'clothing', taxable: 'no', from: '2026-10-01' },
    source: 'LB 1',
  };
  const layers = [aCorrectionsLayer({ facts: [exempt] })];
  inForce = loadReferenceData({ number: 1, layers, findBoundaries: async () => [] });
  // The law exempts clothing from October; A's ruling still says 3.5 %.
  expect(await both('2026-10-01')).toEqual([
    [0, 3.5],
    [0, 0],
  ]);
  expect((await quote('A')).rateBookVersion).toBe(`${reference.version}+1~r2`);
  inForce = reference;
});

it('withdraws a ruling, which documents keep, including filed ones', async () => {
  await ok('A', 'PUT', '/v1/nexus/place/US-NE', { registrations: [{ validFrom: '2020-01-01' }] });
  const { filings } = await bodyOf<Json>(fileReturn(app, { place: 'US-NE', period: '2026-07' }));
  await revise(() => rulings().withdraw(1, new Date('2026-07-03T10:00:00Z')));
  expect(await both('2026-07-31')).toEqual([
    [7, 7],
    [7, 7],
  ]);
  expect(await both('2026-08-01')).toEqual([
    [3.5, 3.5],
    [7, 7],
  ]);
  expect(await replay('A', 'ruled', 'ORIGINAL')).toMatchObject({ reproduces: true, taxAmount: 7 });
  expect(await replay('A', 'ruled', 'CURRENT')).toMatchObject({ reproduces: false, taxAmount: 14 });
  const { receipt } = filings.at(-1);
  expect(await ok('A', 'POST', '/v1/returns/verify_receipt', { receipt })).toMatchObject({
    ...{ isProved: true, documentCount: 3, differences: [] },
  });
  expect(await rulings().withdraw(1, new Date())).toBe(false);
});

it('gives each tenant its own answer to a conditional request', async () => {
  const path = '/v1/rate_changes?state=NE';
  const first = await send('A', 'GET', path);
  await revise(() => app.store.stores.forTenant(tenantB.tenantId).rulings.add([footwearExempt], new Date()));
  await revise(() => app.store.stores.forTenant(tenantB.tenantId).rulings.add([footwearExempt], new Date()));
  await revise(() => app.store.stores.forTenant(tenantB.tenantId).rulings.add([footwearExempt], new Date()));
  // Both tenants have a third revision, with other rulings.
  expect((await quote('A')).rateBookVersion).toBe((await quote('B')).rateBookVersion);
  const tag = first.headers.get('ETag')!;
  expect((await send('A', 'GET', path, undefined, { 'If-None-Match': tag })).status).toBe(304);
  expect((await send('B', 'GET', path, undefined, { 'If-None-Match': tag })).status).toBe(200);
});

it('lists the rulings of the caller in both interfaces', async () => {
  const ofA = await ok('A', 'GET', '/v1/rulings');
  expect(ofA).toMatchObject([
    {
      number: 1,
      country: 'US',
      state: 'NE',
      taxCode: 'C1S3',
      category: 'clothing',
      validFrom: '2026-06-01',
      terms: { taxable: 'no' },
      source: 'Nebraska private letter ruling 29-26-1',
      withdrawnAt: '2026-07-03T10:00:00.000Z',
    },
    { number: 2, validFrom: '2026-08-01' },
  ]);
  expect(Object.keys(ofA[1])).not.toContain('withdrawnAt');
  const query = '{ rulings(first: 10) { totalCount nodes { number source } } }';
  const { data } = await ok('B', 'POST', '/graphql', { query });
  expect(data.rulings.nodes.map(({ source }: Json) => source)).toEqual(Array(3).fill(footwearExempt.source));
});

it('leaves out a ruling that the rate book cannot apply, and names it', async () => {
  const gone = { ...footwearExempt, taxCode: 'C9S99', row: { ...footwearExempt.row, category: 'clothing' } };
  await revise(() => rulings().add([gone], new Date('2026-07-04T10:00:00Z')));
  expect(await both('2026-08-01')).toEqual([
    [3.5, 3.5],
    [0, 7],
  ]);
  const ruled = reference.withRulings(4, await rulings().list());
  expect([...ruled.rulingMisfits]).toEqual([[3, 'The rate book has no tax code or category C9S99.']]);
  expect((await ok('A', 'GET', '/v1/rulings'))[2].misfit).toBe('The rate book has no tax code or category C9S99.');
  // Children's clothing has its own rules, even if they are the same as those for clothing.
  const moved = { number: 1, fact: { ...footwearExempt, taxCode: 'C1S4' } };
  expect([...reference.withRulings(1, [moved]).rulingMisfits.keys()]).toEqual([1]);
});
