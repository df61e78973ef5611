import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { createClient } from '../../support/clients.ts';

let app: TestApp;
let clientId: string;
let clientSecret: string;

beforeAll(async () => {
  app = await startApp();
  const { tenantId } = app.tenant;
  const scopes = ['customers:read', 'transactions:read', 'tax:read'] as const;
  const made = await createClient(app.stores, { tenantId, name: 'Shop', scopes }, new Date());
  ({ clientId } = made.client);
  ({ clientSecret } = made);
});
afterAll(() => app.close());

type Form = Readonly<Record<string, string>> | string;

function post(form: Form, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams(form).toString();
  const type = { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' };
  return app.fetch('/v1/token', { method: 'POST', headers: { ...type, ...headers }, body });
}

const grant = { grant_type: 'client_credentials' };
const inForm = () => ({ ...grant, client_id: clientId, client_secret: clientSecret });
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
const told = async (response: Response) => [response.status, (await bodyOf<{ error: string }>(response)).error];

describe('the client credentials grant', () => {
  it.each([
    ['in the form', () => post(inForm())],
    ['in the header', () => post(grant, basic(clientId, clientSecret))],
    ['in the header, the id in both', () => post({ ...grant, client_id: clientId }, basic(clientId, clientSecret))],
  ])('gives a token for credentials %s', async (_, send) => {
    const response = await send();
    expect([response.status, response.headers.get('cache-control'), response.headers.get('pragma')]).toEqual([
      200,
      'no-store',
      'no-cache',
    ]);
    const token = await bodyOf<{ access_token: string }>(response);
    expect(token).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 86_400,
      scope: 'customers:read transactions:read tax:read',
    });
    const headers = { Authorization: `Bearer ${token.access_token}` };
    expect((await app.fetch('/v1/customers', { headers })).status).toBe(200);
  });

  it('grants the requested scopes, and no others', async () => {
    const token = await bodyOf<{ access_token: string; scope: string }>(
      await post({ ...inForm(), scope: 'tax:read customers:read' }),
    );
    expect(token.scope).toBe('customers:read tax:read');
    const headers = { Authorization: `Bearer ${token.access_token}` };
    expect((await app.fetch('/v1/customers', { headers })).status).toBe(200);
    expect((await app.fetch('/v1/transactions', { headers })).status).toBe(403);
  });

  it.each<[string, () => Promise<Response>, number, string]>([
    ['no grant', () => post({ client_id: clientId, client_secret: clientSecret }), 400, 'invalid_request'],
    ['another grant', () => post({ ...inForm(), grant_type: 'password' }), 400, 'unsupported_grant_type'],
    ['a repeated parameter', () => post(`grant_type=client_credentials&grant_type=x`), 400, 'invalid_request'],
    ['credentials twice', () => post(inForm(), basic(clientId, clientSecret)), 400, 'invalid_request'],
    ['a scope of others', () => post({ ...inForm(), scope: 'admin' }), 400, 'invalid_scope'],
    ['an unknown scope', () => post({ ...inForm(), scope: 'tax:read "é' }), 400, 'invalid_scope'],
    ['an empty scope', () => post({ ...inForm(), scope: '' }), 400, 'invalid_scope'],
    ['a blank scope', () => post({ ...inForm(), scope: ' ' }), 400, 'invalid_scope'],
    ['no credentials', () => post(grant), 401, 'invalid_client'],
    ['a wrong secret', () => post({ ...inForm(), client_secret: 'wrong' }), 401, 'invalid_client'],
    ['a wrong secret in the header', () => post(grant, basic(clientId, 'wrong')), 401, 'invalid_client'],
    ['a bearer token', () => post(grant, { Authorization: 'Bearer x' }), 401, 'invalid_client'],
    ['a long form', () => post({ ...inForm(), more: 'x'.repeat(20_000) }), 413, 'invalid_request'],
  ])('refuses %s', async (_, send, status, error) => {
    const response = await send();
    const answered = await bodyOf<{ error: string; error_description: string }>(response);
    expect([response.status, answered.error]).toEqual([status, error]);
    expect(answered.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it('names the scheme of the header that was wrong', async () => {
    const schemes = [await post(grant, basic(clientId, 'wrong')), await post({ ...inForm(), client_secret: 'wrong' })];
    expect(schemes.map(({ headers }) => headers.get('www-authenticate'))).toEqual(['Basic realm="tollgate"', 'Bearer']);
  });

  it('limits the attempts', async () => {
    const guess = { ...grant, client_id: 'guess', client_secret: 'x' };
    const tries = await Promise.all(Array.from({ length: 60 }, () => post(guess)));
    const refused = tries.find(({ status }) => status === 429)!;
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await told(refused)).toEqual([429, 'temporarily_unavailable']);
  });
});

describe('GET /.well-known/oauth-authorization-server', () => {
  const metadataAt = async (gateway: TestApp, origin: string) =>
    bodyOf<Record<string, unknown>>(
      await gateway.fetchFrom('127.0.0.1', new Request(`${origin}/.well-known/oauth-authorization-server`)),
    );

  it('contains the endpoint requested by a client on this machine', async () => {
    expect(await metadataAt(app, 'http://localhost:4321')).toMatchObject({
      issuer: 'http://localhost:4321',
      token_endpoint: 'http://localhost:4321/v1/token',
      jwks_uri: 'http://localhost:4321/.well-known/jwks.json',
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
  });

  it('repeats no other host that a request names', async () => {
    const refused = await metadataAt(app, 'http://tax.example:4000');
    expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND', detail: expect.stringContaining('PUBLIC_URL') });
    expect(JSON.stringify(refused)).not.toContain('tax.example');
  });

  it('names the public URL if the operator has said it', async () => {
    const behindProxy = await startApp({ store: app.store, http: { publicUrl: 'https://tax.example.com' } });
    expect(await metadataAt(behindProxy, 'http://10.0.0.7:4000')).toMatchObject({
      issuer: 'https://tax.example.com',
      token_endpoint: 'https://tax.example.com/v1/token',
    });
  });
});
