import { execute, getNamedType, isAbstractType, isObjectType, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphqlContext } from '../../src/graphql/base/context.ts';
import { createLoaders } from '../../src/graphql/base/loaders.ts';
import { compileQuery } from '../../src/graphql/execution/compiled/compile-query.ts';
import { createExecute } from '../../src/graphql/execution/execute.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createLiveStreams } from '../../src/graphql/subscriptions/live-streams.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { anItemBody } from '../support/bodies.ts';
import { aContext, inputs } from '../support/context.ts';
import { recordOf } from '../support/openapi.ts';
import { aTenant, openTestStore, type TestStore } from '../support/stores.ts';
import { type AskedField, wholeQuery } from '../support/whole-query.ts';
import { ask, storeCustomer, storeInvoice } from './ask.ts';

const never = (): never => {
  throw new Error('Not asked for here.');
};
const execution = createExecute();
const address =
  '{ street: "250 Marquette Ave", city: "Minneapolis", state: "MN", zip: "55401", country: "US", isPartial: false }';

let app: TestApp;
let store: TestStore;
let customerId: string;
let clientId: string;
let requestId: string;
let ids: readonly string[];
let webhook: { endpointId: string; deliveryId: string };

beforeAll(async () => {
  // Every field has a response for a test tenant.
  store = await openTestStore();
  app = await startApp({ store, tenant: await aTenant(store.stores, {}, 'TEST') });
  customerId = (await storeCustomer(app, { taxNumber: 'DE136695976', address: { city: 'Minneapolis' } })).serviceId;
  const create = `mutation ($input: UpsertExemptionsInput!) { upsertExemptions(input: $input) { __typename } }`;
  const certificate = { certificateId: 'ST3', url: 'https://example.com/st3', name: 'ST3' };
  const exemption = {
    certificate,
    classification: { code: 'R', description: 'Resale' },
    taxCodes: ['C1S3'],
  };
  await ask(app, create, { variables: { input: { customerId, exemption, states: [{ code: 'MN' }] } } });
  await storeInvoice(app, customerId, { externalId: 'order', transactionType: 'SALES_ORDER' });
  const invoice = { externalId: 'invoice', createdFrom: 'order', documentName: 'A' };
  await storeInvoice(app, customerId, invoice);
  const items = [anItemBody(), anItemBody({ name: 'Coat', taxCode: 'C1S2' }), anItemBody({ taxCode: 'C1S3' })];
  const shippingFee = { taxCode: 'C6S1', totalPrice: 10 };
  await storeInvoice(app, customerId, { ...invoice, items, shippingFee, transactionLevelDiscount: 7 });
  await storeInvoice(app, customerId, {
    externalId: 'refund',
    createdFrom: 'invoice',
    transactionType: 'REFUND',
    items: [],
  });
  await storeInvoice(app, customerId, {
    externalId: 'fee',
    shippingAddress: { country: 'US', state: 'CO', zip: '80202', isPartial: true },
    shippingFee,
  });
  for (const [externalId, shippingAddress] of [
    ['quebec', { country: 'CA', region: 'QC' }],
    ['berlin', { country: 'DE' }],
  ] as const) {
    await storeInvoice(app, customerId, { externalId, shippingAddress, shippingFee });
  }
  await app.send('PUT', '/v1/products/source/9/externalId/SKU-1', { source: '9', externalId: 'SKU-1' });
  const requested = await app.send('POST', '/v1/certificate_requests', { customerId, states: ['MN'] });
  requestId = String(recordOf(await requested.json()).serviceId);
  const hook = 'input: { url: "https://shop.example.com", eventTypes: ["*"] }';
  const made = await ask(
    app,
    `mutation { createWebhookEndpoint(${hook}) { ... on WebhookEndpointWithSecret { endpoint { serviceId } } } }`,
  );
  const endpointId: string = made.data.createWebhookEndpoint.endpoint.serviceId;
  const tested = `mutation { testWebhookEndpoint(input: { by: { serviceId: "${endpointId}" } }) { ... on WebhookDelivery { serviceId } } }`;
  webhook = { endpointId, deliveryId: (await ask(app, tested)).data.testWebhookEndpoint.serviceId };
  const created = await ask(
    app,
    'mutation { createClient(input: { name: "Web shop", scopes: ["tax:read"] }) { ... on ClientWithSecret { client { clientId } } } }',
  );
  clientId = created.data.createClient.client.clientId;
  const found = '{ transactions(first: 2) { nodes { id } } customers { nodes { id } } exemptions { nodes { id } } }';
  const { transactions, customers, exemptions } = (await ask(app, found)).data;
  ids = [...transactions.nodes, ...customers.nodes, ...exemptions.nodes].map(({ id }: { id: string }) => id);
});
afterAll(() => store.close());

