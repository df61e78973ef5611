import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type Asked = {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly role: string;
};

/**
 * An OpenID Connect issuer on this machine, as strict as a real one: a public client, with single-use codes and refresh
 * tokens.
 */
export async function startIssuer(clientId: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k-1', alg: 'RS256' }] };
  const codes = new Map<string, Asked>();
  const refreshTokens = new Map<string, Asked>();
  const state = {
    /** The tenant of the person who signs in. */
    tenant: '',
    /** Who is signed in at the issuer, by role; null asks. */
    role: null as string | null,
    lifetimeSeconds: 300,
    gives: { refreshToken: true },
    /** The nonce belongs to another request. */
    mixesUp: false,
    grants: [] as string[],
    signedOut: 0,
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign = (claims: Record<string, unknown>, audience: string, seconds: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k-1' })
      .setIssuer(url)
      .setAudience(audience)
      .setSubject('person-1')
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
      .sign(privateKey);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = new URL(request.url ?? '/', url);
    if (at.pathname === '/.well-known/openid-configuration') return json(response, 200, metadata());
    if (at.pathname === '/keys') return json(response, 200, keys);
    if (at.pathname === '/authorize') return authorize(at.searchParams, response);
    if (at.pathname === '/token') return token(new URLSearchParams(await bodyOf(request)), response);
    if (at.pathname === '/end') {
      state.role = null;
      state.signedOut += 1;
      const target = at.searchParams.get('id_token_hint') ? at.searchParams.get('post_logout_redirect_uri') : null;
      return void response.writeHead(target ? 302 : 400, target ? { Location: target } : {}).end();
    }
    response.writeHead(404).end();
  }

  const metadata = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    end_session_endpoint: `${url}/end`,
    jwks_uri: `${url}/keys`,
  });

  function authorize(sent: URLSearchParams, response: ServerResponse): void {
    const redirectUri = sent.get('redirect_uri') ?? '';
    const isKnown =
      sent.get('client_id') === clientId && /^http:\/\/127\.0\.0\.1:\d+\/console\/signed-in$/.test(redirectUri);
    const isComplete =
      sent.get('response_type') === 'code' &&
      sent.get('code_challenge_method') === 'S256' &&
      sent.get('state') !== null;
    if (!isKnown || !isComplete) return void response.writeHead(400).end('Wrong request.');
    const role = sent.get('as') ?? state.role;
    if (role === null) {
      page(response, sent);
      return;
    }
    const target = new URL(redirectUri);
    target.searchParams.set('state', sent.get('state') ?? '');
    target.searchParams.set('iss', url);
    if (role === 'nobody') target.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      state.role = role;
      const [challenge, nonce] = [sent.get('code_challenge') ?? '', sent.get('nonce') ?? ''];
      codes.set(code, { challenge, nonce, redirectUri, role });
      target.searchParams.set('code', code);
    }
    response.writeHead(302, { Location: target.href }).end();
  }

  function page(response: ServerResponse, sent: URLSearchParams): void {
    const links = ['reader', 'accountant', 'admin', 'nobody'].map((role) => {
      const query = new URLSearchParams([...sent, ['as', role]]).toString().replaceAll('&', '&amp;');
      return `<p><a href="/authorize?${query}">As ${role}</a></p>`;
    });
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><title>Issuer</title>${links.join('')}`);
  }

  async function token(sent: URLSearchParams, response: ServerResponse): Promise<void> {
    const grant = sent.get('grant_type') ?? '';
    state.grants.push(grant);
    const [store, given] =
      grant === 'refresh_token' ? [refreshTokens, sent.get('refresh_token')] : [codes, sent.get('code')];
    const asked = store.get(given ?? '');
    store.delete(given ?? '');
    const hashed = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    const isProven =
      grant === 'refresh_token' || (asked?.challenge === hashed && asked.redirectUri === sent.get('redirect_uri'));
    if (!asked || !isProven || sent.get('client_id') !== clientId)
      return json(response, 400, { error: 'invalid_grant' });
    const { role, nonce } = asked;
    const refreshToken = randomUUID();
    if (state.gives.refreshToken) refreshTokens.set(refreshToken, asked);
    json(response, 200, {
      access_token: await sign({ tenant: state.tenant, roles: [role] }, 'tollgate', state.lifetimeSeconds),
      id_token: await sign({ nonce: state.mixesUp ? 'another' : nonce }, clientId, 300),
      token_type: 'Bearer',
      expires_in: state.lifetimeSeconds,
      ...(state.gives.refreshToken && { refresh_token: refreshToken }),
    });
  }

  return {
    url,
    state,
    forgetRefreshTokens: () => refreshTokens.clear(),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  const headers = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}
