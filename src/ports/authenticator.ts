import type { Caller } from './context.ts';

export type IssuedToken = {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  /** Seconds. */
  readonly expiresIn: number;
};

/** Turns bearer tokens into sessions, and client credentials into tokens. */
export interface Authenticator {
  /** Null without a header; throws `UNAUTHENTICATED` for an invalid token. */
  authenticate(authorization: string | null): Promise<Caller | null>;
  /** Throws `INVALID_CLIENT`, or `TOO_MANY_REQUESTS` after too many attempts by one client or from one address. */
  issueToken(credentials: { clientId: string; clientSecret: string }, remoteAddress: string): Promise<IssuedToken>;
  /** The public keys, in the form of `/.well-known/jwks.json`. */
  publicKeys(): { readonly keys: readonly Record<string, unknown>[] };
}
