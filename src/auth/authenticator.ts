import type { AuthConfig } from '../config.ts';
import { AppError } from '../domain/base/errors.ts';
import type { Principal, Session } from '../ports/context.ts';
import type { Client } from '../ports/stores/client-store.ts';
import type { Stores } from '../ports/stores.ts';
import { createLoaders } from '../stores/loaders.ts';
import { createAccounts } from './accounts.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { isClientSecret } from './client-secret.ts';
import { createOutsideVerifier } from './outside-tokens.ts';
import { createOwnTokens } from './own-tokens.ts';
import { loadTokenKey } from './token-key.ts';
import { createTokenVerifier } from './token-verifier.ts';

export type IssuedToken = {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  /** Seconds. */
  readonly expiresIn: number;
};

/** Turns bearer tokens into sessions, and client credentials into tokens. */
export interface Authenticator {
  /** Null without a header; throws `UNAUTHENTICATED` for a token that is not valid. Loaders are new for each call. */
  authenticate(authorization: string | null): Promise<Session | null>;
  /** Throws `INVALID_CLIENT`, or `TOO_MANY_REQUESTS` after too many tries by a client or from an address. */
  issueToken(credentials: { clientId: string; clientSecret: string }, remoteAddress: string): Promise<IssuedToken>;
  /** The public keys, as `/.well-known/jwks.json` shows them. */
  publicKeys(): { readonly keys: readonly Record<string, unknown>[] };
}

/** What the operator may do besides: a token without asking for the secret. */
export type OperatorAuthenticator = Authenticator & { issueTokenTo(client: Client): Promise<IssuedToken> };

export type AuthenticatorDependencies = {
  readonly stores: Stores;
  readonly config: AuthConfig;
  now(): Date;
};

export async function createAuthenticator(dependencies: AuthenticatorDependencies): Promise<OperatorAuthenticator> {
  const { stores, config, now } = dependencies;
  const key = await loadTokenKey({ signingKey: config.signingKey, store: stores.signingKeys, now });
  const ownTokens = createOwnTokens({ key, config, now });
  const outsideVerifier = config.outside && createOutsideVerifier(config.outside, now);
  const verifier = createTokenVerifier({ ownTokens, outsideVerifier, now });
  const accounts = createAccounts(stores, now);
  const attemptLimit = createAttemptLimit();

  return {
    async authenticate(authorization) {
      if (authorization === null) return null;
      const { clientId, tenantId, scopes, issuedBy } = await verifier.verify(readBearer(authorization));
      const account = await accounts.find({ clientId, tenantId, issuedBy });
      if (!account) throw new AppError('UNAUTHENTICATED', 'The client of this token is revoked or unknown.');
      const principal: Principal = { clientId, tenantId, scopes };
      return { principal, tenant: account.tenant, stores: account.stores, loaders: createLoaders(account.stores) };
    },

    async issueToken({ clientId, clientSecret }, remoteAddress) {
      await attemptLimit.count({ clientId, remoteAddress });
      const client = await stores.clients.find(clientId);
      const isKnown = await isClientSecret(clientSecret, client?.secretHash ?? null);
      if (!client || !isKnown || client.revokedAt) {
        throw new AppError('INVALID_CLIENT', 'Client id and secret do not fit, or the client is revoked.');
      }
      return ownTokens.issue(client);
    },

    issueTokenTo: (client) => ownTokens.issue(client),
    publicKeys: () => ({ keys: [key.publicJwk] }),
  };
}

function readBearer(authorization: string): string {
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined) {
    throw new AppError('UNAUTHENTICATED', 'The header must read: Authorization: Bearer <token>.');
  }
  return token;
}
