import { isInterfaceType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { globalId } from '../../src/graphql/base/global-id.ts';
import { schema } from '../../src/graphql/schema.ts';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aTenant } from '../support/stores.ts';
import { ask, type Data, storeCustomer, storeInvoice } from './ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-01T12:00:00Z') });
  const { serviceId } = await storeCustomer(app);
  await storeInvoice(app, serviceId, { externalId: 'sale' });
  const hook = { url: 'https://shop.example.com/hooks', eventTypes: ['*'] };
  const endpoint = await bodyOf<Data>(app.send('POST', '/v1/webhook_endpoints', hook));
  await app.send('POST', `/v1/webhook_endpoints/serviceId/${endpoint.serviceId}/test`);
  for (const place of ['US-MN', 'CA-QC', 'EU']) {
    await app.send('PUT', `/v1/nexus/place/${place}`, { physicalNexus: [{ validFrom: '2025-01-01' }] });
  }
});
afterAll(() => app.close());

it('`id` is only on nodes, and is always an ID', () => {
  const node = schema.getType('Node');
  const withId = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && 'id' in type.getFields());
  const nodes = isInterfaceType(node) ? schema.getPossibleTypes(node) : [];
  expect(withId.map(({ name }) => name).sort()).toEqual(nodes.map(({ name }) => name).sort());
  for (const type of nodes) expect(String(type.getFields().id?.type), type.name).toBe('ID!');
  expect(nodes.map(({ name }) => name).sort()).toEqual([
    'AuditEntry',
    'CertificateRequest',
    'Client',
    'Customer',
    'Exemption',
    'Nexus',
    'Product',
    'Refusal',
    'TaxNumberCheck',
    'TaxReturn',
    'Transaction',
    'WebhookDelivery',
    'WebhookEndpoint',
  ]);
});

it.each<[string, (data: Data) => Data[], string, string]>([
  [
    'Nexus',
    ({ nexusTrackers }) => nexusTrackers.nodes.flatMap((one: Data) => one.declaration ?? []),
    'place',
    'nexus:read',
  ],
  ['WebhookEndpoint', ({ webhookEndpoints }) => webhookEndpoints, 'url', 'webhooks:read'],
  ['WebhookDelivery', ({ webhookDeliveries }) => webhookDeliveries.nodes, 'eventType', 'webhooks:read'],
  ['Client', ({ clients }) => clients.nodes, 'clientId', 'admin'],
  ['AuditEntry', ({ auditEntries }) => auditEntries.nodes, 'recordKey', 'audit:read'],
])(
  'a record of the type %s is found by its id, with the scope for reading it, by its own tenant',
  async (type, listed, member, scope) => {
    const lists = `{ nexusTrackers(first: 100) { nodes { declaration { id place } } } webhookEndpoints { id url }
    webhookDeliveries { nodes { id eventType } } auditEntries { nodes { id recordKey } } clients(first: 3) { nodes { id clientId } } }`;
    const all = listed((await ask(app, lists)).data);
    expect(all.length).toBeGreaterThan(0);
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on ${type} { ${member} } } }`;
    const variables = { ids: all.map(({ id }) => id) };
    const found = await ask(app, query, { variables, scopes: [scope as 'audit:read'] });
    expect(found.data.nodes).toEqual(all.map((one) => ({ __typename: type, ...one })));
    const refused = await ask(app, query, { variables, scopes: ['customers:read'] });
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const token = await app.token([scope as 'audit:read'], await aTenant(app.stores));
    expect((await ask(app, query, { variables, token })).data.nodes).toEqual(all.map(() => null));
  },
);

it('an invalid id is reported with its argument and position', async () => {
  const { errors } = await ask(app, `{ nodes(ids: ["${globalId('Client', 'x')}", "nonsense"]) { id } }`);
  expect(errors).toMatchObject([{ extensions: { issues: [{ path: ['ids', '1'], code: 'INVALID_FORMAT' }] } }]);
  const one = await ask(app, '{ node(id: "nonsense") { id } }');
  expect(one.errors).toMatchObject([{ extensions: { issues: [{ path: ['id'] }] } }]);
});

it('endpoints and deliveries are looked up by id as by serviceId', async () => {
  const lists = '{ webhookEndpoints { id serviceId } webhookDeliveries { nodes { id serviceId } } }';
  const { webhookEndpoints, webhookDeliveries } = (await ask(app, lists)).data;
  const [endpoint, delivery] = [webhookEndpoints[0], webhookDeliveries.nodes[0]];
  const query = `query ($endpoint: ID!, $delivery: ID!) {
    webhookEndpoint(by: { id: $endpoint }) { id serviceId } webhookDelivery(by: { id: $delivery }) { id serviceId } }`;
  const { data } = await ask(app, query, { variables: { endpoint: endpoint.id, delivery: delivery.id } });
  expect(data).toEqual({ webhookEndpoint: endpoint, webhookDelivery: delivery });
  const { errors } = await ask(app, query, { variables: { endpoint: delivery.id, delivery: delivery.id } });
  expect(errors).toMatchObject([{ extensions: { issues: [{ path: ['by', 'id'], code: 'WRONG_TYPE' }] } }]);
});
