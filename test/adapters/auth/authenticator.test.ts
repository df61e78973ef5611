import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type AuthConfig,
  createAuthenticator,
  type OperatorAuthenticator,
} from '../../../src/adapters/auth/authenticator.ts';
import { scopes } from '../../../src/domain/account/scope.ts';
import { replaceClientSecret } from '../../../src/usecases/clients/issued-client.ts';
import { createCheapClient, revokeClient } from '../../support/clients.ts';
import { aClock } from '../../support/clock.ts';
import { aTenant, openOwnStore, openTestStore, type TestStore } from '../../support/stores.ts';

const config: AuthConfig = {
  signingKey: null,
  keyEncryptionKey: null,
  issuer: 'tollgate',
  audience: 'tollgate',
  external: null,
  requestsPerMinute: 0,
  costPerMinute: 0,
  turns: { inAll: 16, perTenant: 12, waitingPerTenant: 500 },
};

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function setUp({ stores }: TestStore = store) {
  const clock = aClock();
  const tenant = await aTenant(stores, { defaultCurrency: 'EUR' });
  const made = await createCheapClient(stores, { tenantId: tenant.tenantId, name: 'Shop', scopes }, clock.now());
  const credentials = { clientId: made.client.clientId, clientSecret: made.clientSecret };
  const authenticator = await createAuthenticator({ stores, config, now: clock.now });
  const address = `test ${randomUUID()}`;
  return { stores, clock, tenant, ...made, credentials, authenticator, address };
}

const unauthenticated = { code: 'UNAUTHENTICATED' };

describe('issueToken', () => {
  it('issues a token with every claim, valid for a day', async () => {
    const { authenticator, credentials, address, client, clock } = await setUp();
    const token = await authenticator.issueToken(credentials, address);
    expect(token).toEqual({ accessToken: expect.any(String), tokenType: 'Bearer', expiresIn: 86_400, scopes });
    const iat = clock.now().getTime() / 1000;
    expect(decodeJwt(token.accessToken)).toEqual({
      iss: 'tollgate',
      aud: 'tollgate',
      sub: client.clientId,
      tenant: client.tenantId,
      scope: scopes.join(' '),
      iat,
      exp: iat + 86_400,
      jti: expect.any(String),
    });
    const [key] = (await authenticator.publicKeys()).keys;
    expect(decodeProtectedHeader(token.accessToken)).toEqual({ alg: 'RS256', kid: key?.kid, typ: 'JWT' });
  });

  it('rejects a wrong secret, an unknown client and a revoked one with the same message', async () => {
    const { authenticator, credentials, address, stores, clock } = await setUp();
    const answers = await Promise.allSettled([
      authenticator.issueToken({ ...credentials, clientSecret: 'wrong' }, address),
      authenticator.issueToken({ ...credentials, clientId: 'nobody' }, address),
      revokeClient(stores, credentials.clientId, clock.now()).then(() =>
        authenticator.issueToken(credentials, address),
      ),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        reason: { code: 'INVALID_CLIENT', message: 'Wrong client id or secret, or the client has been revoked.' },
      });
    }
  });

  it('accepts a rotated secret, and the old one for the requested hours', async () => {
    const { authenticator, credentials, address, stores, clock, client } = await setUp();
    const { clients } = stores.forTenant(client.tenantId);
    const rotate = async (overlapHours: number) => {
      const { tenantId, clientId } = client;
      const rotation = { tenantId, clientId, overlapHours, now: clock.now, check: () => {} };
      return { clientId, clientSecret: (await replaceClientSecret(clients, rotation)).clientSecret };
    };
    const ask = (sent: typeof credentials) => authenticator.issueToken(sent, `${address} ${randomUUID()}`);
    const refused = { code: 'INVALID_CLIENT' };

    const second = await rotate(2);
    await ask(credentials);
    await ask(second);
    clock.advance(2 * 3_600_000 - 1);
    await ask(credentials);
    clock.advance(1);
    await expect(ask(credentials)).rejects.toMatchObject(refused);
    await ask(second);

    const third = await rotate(0);
    await expect(ask(second)).rejects.toMatchObject(refused);
    const fourth = await rotate(1);
    await ask(third);
    const fifth = await rotate(1);
    await expect(ask(third)).rejects.toMatchObject(refused); // At most two secrets.
    await ask(fourth);
    await ask(fifth);
    await revokeClient(stores, client.clientId, clock.now());
    await expect(ask(fourth)).rejects.toMatchObject(refused);
    await expect(ask(fifth)).rejects.toMatchObject(refused);
    await expect(rotate(1)).rejects.toMatchObject({ code: 'CLIENT_REVOKED' });
  });

  it('keeps the tokens that were issued before a rotation', async () => {
    const { authenticator, credentials, address, stores, clock, client } = await setUp();
    const { accessToken } = await authenticator.issueToken(credentials, address);
    const { tenantId, clientId } = client;
    const rotation = { tenantId, clientId, overlapHours: 0, now: clock.now, check: () => {} };
    await replaceClientSecret(stores.forTenant(tenantId).clients, rotation);
    clock.advance(86_399_000);
    expect(await authenticator.authenticate(`Bearer ${accessToken}`)).toMatchObject({ principal: { clientId } });
    clock.advance(2_000);
    await expect(authenticator.authenticate(`Bearer ${accessToken}`)).rejects.toMatchObject(unauthenticated);
  });

  it('rejects the twenty-first attempt of a client from an address in a minute, and reports how long to wait', async () => {
    const { authenticator, credentials, address } = await setUp();
    const tryWrong = (from: string) => authenticator.issueToken({ ...credentials, clientSecret: 'wrong' }, from);
    const tries = await Promise.allSettled(Array.from({ length: 21 }, () => tryWrong(address)));
    const codes = tries.map((answer) => answer.status === 'rejected' && answer.reason.code);
    expect(codes.filter((code) => code === 'INVALID_CLIENT')).toHaveLength(20);
    expect(
      tries.find((answer) => answer.status === 'rejected' && answer.reason.code === 'TOO_MANY_REQUESTS'),
    ).toMatchObject({
      reason: { retryAfter: 60 },
    });
    await authenticator.issueToken(credentials, `${address} elsewhere`);
  });
});

