import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aTenant } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = Record<string, any>;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const url = 'https://shop.example.com/hooks';
const create = (more: Body = {}) =>
  app.send('POST', '/v1/webhook_endpoints', { url, eventTypes: ['transaction.*'], ...more });
const pathOf = ({ serviceId }: Body) => `/v1/webhook_endpoints/serviceId/${serviceId}`;
const issuesOf = async (response: Response) => {
  expect(response.status).toBe(400);
  return (await bodyOf<{ errors: Body[] }>(response)).errors.map(({ pointer, code }) => [pointer, code]);
};
const graphql = async (query: string, variables: Body = {}) =>
  bodyOf<{ data: Body }>(app.send('POST', '/graphql', { query, variables }));

describe('an endpoint', () => {
  it('shows its secret once, and is changed, listed and deleted', async () => {
    const response = await create({ description: 'Order desk' });
    expect(response.status).toBe(201);
    const { secret, ...created } = await bodyOf<Body>(response);
    expect(secret).toMatch(/^whsec_/);
    expect(response.headers.get('location')).toBe(pathOf(created));
    expect(created).toMatchObject({ url, status: 'ACTIVE', description: 'Order desk', version: 1 });
    expect(await bodyOf<Body>(app.send('GET', pathOf(created)))).toEqual(created);
    expect(await bodyOf<Body[]>(app.send('GET', '/v1/webhook_endpoints'))).toEqual([created]);
    const patched = await bodyOf<Body>(app.send('PATCH', pathOf(created), { eventTypes: ['*'], description: null }));
    expect(patched).toMatchObject({ eventTypes: ['*'], url, version: 2 });
    expect(patched).not.toHaveProperty('description');
    const stale = { 'If-Match': response.headers.get('etag')! };
    expect((await app.send('PATCH', pathOf(created), { eventTypes: ['*'] }, stale)).status).toBe(412);
    expect((await app.send('POST', `${pathOf(created)}/rotate_secret`, {}, stale)).status).toBe(412);
    expect((await app.send('DELETE', pathOf(created))).status).toBe(204);
    expect((await app.send('DELETE', pathOf(created))).status).toBe(404);
    const trail = await bodyOf<Body[]>(app.send('GET', `/v1/audit_entries?recordId=${created.serviceId}`));
    expect(trail.map(({ action }) => action)).toEqual(['DELETED', 'UPDATED', 'CREATED']);
    expect(trail[0]).toMatchObject({ recordType: 'WEBHOOK_ENDPOINT', clientId: expect.any(String) });
  });

  it('is made once for an Idempotency-Key, which keeps no secret', async () => {
    const post = (to: string, body: Body, key: string) =>
      bodyOf<Body>(app.send('POST', to, body, { 'Idempotency-Key': key }));
    const input = { url, eventTypes: ['*'] };
    const { secret, ...created } = await post('/v1/webhook_endpoints', input, 'one-hook');
    expect(await post('/v1/webhook_endpoints', input, 'one-hook')).toEqual(created);
    const rotation = `${pathOf(created)}/rotate_secret`;
    const { secret: next, ...rotated } = await post(rotation, {}, 'one-rotation');
    expect(await post(rotation, {}, 'one-rotation')).toEqual(rotated);
    expect([secret, next]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
    const kept = await app.store.database.prisma.$queryRaw<{ body: string }[]>`
      SELECT body FROM idempotency_keys WHERE key IN ('one-hook', 'one-rotation') AND body LIKE ${`%${created.serviceId}%`}`;
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain('whsec_');
    await app.send('DELETE', pathOf(created));
  });

  it.each([
    ['http://shop.example.com/', 'no TLS'],
    ['ftp://shop.example.com/', 'another protocol'],
    ['shop.example.com', 'no URL'],
    ['https://user:password@shop.example.com/', 'a password'],
    ['https://shop.example.com/#here', 'a fragment'],
    ['https://shop.example.com:25/', 'a port of another service'],
    ['https://shop.example.com:6379/', 'the port of a database'],
    ['https://localhost/', 'this machine'],
    ['https://127.0.0.1/', 'this machine'],
    ['https://2130706433/', 'this machine as a number'],
    ['https://[::ffff:10.0.0.1]/', 'a private network in IPv6'],
    ['https://169.254.169.254/latest/meta-data', 'the metadata of a cloud'],
    ['https://metadata.google.internal/', 'an inner name'],
  ])('cannot be at %s (%s)', async (target) => {
    expect(await issuesOf(await create({ url: target }))).toEqual([['/url', 'INVALID_VALUE']]);
  });

  it('has all of its faults reported at once, and is not stored', async () => {
    const sent = { url: 'http://u:p@localhost/', eventTypes: ['transaction.made', 7], events: ['*'] };
    expect(await issuesOf(await app.send('POST', '/v1/webhook_endpoints', sent))).toEqual([
      ['/url', 'INVALID_VALUE'],
      ['/url', 'INVALID_VALUE'],
      ['/url', 'INVALID_VALUE'],
      ['/eventTypes/0', 'UNKNOWN_VALUE'],
      ['/eventTypes/1', 'INVALID_TYPE'],
      ['/events', 'UNKNOWN_FIELD'],
    ]);
    expect(await issuesOf(await create({ eventTypes: [] }))).toEqual([['/eventTypes', 'TOO_SHORT']]);
    expect(await bodyOf<Body[]>(app.send('GET', '/v1/webhook_endpoints'))).toEqual([]);
  });

  it('is one of 20', async () => {
    const made: Body[] = [];
    for (let count = 0; count < 20; count++) made.push(await bodyOf<Body>(create()));
    const refused = await create();
    expect(await issuesOf(refused)).toEqual([['/url', 'TOO_MANY']]);
    for (const endpoint of made) await app.send('DELETE', pathOf(endpoint));
    expect(await app.records.webhookEndpoints.list()).toEqual([]);
  });

  it('belongs to its tenant', async () => {
    const created = await bodyOf<Body>(create());
    const other = await aTenant(app.stores);
    const headers = { Authorization: `Bearer ${await app.token(['webhooks:read', 'webhooks:write'], other)}` };
    expect(await bodyOf<Body[]>(app.send('GET', '/v1/webhook_endpoints', undefined, headers))).toEqual([]);
    for (const [method, path, body] of [
      ['GET', pathOf(created)],
      ['PATCH', pathOf(created), { status: 'DISABLED' }],
      ['DELETE', pathOf(created)],
      ['POST', `${pathOf(created)}/test`],
      ['POST', `${pathOf(created)}/rotate_secret`, {}],
      ['POST', `${pathOf(created)}/redeliver`, { since: '2026-07-01' }],
    ] as const) {
      expect((await app.send(method, path, body, headers)).status, `${method} ${path}`).toBe(404);
    }
    const delivery = await bodyOf<Body>(app.send('POST', `${pathOf(created)}/test`));
    const deliveryPath = `/v1/webhook_deliveries/serviceId/${delivery.serviceId}`;
    expect((await app.send('GET', deliveryPath, undefined, headers)).status).toBe(404);
    expect((await app.send('POST', `${deliveryPath}/redeliver`, undefined, headers)).status).toBe(404);
    await app.send('DELETE', pathOf(created));
    expect((await app.send('GET', deliveryPath)).status).toBe(404);
  });

  it('needs the scopes of webhooks', async () => {
    const headers = { Authorization: `Bearer ${await app.token(['webhooks:read', 'admin'])}` };
    const body = { url, eventTypes: ['*'] };
    expect((await app.send('POST', '/v1/webhook_endpoints', body, headers)).status).toBe(403);
    const reader = { Authorization: `Bearer ${await app.token(['transactions:read'])}` };
    expect((await app.send('GET', '/v1/webhook_endpoints', undefined, reader)).status).toBe(403);
  });
});

it('GraphQL does the same', async () => {
  const members = 'serviceId url eventTypes status version';
  const made = await graphql(
    `mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { ... on WebhookEndpointWithSecret { secret endpoint { ${members} } } ... on InvalidInput { issues { path code } } } }`,
    { input: { url, eventTypes: ['customer.*'] } },
  );
  const { secret, endpoint } = made.data.createWebhookEndpoint;
  expect(secret).toMatch(/^whsec_/);
  const { serviceId } = endpoint;
  const refused = await graphql(
    'mutation ($input: PatchWebhookEndpointInput!) { patchWebhookEndpoint(input: $input) { ... on InvalidInput { issues { path code } } } }',
    { input: { by: { serviceId }, patch: { url: 'https://10.0.0.1/' } } },
  );
  expect(refused.data.patchWebhookEndpoint.issues).toEqual([{ path: ['url'], code: 'INVALID_VALUE' }]);
  const steps = await graphql(
    `mutation ($id: UUID!) {
      update: patchWebhookEndpoint(input: { by: { serviceId: $id }, patch: { description: "Desk" }, ifVersion: 1 }) { ... on WebhookEndpoint { description version } }
      test: testWebhookEndpoint(input: { by: { serviceId: $id } }) { ... on WebhookDelivery { serviceId status eventType attempts { durationMs } } }
      stale: rotateWebhookSecret(input: { by: { serviceId: $id }, ifVersion: 1 }) { ... on VersionMismatch { currentVersion } }
      rotate: rotateWebhookSecret(input: { by: { serviceId: $id }, overlapHours: 0, ifVersion: 2 }) { ... on WebhookEndpointWithSecret { secret endpoint { previousSecretUntil version } } }
      again: redeliverWebhooks(input: { endpointId: $id, since: "2026-07-01T00:00:00Z", onlyFailed: false }) { ... on RedeliveredWebhooks { redeliveredCount } }
    }`,
    { id: serviceId },
  );
  expect(steps.data).toMatchObject({
    update: { description: 'Desk', version: 2 },
    test: { status: 'PENDING', eventType: 'webhook.test', attempts: [] },
    stale: { currentVersion: 2 },
    rotate: { endpoint: { previousSecretUntil: null, version: 3 } },
    again: { redeliveredCount: 0 },
  });
  expect(steps.data.rotate.secret).not.toBe(secret);
  const read = await graphql(
    `query ($id: UUID!, $delivery: UUID!) {
      webhookEndpoints { serviceId }
      webhookEndpoint(by: { serviceId: $id }) { url }
      webhookDelivery(by: { serviceId: $delivery }) { endpointId }
      webhookDeliveries(filter: { endpointId: { eq: $id }, status: { eq: PENDING } }) { totalCount nodes { serviceId } }
    }`,
    { id: serviceId, delivery: steps.data.test.serviceId },
  );
  expect(read.data).toEqual({
    webhookEndpoints: [{ serviceId }],
    webhookEndpoint: { url },
    webhookDelivery: { endpointId: serviceId },
    webhookDeliveries: { totalCount: 1, nodes: [{ serviceId: steps.data.test.serviceId }] },
  });
  const gone = await graphql(
    'mutation ($id: UUID!) { deleteWebhookEndpoint(input: { by: { serviceId: $id } }) { ... on WebhookEndpoint { serviceId } } }',
    { id: serviceId },
  );
  expect(gone.data.deleteWebhookEndpoint).toEqual({ serviceId });
});