/** A query for every field of the query type. A new field needs a line here if it has required arguments. */
const questions = (): Readonly<Record<string, AskedField>> => ({
  account: {},
  certificateRequest: { args: `by: { serviceId: "${requestId}" }` },
  client: { args: `by: { clientId: "${clientId}" }` },
  calculateTax: {
    args: `input: { source: "9", externalId: "tried", customerId: "${customerId}", transactionType: INVOICE, transactionStatus: ACTIVE,
      externalTimestamps: { createdDate: "2026-06-15", updatedDate: "2026-06-15" }, items: [{ name: "Lamp", taxCode: "C1S1", unitPrice: 100, quantity: 2 }],
      shippingAddress: ${address} }`,
    without: ['id', 'serviceId'], // Belongs to no record, and is different each time.
  },
  compareScenarios: {
    args: `input: { base: { transaction: { key: { source: "9", externalId: "invoice" } } }, scenarios: [
      { label: "Tomorrow", taxDate: "2026-07-11" }, { label: "Exact", rounding: { lineAmounts: EXACT } }] }`,
    without: ['id', 'serviceId', 'calculatedAt'], // Belongs to no record, and is different each time.
  },
  verifyReceipt: { args: 'input: { receipt: "e30.e30.e30" }' },
  customer: { args: 'by: { key: { source: "9", externalId: "c-1" } }' },
  customers: { args: 'first: 5, filter: { source: { eq: "9" } }, orderBy: { field: NAME }' },
  exemption: { args: `by: { key: { customerId: "${customerId}", country: "US", state: "MN", certificateId: "ST3" } }` },
  exemptions: {},
  exemptionImpact: {
    args: `input: { exemption: { described: { customerId: "${customerId}", exemption: {}, states: [{ abbreviation: "MN" }] } } }`,
  },
  globalTaxRates: { args: 'input: { country: "DE", asOf: "2026-07-01", taxCode: "C1S30" }' },
  jurisdictions: { args: 'first: 5, filter: { state: { eq: "MN" } }, asOf: "2026-07-01"' },
  dueTaxReturns: { args: 'filter: { dueOn: { gte: "2026-01-01", lte: "2026-12-31" } }' },
  exposure: { args: 'period: {year: "2026"}, collectFrom: FIRST_SALE' },
  ecSalesList: { args: 'country: "DE", period: {quarter: "2026-Q2"}' },
  journal: { args: 'period: {quarter: "2026-Q2"}' },
  liability: { args: 'period: {quarter: "2026-Q2"}, groupBy: [STATE, JURISDICTION, TAX_CODE, REASON]' },
  nexusTrackers: { args: 'first: 60, asOf: "2026-07-01"' },
  node: { args: `id: "${ids[0]}"` },
  nodes: { args: `ids: ${JSON.stringify(ids)}` },
  product: { args: 'by: { key: { source: "9", externalId: "SKU-1" } }' },
  products: {},
  taxCodeSuggestions: { args: 'name: "Rain coat"' },
  unmappedProducts: {},
  rateBookVersions: {},
  rateBookDifferences: { args: 'fromVersion: 0, toVersion: 0' },
  rateChange: { args: 'changeId: "2027-07-01.US.SD.RATE"' },
  rateChanges: { args: 'first: 5, filter: { state: { eq: "SD" } }' },
  rateUpdates: {},
  rulings: {},
  refusals: {},
  replays: { args: 'first: 3, filter: { source: { eq: "9" } }' },
  ruleCoverage: { args: 'places: ["US-MN", "DE"]' },
  salesTaxRates: {
    args: 'input: { address: { state: "NY", zip: "10001", isPartial: true }, asOf: "2026-07-01", taxCode: "C1S2" }',
  },
  taxReturn: { args: 'by: { key: { country: "US", state: "MN", period: { month: "2026-06" } } }' },
  taxReturns: {},
  serviceInfo: {},
  taxCodes: { args: 'filter: { search: "hosting" }' },
  testClock: {},
  taxNumberChecks: {},
  taxability: { args: 'input: { taxCodes: ["C1S2"], states: ["MN", "NY"], asOf: "2026-07-01" }' },
  transaction: { args: 'by: { key: { source: "9", externalId: "invoice" } }' },
  transactions: { args: 'orderBy: { field: EXTERNAL_ID, direction: ASC }' },
  validateAddress: { args: 'input: { address: { state: "TX", zip: "78701", city: "Houston", isPartial: true } }' },
  validateTaxNumber: { args: 'input: { countryCode: "FR", vatNumber: "40303265045" }' },
  webhookDelivery: { args: `by: { serviceId: "${webhook.deliveryId}" }` },
  webhookEndpoint: { args: `by: { serviceId: "${webhook.endpointId}" }` },
});

