import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { base64url, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthConfig, createAuthenticator } from '../../../src/adapters/auth/authenticator.ts';
import { aClient, insertClient } from '../../support/clients.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

const ownPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signingKey = ownPair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = ownPair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const config: AuthConfig = {
  signingKey,
  keyEncryptionKey: null,
  issuer: 'tollgate',
  audience: 'tollgate',
  external: null,
  requestsPerMinute: 0,
  costPerMinute: 0,
  turns: { inAll: 16, perTenant: 12, waitingPerTenant: 500 },
};
const clientId = `client ${randomUUID()}`;

let store: TestStore;
let tenantId: string;

beforeAll(async () => {
  store = await openTestStore();
  ({ tenantId } = await aTenant(store.stores));
  await insertClient(store, aClient(tenantId, { clientId }));
});
afterAll(() => store.close());

function claims(changes: JWTPayload = {}): JWTPayload {
  const iat = Math.floor(Date.now() / 1000);
  const standard = { iss: 'tollgate', aud: 'tollgate', sub: clientId, tenant: tenantId, scope: 'customers:read' };
  return { ...standard, iat, exp: iat + 600, jti: randomUUID(), ...changes };
}

const sign = (payload: JWTPayload, key: Parameters<SignJWT['sign']>[0] = ownPair.privateKey, alg = 'RS256') =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(key);

function unsigned(payload: JWTPayload, header: object = { alg: 'none' }): string {
  return `${base64url.encode(JSON.stringify(header))}.${base64url.encode(JSON.stringify(payload))}.`;
}

async function authenticate(token: string, changes: Partial<AuthConfig> = {}) {
  const authenticator = await createAuthenticator({
    stores: store.stores,
    config: { ...config, ...changes },
    now: () => new Date(),
  });
  return authenticator.authenticate(`Bearer ${token}`);
}

