import { expect, it, vi } from 'vitest';
import { authorizationUrl } from '../../src/console/base/sign-in.ts';

it('asks the issuer for a code that only this page can use', async () => {
  vi.stubGlobal('location', { origin: 'https://tax.example' });
  const issuer = {
    authorizationEndpoint: 'https://login.example/authorize?tenant=1',
    tokenEndpoint: 'https://login.example/token',
    clientId: 'console',
    scope: 'openid tollgate',
  };
  const url = new URL(await authorizationUrl(issuer, { state: 'abc', verifier: 'secret-verifier' }));
  vi.unstubAllGlobals();
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: '1',
    response_type: 'code',
    client_id: 'console',
    redirect_uri: 'https://tax.example/console/signed-in',
    scope: 'openid tollgate',
    state: 'abc',
    code_challenge: 'RoZBifHHvpyiUnrk7LW6epkOpjOG7c0Cq1Kh-flpGkg',
    code_challenge_method: 'S256',
  });
});
