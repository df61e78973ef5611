import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/domain/account/scope.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { createClient } from '../../support/clients.ts';
import { aTenant } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = Record<string, any>;

let app: TestApp;
/** Of the authenticator, which caches for less than a second. */
let now = new Date();
beforeAll(async () => {
  app = await startApp({ authNow: () => now });
});
afterAll(() => app.close());

const path = '/v1/clients';
const pathOf = ({ clientId }: Body) => `${path}/clientId/${clientId}`;
const input = { name: 'Web shop', scopes: ['tax:read', 'transactions:write'] };
const create = async (more: Body = {}) => bodyOf<Body>(app.send('POST', path, { ...input, ...more }));
const errorsOf = async (response: Response) => {
  expect(response.status).toBe(400);
  return (await bodyOf<{ errors: Body[] }>(response)).errors.map(({ pointer, code }) => [pointer, code]);
};
const graphql = async (query: string, variables: Body = {}, headers?: Record<string, string>) =>
  bodyOf<{ data: Body; errors?: Body[] }>(app.send('POST', '/graphql', { query, variables }, headers));
const withToken = (accessToken: string) => ({ Authorization: `Bearer ${accessToken}` });

async function tokenFor(clientId: string, clientSecret: string) {
  return app.send('POST', '/v1/token', { clientId, clientSecret });
}
/** A token of a client of the tenant, with its id. */
async function anAdministrator(scopes: readonly Scope[] = ['admin', 'tax:read', 'audit:read'], tenant = app.tenant) {
  const made = await createClient(app.stores, { tenantId: tenant.tenantId, name: 'Office', scopes }, new Date());
  const { clientId } = made.client;
  const { accessToken } = await bodyOf<Body>(tokenFor(clientId, made.clientSecret));
  return { clientId, headers: withToken(accessToken) };
}

