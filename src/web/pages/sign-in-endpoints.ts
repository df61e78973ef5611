import type { Logger } from 'pino';

/** A public client at an OpenID Connect issuer, as registered by the operator for the console. */
export type SignInSettings = { readonly issuer: string; readonly clientId: string; readonly scope: string };

export type SignInEndpoints = {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** The issuer's sign-out page; null if the issuer has no such page. */
  readonly endSessionEndpoint: string | null;
  readonly clientId: string;
  readonly scope: string;
};

const keptMs = 60 * 60_000;
const longestMs = 5_000;

/**
 * Reads the endpoints from the issuer's metadata, once an hour. Null while they are unavailable: the console then
 * offers sign-in with a client id and secret.
 */
export function createSignInEndpoints(settings: SignInSettings, log: Logger, now = Date.now) {
  let found: { readonly endpoints: Promise<SignInEndpoints>; readonly at: number } | null = null;
  return async (): Promise<SignInEndpoints | null> => {
    if (!found || now() - found.at > keptMs) found = { endpoints: discover(settings), at: now() };
    try {
      return await found.endpoints;
    } catch (error) {
      found = null;
      log.warn({ issuer: settings.issuer, reason: String(error) }, 'the issuer of the console cannot be read');
      return null;
    }
  };
}

async function discover({ issuer, clientId, scope }: SignInSettings): Promise<SignInEndpoints> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(longestMs), redirect: 'error' });
  if (!answer.ok) throw new Error(`${url} responded with status ${answer.status}`);
  const metadata: Record<string, unknown> = Object(await answer.json());
  if (metadata.issuer !== issuer) throw new Error(`${url} is the metadata of another issuer`);
  const endSession = metadata.end_session_endpoint;
  return {
    issuer,
    authorizationEndpoint: safeUrl(metadata.authorization_endpoint),
    tokenEndpoint: safeUrl(metadata.token_endpoint),
    endSessionEndpoint: endSession === undefined ? null : safeUrl(endSession),
    clientId,
    scope,
  };
}

/** Credentials are sent to these URLs, so they must use TLS unless they are on localhost. */
function safeUrl(value: unknown): string {
  const url = new URL(String(value));
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) throw new Error(`${url.href} does not use TLS`);
  return url.href;
}
