import type { Session } from '../context.ts';

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
