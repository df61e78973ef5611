// Authorization code with PKCE (RFC 7636): a public client has no secret, so only the page that started the sign-in can
// use the code.
import { type Issuer, root } from './settings.ts';

type Started = { readonly state: string; readonly nonce: string; readonly verifier: string; readonly returnTo: string };

export type Tokens = {
  readonly accessToken: string;
  /** Gets the next token without user action; null if the issuer provides no refresh token. */
  readonly refreshToken: string | null;
  /** Tells the issuer which user is signing out. */
  readonly idToken: string | null;
};

type Finished =
  | { readonly kind: 'signed-in'; readonly returnTo: string; readonly tokens: Tokens }
  /** The user or the issuer refused. */
  | { readonly kind: 'denied'; readonly returnTo: string }
  | { readonly kind: 'unreachable'; readonly returnTo: string }
  /** The response does not belong to this request, or the issuer refused to exchange the code. */
  | { readonly kind: 'refused'; readonly returnTo: string };

const key = 'tollgate:sign-in';
const returnPath = `${root}/signed-in`;
const redirectUri = () => `${location.origin}${returnPath}`;

export const isReturning = (): boolean => location.pathname === returnPath;

/** Leaves the page. The proof that the response is for this page stays in the tab. */
export async function startSignIn(issuer: Issuer, returnTo: string): Promise<void> {
  const started: Started = { state: randomText(), nonce: randomText(), verifier: randomText(), returnTo };
  sessionStorage.setItem(key, JSON.stringify(started));
  location.assign(await authorizationUrl(issuer, started));
}

export async function authorizationUrl(
  { authorizationEndpoint, clientId, scope }: Issuer,
  { state, nonce, verifier }: Omit<Started, 'returnTo'>,
): Promise<string> {
  const url = new URL(authorizationEndpoint);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(),
    scope,
    state,
    nonce,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

/** Reads the issuer's response, and exchanges its code for tokens. */
export async function finishSignIn(issuer: Issuer): Promise<Finished> {
  const started: Started | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  sessionStorage.removeItem(key);
  const answer = new URLSearchParams(location.search);
  const returnTo = started?.returnTo ?? root;
  // If the issuer identifies itself (RFC 9207), it must be the configured issuer, so that no other issuer can inject
  // its codes.
  const isOurs = answer.get('state') === started?.state && (answer.get('iss') ?? issuer.issuer) === issuer.issuer;
  if (!started || !isOurs) return { kind: 'refused', returnTo };
  const error = answer.get('error');
  if (error !== null) return { kind: busyErrors.has(error) ? 'unreachable' : 'denied', returnTo };
  const outcome = await requestTokens(issuer, {
    grant_type: 'authorization_code',
    code: answer.get('code') ?? '',
    redirect_uri: redirectUri(),
    code_verifier: started.verifier,
  });
  if (typeof outcome === 'string') return { kind: outcome, returnTo };
  const { idToken } = outcome;
  // The token came directly from the issuer over TLS, so its signature need not be verified.
  if (idToken !== null && !isFor(claimsOf(idToken), issuer, started.nonce)) return { kind: 'refused', returnTo };
  return { kind: 'signed-in', returnTo, tokens: outcome };
}

const busyErrors = new Set(['server_error', 'temporarily_unavailable']);

/** The next tokens. Values that the issuer omits do not change. */
export async function renewTokens(issuer: Issuer, before: Tokens): Promise<Tokens | 'refused' | 'unreachable'> {
  const { refreshToken, idToken } = before;
  if (refreshToken === null) return 'refused';
  const next = await requestTokens(issuer, { grant_type: 'refresh_token', refresh_token: refreshToken });
  if (typeof next === 'string') return next;
  return { ...next, refreshToken: next.refreshToken ?? refreshToken, idToken: next.idToken ?? idToken };
}

/** The URL of the issuer's sign-out page, which redirects back here; null if the issuer has no such page. */
export function endSessionUrl({ endSessionEndpoint, clientId }: Issuer, { idToken }: Tokens): string | null {
  if (endSessionEndpoint === null) return null;
  const url = new URL(endSessionEndpoint);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('post_logout_redirect_uri', `${location.origin}${root}`);
  if (idToken !== null) url.searchParams.set('id_token_hint', idToken);
  return url.href;
}

async function requestTokens(
  { tokenEndpoint, clientId }: Issuer,
  grant: Readonly<Record<string, string>>,
): Promise<Tokens | 'refused' | 'unreachable'> {
  const body = new URLSearchParams({ ...grant, client_id: clientId });
  const response = await fetch(tokenEndpoint, { method: 'POST', body }).catch(() => null);
  if (!response || response.status >= 500) return 'unreachable';
  const sent: Record<string, unknown> = await response.json().catch(() => ({}));
  const textOf = (name: string) => (typeof sent[name] === 'string' ? sent[name] : null);
  const accessToken = response.ok ? textOf('access_token') : null;
  if (accessToken === null) return 'refused';
  return { accessToken, refreshToken: textOf('refresh_token'), idToken: textOf('id_token') };
}

type Claims = Readonly<Record<string, unknown>>;

function isFor(claims: Claims, { issuer, clientId }: Issuer, nonce: string): boolean {
  const { iss, aud } = claims;
  return iss === issuer && (Array.isArray(aud) ? aud.includes(clientId) : aud === clientId) && claims.nonce === nonce;
}

function claimsOf(token: string): Claims {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
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
