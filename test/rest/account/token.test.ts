import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { createClient } from '../../support/clients.ts';

let app: TestApp;
let credentials: { clientId: string; clientSecret: string };
beforeAll(async () => {
  app = await startApp();
  const { tenantId } = app.tenant;
  const made = await createClient(app.stores, { tenantId, name: 'Shop', scopes: ['customers:read'] }, new Date());
  credentials = { clientId: made.client.clientId, clientSecret: made.clientSecret };
});
afterAll(() => app.close());

const post = (body: unknown) =>
  app.fetch('/v1/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('POST /v1/token', () => {
  it('returns a token that is accepted', async () => {
    const response = await post(credentials);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const token = await bodyOf<{ accessToken: string }>(response);
    expect(token).toEqual({ accessToken: expect.any(String), tokenType: 'Bearer', expiresIn: 86_400 });
    const headers = { Authorization: `Bearer ${token.accessToken}` };
    expect((await app.fetch('/v1/customers', { headers })).status).toBe(200);
    expect((await app.fetch('/v1/transactions', { headers })).status).toBe(403);
  });

  it('grants the requested scopes, and no others', async () => {
    const refused = await post({ ...credentials, scope: 'customers:read customers:write' });
    expect(await refused.json()).toMatchObject({ status: 400, errors: [{ pointer: '/scope', code: 'INVALID_SCOPE' }] });
    const { accessToken } = await bodyOf<{ accessToken: string }>(post({ ...credentials, scope: 'customers:read' }));
    expect(decodeJwt(accessToken).scope).toBe('customers:read');
  });

  it.each(['', ' '])('grants nothing for the scope %j', async (scope) => {
    const refused = await post({ ...credentials, scope });
    expect(await refused.json()).toMatchObject({ status: 400, errors: [{ pointer: '/scope', code: 'INVALID_SCOPE' }] });
  });

  it('answers 401 for a wrong client id or secret', async () => {
    const response = await post({ ...credentials, clientSecret: 'wrong' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toMatchObject({ code: 'INVALID_CLIENT' });
  });

  it('answers 400 for a missing member', async () => {
    const response = await post({ clientId: 'x' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/clientSecret', code: 'REQUIRED' }] });
  });

  it('limits the size of the body', async () => {
    expect((await post({ ...credentials, more: 'x'.repeat(20_000) })).status).toBe(413);
  });

  it('answers 429 after too many attempts, and says when to retry', async () => {
    const tries = await Promise.all(Array.from({ length: 60 }, () => post({ clientId: 'guess', clientSecret: 'x' })));
    const refused = tries.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await refused?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('GET /.well-known/jwks.json', () => {
  it('shows the public keys, and nothing private', async () => {
    const response = await app.fetch('/.well-known/jwks.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('public');
    const { keys } = await bodyOf<{ keys: Record<string, unknown>[] }>(response);
    // The store may have replaced keys, whose tokens are still valid.
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256' });
      expect(key).not.toHaveProperty('d');
    }
  });
});