/** A separate request, which shares no loaded records with others. */
const aRequest = (): GraphqlContext => ({
  ...aContext(app.stores, app.tenant),
  receipts: { sign: async () => 'e30.e30.e30', read: async () => ({ signature: 'INVALID' }) as const },
  now: () => new Date('2026-07-10T08:00:00Z'),
  inputs,
  tokens: { issueToken: never },
  certificateLinkTo: async () => 'https://tax.example.com/certificates/link',
  loaders: createLoaders(app.stores.forTenant(app.tenant.tenantId), () => new Error('too many items')),
  remoteAddress: '',
  streams: createLiveStreams(),
  renewed: async () => aRequest(),
});

const rootFields = Object.keys(schema.getQueryType()!.getFields());

describe('a compiled query answers as graphql-js does', () => {
  it.each(rootFields)('%s', async (name) => {
    const { query } = wholeQuery(schema, name, questions()[name] ?? {});
    const document = parse(query);
    expect(validate(schema, document)).toEqual([]);
    expect(compileQuery(schema, document, undefined)).not.toBeNull();
    const theirs = await execute({ schema, document, contextValue: aRequest() });
    const ours = await execution({ schema, document, contextValue: aRequest() });
    expect(theirs.errors).toBeUndefined();
    expect(theirs.data![name]).not.toBeNull();
    expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
  });

  it('for every field that a query can read', () => {
    const named = new Set(rootFields.flatMap((name) => [...wholeQuery(schema, name, {}).named]));
    const types = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && !type.name.startsWith('__'),
    );
    const fields = types.flatMap((type) =>
      isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
    );
    const isForMutations = (field: string) => mutationTypes.has(field.slice(0, field.indexOf('.')));
    expect(fields.filter((field) => !named.has(field) && !isForMutations(field))).toEqual([]);
  });
});

/** Types that only mutations and subscriptions return, which are never compiled, and the root types. */
const mutationTypes: ReadonlySet<string> = (() => {
  const reached = new Set<string>();
  const reach = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    const type = schema.getType(name);
    if (isAbstractType(type)) for (const { name: possible } of schema.getPossibleTypes(type)) reach(possible);
    if (!isObjectType(type)) return;
    for (const field of Object.values(type.getFields())) reach(getNamedType(field.type).name);
  };
  for (const field of Object.values(schema.getQueryType()!.getFields())) reach(getNamedType(field.type).name);
  return new Set(Object.keys(schema.getTypeMap()).filter((name) => !reached.has(name)));
})();