describe('a client', () => {
  it('is created with a secret that is shown once, and gets tokens for it', async () => {
    const response = await app.send('POST', path, { ...input, scopes: ['transactions:write', 'tax:read', 'tax:read'] });
    expect(response.status).toBe(201);
    const { clientSecret, ...created } = await bodyOf<Body>(response);
    expect(created).toEqual({
      clientId: expect.stringMatching(/^client_[0-9a-f]{24}$/),
      name: 'Web shop',
      scopes: ['transactions:write', 'tax:read'],
      status: 'ACTIVE',
      createdAt: expect.any(String),
      updatedAt: created.createdAt,
      version: 1,
    });
    expect(response.headers.get('location')).toBe(pathOf(created));
    expect(await bodyOf<Body>(app.send('GET', pathOf(created)))).toEqual(created);
    const token = await bodyOf<Body>(tokenFor(created.clientId, clientSecret));
    expect(decodeJwt(token.accessToken)).toMatchObject({ scope: 'transactions:write tax:read' });
    const trail = await bodyOf<Body[]>(
      app.send('GET', `/v1/audit_entries?recordType=CLIENT&recordKey=${created.clientId}`),
    );
    expect(trail).toMatchObject([
      { recordType: 'CLIENT', action: 'CREATED', clientId: expect.any(String), version: 1 },
    ]);
    expect(trail[0]).not.toHaveProperty('recordId');
  });

  it('has at most the scopes of the token that creates it, and the limits of its client', async () => {
    const { clientId, headers } = await anAdministrator();
    await app.store.database.prisma.client.update({ where: { clientId }, data: { requestsPerMinute: 600 } });
    const sent = { name: 'Shop', scopes: ['tax:read', 'transactions:write', 'returns:write', 'shop:all'] };
    expect(await errorsOf(await app.send('POST', path, sent, headers))).toEqual([['/scopes/3', 'UNKNOWN_VALUE']]);
    sent.scopes.pop();
    expect(await errorsOf(await app.send('POST', path, sent, headers))).toEqual([
      ['/scopes/1', 'INVALID_SCOPE'],
      ['/scopes/2', 'INVALID_SCOPE'],
    ]);
    const made = await bodyOf<Body>(app.send('POST', path, { ...sent, scopes: ['tax:read'] }, headers));
    expect(made).toMatchObject({ scopes: ['tax:read'], requestsPerMinute: 600 });
  });

  it('has all of its faults reported at once', async () => {
    const sent = { name: ' ', scopes: [], secret: 'mine' };
    expect(await errorsOf(await app.send('POST', path, sent))).toEqual([
      ['/name', 'TOO_SHORT'],
      ['/scopes', 'TOO_SHORT'],
      ['/secret', 'UNKNOWN_FIELD'],
    ]);
    expect(await errorsOf(await app.send('POST', path, {}))).toEqual([
      ['/name', 'REQUIRED'],
      ['/scopes', 'REQUIRED'],
    ]);
  });

  it('is made once for an Idempotency-Key, which keeps no secret', async () => {
    const headers = { 'Idempotency-Key': 'one-shop' };
    const first = await app.send('POST', path, input, headers);
    const { clientSecret, ...created } = await bodyOf<Body>(first);
    expect(clientSecret).toMatch(/^secret_/);
    const again = await app.send('POST', path, input, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.status).toBe(201);
    expect(await bodyOf<Body>(again)).toEqual(created);
    const kept = await app.store.database.prisma.$queryRaw<{ body: string }[]>`SELECT body FROM idempotency_keys`;
    expect(kept.filter(({ body }) => body.includes(created.clientId))).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain('secret_');

    const rotation = { 'Idempotency-Key': 'one-rotation' };
    const rotated = await bodyOf<Body>(app.send('POST', `${pathOf(created)}/rotate_secret`, {}, rotation));
    const repeated = await bodyOf<Body>(app.send('POST', `${pathOf(created)}/rotate_secret`, {}, rotation));
    expect([rotated.version, repeated.version]).toEqual([2, 2]);
    expect(repeated).not.toHaveProperty('clientSecret');
    expect((await tokenFor(created.clientId, rotated.clientSecret)).status).toBe(200);
  });

  it('is listed in pages, newest first, by its status', async () => {
    const tenant = await aTenant(app.stores);
    const { clientId, headers } = await anAdministrator(['admin'], tenant);
    const made: string[] = [clientId];
    for (const name of ['One', 'Two']) {
      made.unshift((await bodyOf<Body>(app.send('POST', path, { name, scopes: ['admin'] }, headers))).clientId);
    }
    const idsOf = (clients: Body[]) => clients.map((client) => client.clientId);
    expect(idsOf(await bodyOf<Body[]>(app.send('GET', path, undefined, headers)))).toEqual(made);
    const page = await app.send('GET', `${path}?limit=2`, undefined, headers);
    expect(idsOf(await bodyOf<Body[]>(page))).toEqual(made.slice(0, 2));
    const next = /<([^>]*)>/.exec(page.headers.get('link')!)![1]!;
    expect(idsOf(await bodyOf<Body[]>(app.send('GET', next, undefined, headers)))).toEqual(made.slice(2));
    await app.send('DELETE', pathOf({ clientId: made[0] }), undefined, headers);
    expect(idsOf(await bodyOf<Body[]>(app.send('GET', `${path}?status=REVOKED`, undefined, headers)))).toEqual([
      made[0],
    ]);
    const read = await graphql(
      '{ clients(first: 1, filter: { status: { eq: ACTIVE } }) { totalCount nodes { clientId } pageInfo { endCursor hasNextPage } } }',
      {},
      headers,
    );
    expect(read.data.clients).toMatchObject({
      totalCount: 2,
      nodes: [{ clientId: made[1] }],
      pageInfo: { hasNextPage: true },
    });
    const rest = await graphql(
      'query ($after: String) { clients(after: $after, filter: { status: { eq: ACTIVE } }) { nodes { clientId } } }',
      { after: read.data.clients.pageInfo.endCursor },
      headers,
    );
    expect(rest.data.clients.nodes).toEqual([{ clientId: made[2] }]);
  });

  it('belongs to its tenant, and only admin reaches it', async () => {
    const created = await create();
    const other = await anAdministrator(['admin', 'tax:read', 'transactions:write'], await aTenant(app.stores));
    const reader = withToken(await app.token(['tax:read', 'audit:read', 'webhooks:write']));
    for (const [method, at, body] of [
      ['GET', pathOf(created)],
      ['DELETE', `${pathOf(created)}?acceptLockout=true`],
      ['POST', `${pathOf(created)}/rotate_secret`, {}],
    ] as const) {
      expect((await app.send(method, at, body, other.headers)).status, at).toBe(404);
      expect((await app.send(method, at, body, reader)).status, at).toBe(403);
    }
    expect((await app.send('GET', path, undefined, reader)).status).toBe(403);
    expect((await app.send('POST', path, input, reader)).status).toBe(403);
    const found = await bodyOf<Body[]>(app.send('GET', path, undefined, other.headers));
    expect(found.map(({ clientId }) => clientId)).toEqual([other.clientId]);
    expect((await app.send('GET', `${path}/clientId/${'x'.repeat(65)}`)).status).toBe(400);
    expect((await app.send('GET', `${path}/clientId/nobody`)).status).toBe(404);
  });
});