async function expectRefused(token: string): Promise<void> {
  await expect(authenticate(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
}

const unstorable: readonly [string, JWTPayload][] = [
  ['has an empty subject', { sub: '' }],
  ['has a NUL in its subject', { sub: 'client\u0000' }],
  ['has a NUL in its tenant', { tenant: 'tenant\u0000' }],
  ['has half a surrogate pair in its subject', { sub: 'client\ud800' }],
  ['has a line break in its subject', { sub: 'client\nlevel=error' }],
  ['has a subject that is too long', { sub: 'x'.repeat(257) }],
  ['has a tenant that is too long', { tenant: 'x'.repeat(257) }],
];

describe('a token of ours', () => {
  it('is accepted if the key of the environment signed it', async () => {
    const session = await authenticate(await sign(claims({ scope: 'customers:read unknown:word openid' })));
    expect(session?.principal).toEqual({ clientId, tenantId, scopes: new Set(['customers:read']) });
  });

  it('may have no scopes', async () => {
    expect((await authenticate(await sign(claims({ scope: undefined }))))?.principal.scopes).toEqual(new Set());
    expect((await authenticate(await sign(claims({ scope: ['admin'] }))))?.principal.scopes).toEqual(new Set());
  });

  const past = Math.floor(Date.now() / 1000) - 1;
  it.each<[string, JWTPayload]>([
    ['has expired', { exp: past }],
    ['never expires', { exp: undefined }],
    ['is not valid yet', { nbf: past + 600 }],
    ['names another issuer', { iss: 'somebody' }],
    ['names no issuer', { iss: undefined }],
    ['is for another audience', { aud: 'another' }],
    ['is for no audience', { aud: undefined }],
    ['has no subject', { sub: undefined }],
    ['has no tenant', { tenant: undefined }],
    ['has a tenant that is no text', { tenant: 7 }],
    ['has no id', { jti: undefined }],
    ['names an unknown client', { sub: 'nobody' }],
    ['names an unknown tenant', { tenant: randomUUID() }],
    ...unstorable,
  ])('is rejected if it %s', async (_what, changes) => {
    await expectRefused(await sign(claims(changes)));
  });

  it('is rejected if its claims were changed', async () => {
    const [header, , signature] = (await sign(claims())).split('.');
    const richer = base64url.encode(JSON.stringify(claims({ scope: 'admin' })));
    await expectRefused(`${header}.${richer}.${signature}`);
  });

  it('is rejected if another key signed it', async () => {
    await expectRefused(await sign(claims(), (await generateKeyPair('RS256')).privateKey));
  });

  it.each(['none', 'None', 'NONE', ''])('is rejected without a signature (alg "%s")', async (alg) => {
    await expectRefused(unsigned(claims(), { alg }));
    const [, payload, signature] = (await sign(claims())).split('.');
    await expectRefused(`${base64url.encode(JSON.stringify({ alg }))}.${payload}.${signature}`);
  });

  it('is rejected if it was signed with the public key as a shared secret', async () => {
    const jwk = JSON.stringify(await exportJWK(ownPair.publicKey));
    for (const secret of [publicPem, publicPem.trim(), jwk]) {
      await expectRefused(await sign(claims(), new TextEncoder().encode(secret), 'HS256'));
    }
  });

  it('is rejected with another algorithm for the same key, or with a key in its header', async () => {
    await expectRefused(await sign(claims(), ownPair.privateKey, 'RS512'));
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const jwk = await exportJWK(publicKey);
    const withKey = new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', jwk });
    await expectRefused(await withKey.sign(privateKey));
  });
});

describe('a signing key of the environment', () => {
  it('is rejected unless it is an RSA key of sufficient length', async () => {
    const pem = (key: typeof ownPair.privateKey) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
    const elliptic = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
    const short = pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey);
    for (const key of [elliptic, short]) {
      await expect(authenticate('', { signingKey: key })).rejects.toThrow('RSA key of at least 2048 bits');
    }
    await expect(authenticate('', { signingKey: 'no key' })).rejects.toThrow('SIGNING_KEY is not a valid PKCS8 PEM');
  });
});

describe('a token of an external issuer', () => {
  let server: Server;
  let external: NonNullable<AuthConfig['external']>;
  let pair: Awaited<ReturnType<typeof generateKeyPair>>;

  beforeAll(async () => {
    pair = await generateKeyPair('ES256');
    const keys = [{ ...(await exportJWK(pair.publicKey)), alg: 'ES256', use: 'sig' }];
    server = createServer((request, response) => {
      if (request.url !== '/keys') response.statusCode = 500;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    external = { issuer: 'https://login.example', jwksUrl: `http://127.0.0.1:${port}/keys`, audience: 'gateway' };
  });
  afterAll(() => server.close());

  const externalClaims = (changes: JWTPayload = {}) =>
    claims({ iss: 'https://login.example', aud: 'gateway', sub: 'somebody', jti: undefined, ...changes });

  it('is accepted with its tenant and scopes', async () => {
    const session = await authenticate(await sign(externalClaims(), pair.privateKey, 'ES256'), { external });
    expect(session?.principal).toEqual({ clientId: 'somebody', tenantId, scopes: new Set(['customers:read']) });
  });

  it.each<[string, unknown, string[]]>([
    ['reader', ['reader'], ['customers:read', 'transactions:read', 'tax:read']],
    ['accountant, as one text', 'accountant other', ['customers:read', 'returns:write', 'exemptions:write']],
    ['admin', ['admin'], ['admin', 'webhooks:write', 'nexus:write', 'audit:read']],
  ])('has the scopes of the role %s', async (_what, roles, some) => {
    const token = await sign(externalClaims({ roles, scope: undefined }), pair.privateKey, 'ES256');
    const scopes = (await authenticate(token, { external }))!.principal.scopes;
    expect([...scopes]).toEqual(expect.arrayContaining(some));
    expect(scopes.has('admin')).toBe(some.includes('admin'));
    expect(scopes.has('nexus:write')).toBe(some.includes('admin'));
    expect(scopes.has('transactions:write')).toBe(_what !== 'reader');
  });

  it('has no scopes from roles that are unknown, and none of our own tokens has', async () => {
    const roles = ['toString', 'owner', 7];
    const unknown = await sign(externalClaims({ roles, scope: 'tax:read' }), pair.privateKey, 'ES256');
    expect((await authenticate(unknown, { external }))!.principal.scopes).toEqual(new Set(['tax:read']));
    const own = await authenticate(await sign(claims({ roles: ['admin'] })));
    expect(own!.principal.scopes).toEqual(new Set(['customers:read']));
  });

  it.each<[string, JWTPayload]>([
    ['for our own audience only', { aud: 'tollgate' }],
    ['of a tenant that is unknown', { tenant: randomUUID() }],
    ['in the name of our own issuer', { iss: 'tollgate', aud: 'tollgate', sub: clientId, jti: 'x' }],
    ['that has expired', { exp: 1 }],
    ...unstorable.map(([what, changes]): [string, JWTPayload] => [`that ${what}`, changes]),
  ])('is rejected %s', async (_what, changes) => {
    const token = await sign(externalClaims(changes), pair.privateKey, 'ES256');
    await expect(authenticate(token, { external })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is rejected if our own key signed it, or if no issuer is configured', async () => {
    const token = await sign(externalClaims());
    await expect(authenticate(token, { external })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expectRefused(await sign(externalClaims(), pair.privateKey, 'ES256'));
  });

  it('is retried later if the keys of the issuer cannot be fetched', async () => {
    const token = await sign(externalClaims(), pair.privateKey, 'ES256');
    for (const jwksUrl of [external.jwksUrl.replace('/keys', '/broken'), 'http://127.0.0.1:1/keys']) {
      await expect(authenticate(token, { external: { ...external, jwksUrl } })).rejects.toMatchObject({
        code: 'NOT_READY',
      });
    }
  });
});