describe('failures of one client from many addresses', () => {
  const fail = async (authenticator: OperatorAuthenticator, clientId: string, addresses: readonly string[]) => {
    const tries = await Promise.allSettled(
      addresses.map((address) => authenticator.issueToken({ clientId, clientSecret: 'wrong' }, address)),
    );
    return tries.map((answer) => (answer.status === 'rejected' ? answer.reason : null));
  };
  const addresses = (count: number, round = 0) =>
    Array.from({ length: count }, (_, index) => `198.51.${round}.${index}`);

  it('slow it down, except from addresses where it has succeeded', async () => {
    const { authenticator, credentials, clock } = await setUp();
    const { clientId } = credentials;
    await authenticator.issueToken(credentials, '192.0.2.1');
    const errors = await fail(authenticator, clientId, addresses(70));
    const codes = errors.map((error) => error?.code);
    expect(codes.filter((code) => code === 'INVALID_CLIENT')).toHaveLength(60);
    expect(errors.at(-1)).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 });
    await authenticator.issueToken(credentials, '192.0.2.1');
    const elsewhere = () => authenticator.issueToken(credentials, '192.0.2.2');
    await expect(elsewhere()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 });
    clock.advance(1_000);
    await elsewhere();
  });

  it('do not affect other clients', async () => {
    const { authenticator, credentials } = await setUp();
    const other = await setUp();
    const errors = await fail(authenticator, other.credentials.clientId, addresses(70));
    expect(errors.at(-1)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await authenticator.issueToken(credentials, '198.51.9.9');
  });

  it('count by network if one caller has many addresses', async () => {
    const { authenticator, credentials } = await setUp();
    const network = Array.from({ length: 21 }, (_, index) => `2001:db8:1:2::${(index + 1).toString(16)}`);
    const errors = await fail(authenticator, credentials.clientId, network);
    expect(errors.filter((error) => error?.code === 'TOO_MANY_REQUESTS')).toHaveLength(1);
    await authenticator.issueToken(credentials, '2001:db8:1:3::1');
  });
});