describe('a rotated secret', () => {
  it('is valid along with the old one for the requested hours', async () => {
    const { clientId, clientSecret } = await create();
    const rotate = async (body: Body) => bodyOf<Body>(app.send('POST', `${pathOf({ clientId })}/rotate_secret`, body));
    const rotated = await rotate({ overlapHours: 1 });
    const until = new Date(rotated.previousSecretUntil).getTime();
    expect(until - new Date(rotated.updatedAt).getTime()).toBe(3_600_000);
    expect(rotated).toMatchObject({ version: 2, status: 'ACTIVE' });
    const { accessToken } = await bodyOf<Body>(tokenFor(clientId, clientSecret));
    expect((await tokenFor(clientId, rotated.clientSecret)).status).toBe(200);

    const ended = await rotate({ overlapHours: 0 });
    expect(ended).not.toHaveProperty('previousSecretUntil');
    expect((await tokenFor(clientId, rotated.clientSecret)).status).toBe(401);
    expect((await tokenFor(clientId, ended.clientSecret)).status).toBe(200);
    expect((await app.send('GET', '/v1/account', undefined, withToken(accessToken))).status).toBe(200);
    expect(
      await errorsOf(await app.send('POST', `${pathOf({ clientId })}/rotate_secret`, { overlapHours: 169 })),
    ).toEqual([['/overlapHours', 'TOO_LONG']]);
    const byDefault = await rotate({});
    expect(new Date(byDefault.previousSecretUntil).getTime() - new Date(byDefault.updatedAt).getTime()).toBe(
      86_400_000,
    );
  });

  it('is not for a token with fewer scopes than the client', async () => {
    const created = await create();
    const { headers } = await anAdministrator(['admin', 'tax:read']);
    const refused = await app.send('POST', `${pathOf(created)}/rotate_secret`, {}, headers);
    expect(refused.status).toBe(403);
    expect(await bodyOf<Body>(refused)).toMatchObject({
      detail: 'The client has scopes that the token lacks: transactions:write.',
    });
  });
});

describe('a revoked client', () => {
  it('gets no tokens, and its old ones are refused within a second', async () => {
    const { clientId, clientSecret } = await create();
    const { accessToken } = await bodyOf<Body>(tokenFor(clientId, clientSecret));
    const rotated = await bodyOf<Body>(app.send('POST', `${pathOf({ clientId })}/rotate_secret`, {}));
    const headers = withToken(accessToken);
    expect((await app.send('GET', '/v1/account', undefined, headers)).status).toBe(200);
    expect((await app.send('DELETE', `${pathOf({ clientId })}?reason=Closed`)).status).toBe(204);
    expect((await app.send('DELETE', `${pathOf({ clientId })}?reason=Again`)).status).toBe(204);
    for (const secret of [clientSecret, rotated.clientSecret]) {
      expect((await tokenFor(clientId, secret)).status).toBe(401);
    }
    now = new Date(now.getTime() + 1_000);
    expect((await app.send('GET', '/v1/account', undefined, headers)).status).toBe(401);

    const read = await bodyOf<Body>(app.send('GET', pathOf({ clientId })));
    expect(read).toMatchObject({ status: 'REVOKED', revokedAt: read.updatedAt, version: 3 });
    expect(read).not.toHaveProperty('previousSecretUntil');
    const refused = await app.send('POST', `${pathOf({ clientId })}/rotate_secret`, {});
    expect(refused.status).toBe(409);
    expect(await bodyOf<Body>(refused)).toMatchObject({ code: 'CLIENT_REVOKED' });
    const trail = await bodyOf<Body[]>(app.send('GET', `/v1/audit_entries?recordKey=${clientId}`));
    expect(trail.map(({ action, reason }) => [action, reason])).toEqual([
      ['REVOKED', 'Closed'],
      ['UPDATED', undefined],
      ['CREATED', undefined],
    ]);
    expect(JSON.stringify(trail)).not.toContain('scrypt');
  });

  it('is neither the sender nor the last administrator unless confirmed', async () => {
    const tenant = await aTenant(app.stores);
    const one = await anAdministrator(['admin'], tenant);
    const other = await anAdministrator(['admin'], tenant);
    const revoke = (of: string, by: typeof one, query = '') =>
      app.send('DELETE', `${pathOf({ clientId: of })}${query}`, undefined, by.headers);
    const itself = await revoke(one.clientId, one);
    expect(itself.status).toBe(409);
    expect(await bodyOf<Body>(itself)).toMatchObject({
      code: 'LOCKOUT',
      detail: expect.stringContaining('belongs to this client'),
    });
    expect((await revoke(other.clientId, one)).status).toBe(204);
    // Like a person with a token of another issuer, who has no client with the scope admin.
    const person = await anAdministrator(['admin'], tenant);
    await app.store.database.prisma.client.update({ where: { clientId: person.clientId }, data: { scopes: [] } });
    const last = await revoke(one.clientId, person);
    expect(last.status).toBe(409);
    expect(await bodyOf<Body>(last)).toMatchObject({
      detail: expect.stringContaining('the last client with the scope admin'),
    });
    expect((await revoke(one.clientId, one, '?acceptLockout=true')).status).toBe(204);
  });
});

