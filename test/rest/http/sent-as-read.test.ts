import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let document: Json;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const read = async (path: string) => bodyOf<Json>(app.send('GET', path));
const stored = async (method: string, path: string, body: object) => {
  const response = await app.send(method, path, body);
  expect([response.status, await response.clone().text()]).toEqual([expect.toBeOneOf([200, 201]), expect.any(String)]);
  return bodyOf<Json>(response);
};

beforeAll(async () => {
  app = await startApp();
  document = await read('/v1/openapi.json');
  ajv.addSchema({ $id: 'doc', components: document.components });
});
afterAll(() => app.close());

const resolved = (part: Json) =>
  part.$ref
    ? part.$ref
        .split('/')
        .slice(1)
        .reduce((at: Json, name: string) => at[name], document)
    : part;

/** The members of an object schema, in all alternatives. */
function propertiesOf(schema: Json): Record<string, Json> {
  if (schema.$ref) return propertiesOf(resolved(schema));
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].map(propertiesOf);
  return Object.assign({}, schema.properties, ...inner);
}

/** The record as read, with a value for every member of the response that only this record lacks. */
function withAllMembers(record: Json, method: string, template: string): Json {
  const { requestBody, responses } = document.paths[template][method.toLowerCase()];
  const schemaIn = (body: Json) => propertiesOf(resolved(body).content['application/json'].schema);
  const [sent, shown] = [schemaIn(requestBody), schemaIn(responses[200])];
  const lacking = Object.keys(shown).filter((name) => !(name in record) && !(name in sent));
  return { ...record, ...Object.fromEntries(lacking.map((name) => [name, 'as read'])) };
}

async function expectUnchanged(method: string, template: string, path: string) {
  const before = await read(path);
  const sent = withAllMembers(before, method, template);
  const { $ref } = document.paths[template][method.toLowerCase()].requestBody.content['application/json'].schema;
  expect(ajv.validate({ $ref: `doc${$ref}` }, sent) || ajv.errors).toBe(true);
  const response = await app.send(method, path, sent);
  expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
  expect(await read(path)).toEqual(before);
  return before;
}

const customerPath = (id: string) => `/v1/customers/source/9/externalId/${encodeURIComponent(id)}`;
const customers = '/v1/customers/source/{source}/externalId/{externalId}';

it('an erased customer with an unusual id', async () => {
  const path = customerPath(' c-1');
  await stored('PUT', path, aCustomerBody({ externalId: ' c-1', email: 'a@example.com', address: minneapolis }));
  await stored('POST', `${path}/erase`, { reason: 'Requested' });
  for (const method of ['PATCH', 'PUT']) {
    const before = await expectUnchanged(method, customers, path);
    expect(before).toMatchObject({ erasedAt: expect.any(String), notices: [{ code: 'EXTERNAL_ID_UNUSUAL' }] });
  }
  const misspelt = { ...(await read(path)), erasedAtt: '2026-07-01' };
  expect((await app.send('PATCH', path, misspelt)).status).toBe(400);
});

it('a document', async () => {
  const { serviceId } = await stored('PUT', customerPath('c-2'), aCustomerBody({ externalId: 'c-2' }));
  const path = '/v1/transactions/source/9/externalId/i-1';
  const items = [
    anItemBody(),
    anItemBody({ shippingAddress: { ...minneapolis, street: '350 S 5th St', zip: '55415' } }),
  ];
  await stored('PUT', path, anInvoiceBody(serviceId, { items, shippingFee: { taxCode: 'F1', totalPrice: 12 } }));
  for (const method of ['PATCH', 'PUT']) {
    await expectUnchanged(method, '/v1/transactions/source/{source}/externalId/{externalId}', path);
  }
  const { shippingAddress, shippingFee } = await read(path);
  expect([shippingAddress.matchedAddressData, shippingFee.taxLines]).toEqual([expect.any(Object), expect.any(Array)]);
  const misspelt = { shippingAddress: { ...shippingAddress, ctiy: 'Saint Paul' } };
  const refused = await app.send('PATCH', path, misspelt);
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: [{ pointer: '/shippingAddress/ctiy' }] },
  ]);
});

it('an exemption', async () => {
  const { serviceId: customerId } = await stored('PUT', customerPath('c-3'), aCustomerBody({ externalId: 'c-3' }));
  const exemption = {
    customerId,
    country: 'US',
    exemptionReason: 'RESALE',
    classification: { code: 'R', description: 'Resale' },
    certificate: { certificateId: 'M-1', url: 'https://files.example.com/m-1', name: 'ST3' },
    validationDates: { fromDate: '2026-01-01', toDate: '2027-12-31' },
  };
  await stored('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] });
  const [{ serviceId }] = await read(`/v1/exemptions?customerId=${customerId}`);
  await expectUnchanged('PATCH', '/v1/exemptions/serviceId/{serviceId}', `/v1/exemptions/serviceId/${serviceId}`);
});

it('a webhook endpoint', async () => {
  const endpoint = { url: 'https://shop.example.com/hooks', eventTypes: ['*'], description: 'Order desk' };
  const { serviceId } = await stored('POST', '/v1/webhook_endpoints', endpoint);
  const path = '/v1/webhook_endpoints/serviceId';
  await stored('POST', `${path}/${serviceId}/rotate_secret`, {});
  const before = await expectUnchanged('PATCH', `${path}/{serviceId}`, `${path}/${serviceId}`);
  expect(before.previousSecretUntil).toEqual(expect.any(String));
});

it('the account', async () => {
  await expectUnchanged('PATCH', '/v1/account', '/v1/account');
});
