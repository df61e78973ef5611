// Authorization code with PKCE (RFC 7636): a public client has no secret, so only the page that asked can use the code.
import { root } from './settings.ts';

export type Issuer = {
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly scope: string;
};

type Started = { readonly state: string; readonly verifier: string; readonly returnTo: string };
type Finished = {
  readonly returnTo: string;
  readonly accessToken: string;
};

const key = 'tollgate:sign-in';
const returnPath = `${root}/signed-in`;
const redirectUri = () => `${location.origin}${returnPath}`;

export const isReturning = (): boolean => location.pathname === returnPath;

/** Leaves the page. What proves the answer to be for us waits in this tab. */
export async function startSignIn(issuer: Issuer, returnTo: string): Promise<void> {
  const started: Started = { state: randomText(), verifier: randomText(), returnTo };
  sessionStorage.setItem(key, JSON.stringify(started));
  location.assign(await authorizationUrl(issuer, started));
}

export async function authorizationUrl(
  { authorizationEndpoint, clientId, scope }: Issuer,
  { state, verifier }: Omit<Started, 'returnTo'>,
): Promise<string> {
  const url = new URL(authorizationEndpoint);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(),
    scope,
    state,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

/** Null if the answer is not the one that was asked for, or the issuer refuses the code. */
export async function finishSignIn({ tokenEndpoint, clientId }: Issuer): Promise<Finished | null> {
  const started: Started | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  sessionStorage.removeItem(key);
  const answer = new URLSearchParams(location.search);
  const code = answer.get('code');
  if (!started || code === null || answer.get('state') !== started.state) return null;
  const response = await fetch(tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(),
      client_id: clientId,
      code_verifier: started.verifier,
    }),
  }).catch(() => null);
  if (!response?.ok) return null;
  const sent: Record<string, unknown> = await response.json();
  if (typeof sent.access_token !== 'string') return null;
  return { returnTo: started.returnTo, accessToken: sent.access_token };
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