it('GraphQL does the same', async () => {
  const members = 'id clientId name scopes status version previousSecretUntil requestsPerMinute';
  const made = await graphql(
    `mutation ($input: CreateClientInput!) { createClient(input: $input) { ... on ClientWithSecret { clientSecret client { ${members} } } ... on InvalidInput { issues { path code } } } }`,
    { input },
  );
  const { clientSecret, client } = made.data.createClient;
  expect((await tokenFor(client.clientId, clientSecret)).status).toBe(200);
  expect(client).toMatchObject({ name: 'Web shop', status: 'ACTIVE', requestsPerMinute: null });
  const refused = await graphql(
    'mutation { createClient(input: { name: " ", scopes: ["all"] }) { ... on InvalidInput { issues { path code } } } }',
  );
  expect(refused.data.createClient.issues).toEqual([
    { path: ['name'], code: 'TOO_SHORT' },
    { path: ['scopes', '0'], code: 'UNKNOWN_VALUE' },
  ]);
  const steps = await graphql(
    `mutation ($id: String!) {
      rotate: rotateClientSecret(input: { by: { clientId: $id }, overlapHours: 0 }) { ... on ClientWithSecret { clientSecret client { version previousSecretUntil } } }
      revoke: revokeClient(input: { by: { clientId: $id }, reason: "Closed" }) { ... on Client { status version } }
      again: rotateClientSecret(input: { by: { clientId: $id } }) { ... on Conflict { code } }
      nobody: revokeClient(input: { by: { clientId: "nobody" } }) { ... on NotFound { code recordType path serviceId } }
    }`,
    { id: client.clientId },
  );
  expect(steps.data).toMatchObject({
    rotate: { client: { version: 2, previousSecretUntil: null } },
    revoke: { status: 'REVOKED', version: 3 },
    again: { code: 'CLIENT_REVOKED' },
    nobody: { code: 'NOT_FOUND', recordType: 'CLIENT', path: ['by'], serviceId: null },
  });
  const read = await graphql(
    'query ($id: ID!) { client(by: { id: $id }) { clientId } node(id: $id) { __typename id } none: client(by: { clientId: "no\\u0000body" }) { clientId } }',
    { id: client.id },
  );
  expect(read.data).toEqual({
    client: { clientId: client.clientId },
    node: { __typename: 'Client', id: client.id },
    none: null,
  });
});

it('GraphQL warns of a lockout', async () => {
  const tenant = await aTenant(app.stores);
  const { clientId, headers } = await anAdministrator(['admin'], tenant);
  const revoke = (acceptLockout: boolean) =>
    graphql(
      'mutation ($input: RevokeClientInput!) { revokeClient(input: $input) { __typename ... on Conflict { code message } ... on Client { status } } }',
      { input: { by: { clientId }, acceptLockout } },
      headers,
    );
  expect((await revoke(false)).data.revokeClient).toMatchObject({ __typename: 'Conflict', code: 'LOCKOUT' });
  expect((await revoke(true)).data.revokeClient).toEqual({ __typename: 'Client', status: 'REVOKED' });
});
