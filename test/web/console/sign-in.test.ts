import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorizationUrl, endSessionUrl, finishSignIn, renewTokens } from '../../../src/web/console/base/sign-in.ts';

const issuer = {
  issuer: 'https://login.example',
  authorizationEndpoint: 'https://login.example/authorize?tenant=1',
  tokenEndpoint: 'https://login.example/token',
  endSessionEndpoint: 'https://login.example/end',
  clientId: 'console',
  scope: 'openid tollgate',
};

const started = { state: 'abc', nonce: 'n-1', verifier: 'secret-verifier', returnTo: '/console/returns' };
const kept = new Map<string, string>();
const requests: Record<string, string>[] = [];

/** The response of the issuer's token endpoint. */
let answer: { status: number; body: unknown };

const idToken = (claims: object) =>
  `e30.${btoa(unescape(encodeURIComponent(JSON.stringify(claims))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}.c2ln`;
const goodClaims = { iss: issuer.issuer, aud: 'console', nonce: 'n-1', name: 'Zoë' };

beforeEach(() => {
  kept.clear();
  kept.set('tollgate:sign-in', JSON.stringify(started));
  requests.length = 0;
  answer = { status: 200, body: { access_token: 'a-1', refresh_token: 'r-1', id_token: idToken(goodClaims) } };
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: URLSearchParams }) => {
    requests.push(Object.fromEntries(body));
    if (answer.status === 0) throw new TypeError('Failed to fetch');
    return Response.json(answer.body, { status: answer.status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const returned = (search: string) => {
  vi.stubGlobal('location', { origin: 'https://tax.example', search });
  return finishSignIn(issuer);
};

it('asks the issuer for a code that only this page can use', async () => {
  vi.stubGlobal('location', { origin: 'https://tax.example' });
  const url = new URL(await authorizationUrl(issuer, started));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: '1',
    response_type: 'code',
    client_id: 'console',
    redirect_uri: 'https://tax.example/console/signed-in',
    scope: 'openid tollgate',
    state: 'abc',
    nonce: 'n-1',
    code_challenge: 'RoZBifHHvpyiUnrk7LW6epkOpjOG7c0Cq1Kh-flpGkg',
    code_challenge_method: 'S256',
  });
});

describe('what the issuer sends back', () => {
  it('is a code, which is exchanged for tokens once', async () => {
    expect(await returned('?code=c-1&state=abc&iss=https%3A%2F%2Flogin.example')).toEqual({
      kind: 'signed-in',
      returnTo: '/console/returns',
      tokens: { accessToken: 'a-1', refreshToken: 'r-1', idToken: idToken(goodClaims) },
    });
    expect(requests).toEqual([
      {
        grant_type: 'authorization_code',
        code: 'c-1',
        redirect_uri: 'https://tax.example/console/signed-in',
        code_verifier: 'secret-verifier',
        client_id: 'console',
      },
    ]);
    expect((await returned('?code=c-1&state=abc')).kind).toBe('refused');
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['with another state', '?code=c-1&state=abd', 'refused'],
    ['without a state', '?code=c-1', 'refused'],
    ['of another issuer', '?code=c-1&state=abc&iss=https%3A%2F%2Fevil.example', 'refused'],
    ['an error with another state', '?error=access_denied&state=x', 'refused'],
    ['no, by whoever signs in', '?error=access_denied&state=abc', 'denied'],
    ['no, by the issuer', '?error=unauthorized_client&state=abc', 'denied'],
    ['not now', '?error=temporarily_unavailable&state=abc', 'unreachable'],
  ])('is not exchanged if it is %s', async (_what, search, kind) => {
    expect((await returned(search)).kind).toBe(kind);
    expect(requests).toEqual([]);
  });

  it.each<[string, number, unknown, string]>([
    ['refuses the code', 400, { error: 'invalid_grant' }, 'refused'],
    ['sends no token', 200, { token_type: 'Bearer' }, 'refused'],
    ['is down', 503, {}, 'unreachable'],
    ['cannot be reached', 0, {}, 'unreachable'],
    ['names another nonce', 200, { access_token: 'a', id_token: idToken({ ...goodClaims, nonce: 'n-2' }) }, 'refused'],
    ['names no nonce', 200, { access_token: 'a', id_token: idToken({ ...goodClaims, nonce: undefined }) }, 'refused'],
    ['names another client', 200, { access_token: 'a', id_token: idToken({ ...goodClaims, aud: ['x'] }) }, 'refused'],
    ['names another issuer', 200, { access_token: 'a', id_token: idToken({ ...goodClaims, iss: 'x' }) }, 'refused'],
    ['sends what is no token', 200, { access_token: 'a', id_token: 'x' }, 'refused'],
  ])('signs nobody in if the issuer %s', async (_what, status, body, kind) => {
    answer = { status, body };
    expect(await returned('?code=c-1&state=abc')).toEqual({ kind, returnTo: '/console/returns' });
  });
});

describe('a token that has expired', () => {
  const before = { accessToken: 'a-1', refreshToken: 'r-1', idToken: 'id-1' };

  it('is renewed with the refresh token, which the issuer may replace', async () => {
    answer = { status: 200, body: { access_token: 'a-2' } };
    expect(await renewTokens(issuer, before)).toEqual({ accessToken: 'a-2', refreshToken: 'r-1', idToken: 'id-1' });
    answer = { status: 200, body: { access_token: 'a-3', refresh_token: 'r-3' } };
    expect(await renewTokens(issuer, before)).toEqual({ accessToken: 'a-3', refreshToken: 'r-3', idToken: 'id-1' });
    expect(requests[0]).toEqual({ grant_type: 'refresh_token', refresh_token: 'r-1', client_id: 'console' });
  });

  it('is not renewed without one, or if the issuer refuses it', async () => {
    expect(await renewTokens(issuer, { ...before, refreshToken: null })).toBe('refused');
    expect(requests).toEqual([]);
    answer = { status: 400, body: { error: 'invalid_grant' } };
    expect(await renewTokens(issuer, before)).toBe('refused');
  });
});

it('signs out at the issuer, which leads back', () => {
  vi.stubGlobal('location', { origin: 'https://tax.example' });
  const tokens = { accessToken: 'a', refreshToken: null, idToken: 'id-1' };
  expect(endSessionUrl(issuer, tokens)).toBe(
    'https://login.example/end?client_id=console&post_logout_redirect_uri=https%3A%2F%2Ftax.example%2Fconsole&id_token_hint=id-1',
  );
  expect(endSessionUrl({ ...issuer, endSessionEndpoint: null }, tokens)).toBeNull();
});