describe('authenticate', () => {
  it('opens a session of the tenant with the scopes of the token', async () => {
    const { authenticator, credentials, address, tenant } = await setUp();
    const { accessToken } = await authenticator.issueToken(credentials, address);
    const session = await authenticator.authenticate(`Bearer ${accessToken}`);
    expect(session?.principal).toEqual({
      clientId: credentials.clientId,
      tenantId: tenant.tenantId,
      scopes: new Set(scopes),
    });
    expect(session?.tenant).toEqual(tenant);
    const again = await authenticator.authenticate(`bearer  ${accessToken}`);
    expect(again?.principal).toEqual(session?.principal);
    expect(await authenticator.authenticate(null)).toBeNull();
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    'Bearer a b',
    'Bearer not-a-token',
    `Bearer ${'x'.repeat(9000)}`,
  ])('rejects the header "%.20s"', async (header) => {
    const { authenticator } = await setUp();
    await expect(authenticator.authenticate(header)).rejects.toMatchObject(unauthenticated);
  });

  it('rejects a token as soon as it expires, even if it was accepted before', async () => {
    const { authenticator, credentials, address, clock } = await setUp();
    const { accessToken } = await authenticator.issueToken(credentials, address);
    clock.advance(86_399_000);
    await authenticator.authenticate(`Bearer ${accessToken}`);
    clock.advance(1_000);
    const expired = { ...unauthenticated, message: 'The token has expired. Request a new one.' };
    await expect(authenticator.authenticate(`Bearer ${accessToken}`)).rejects.toMatchObject(expired);
  });

  it('rejects the tokens of a revoked client within a second', async () => {
    const { authenticator, credentials, address, clock, stores } = await setUp();
    const { accessToken } = await authenticator.issueToken(credentials, address);
    await authenticator.authenticate(`Bearer ${accessToken}`);
    await revokeClient(stores, credentials.clientId, clock.now());
    clock.advance(1_000);
    await expect(authenticator.authenticate(`Bearer ${accessToken}`)).rejects.toMatchObject(unauthenticated);
  });

  it('rejects a stored client under another tenant, and an unknown tenant', async () => {
    const { authenticator, client, stores } = await setUp();
    const other = await aTenant(stores);
    for (const tenantId of [other.tenantId, randomUUID(), 'no id', '']) {
      const { accessToken } = await authenticator.issueTokenTo({ ...client, tenantId });
      await expect(authenticator.authenticate(`Bearer ${accessToken}`)).rejects.toMatchObject(unauthenticated);
    }
  });

  it('publishes the former key until its tokens expire', async () => {
    const ownStore = await openOwnStore(); // The keys of a store are published for all of its tenants.
    onTestFinished(() => ownStore.close());
    const { authenticator, stores, clock } = await setUp(ownStore);
    const idsOf = async (one: typeof authenticator) => (await one.publicKeys()).keys.map(({ kid }) => kid);
    const [former] = await idsOf(authenticator);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    clock.advance(1_000);
    const replaced = await createAuthenticator({ stores, config: { ...config, signingKey }, now: clock.now });
    const [current, ...others] = await idsOf(replaced);
    expect(others).toEqual([former]);
    clock.advance(60_000);
    // A replica that still signs with the former key also publishes the new one.
    expect(await idsOf(authenticator)).toEqual([former, current]);
    clock.advance(86_340_000);
    expect(await idsOf(replaced)).toEqual([current]);
  });

  it('shares its key with other replicas and with later starts', async () => {
    const { authenticator, credentials, address, stores, clock } = await setUp();
    const { accessToken } = await authenticator.issueToken(credentials, address);
    const replicas = await Promise.all(
      Array.from({ length: 4 }, () => createAuthenticator({ stores, config, now: clock.now })),
    );
    for (const replica of replicas) {
      expect(await replica.publicKeys()).toEqual(await authenticator.publicKeys());
      await replica.authenticate(`Bearer ${accessToken}`);
    }
  });
});
