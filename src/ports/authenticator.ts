import type { Scope } from '../domain/account/scope.ts';
import type { CertificateLinks } from './certificate-links.ts';
import type { Caller } from './context.ts';
import type { Receipts } from './receipts.ts';

export type IssuedToken = {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  /** Lifetime in seconds. */
  readonly expiresIn: number;
  readonly scopes: readonly Scope[];
};

export type TokenRequest = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** A subset of the client's scopes. Default: all scopes. */
  readonly scopes?: readonly string[];
};

/** Turns bearer tokens into sessions, and client credentials into tokens. */
export interface Authenticator {
  /**
   * The caller; null without a header. Throws `UNAUTHENTICATED` for an invalid token, and `TOO_MANY_REQUESTS` if the
   * client or its tenant has exhausted its limit per minute.
   */
  authenticate(authorization: string | null): Promise<Caller | null>;
  /**
   * Issues a token. Throws `INVALID_CLIENT`, `TOO_MANY_REQUESTS` after too many attempts by one client or from one
   * address, and `INVALID_INPUT` for a scope that the client does not have.
   */
  issueToken(request: TokenRequest, remoteAddress: string): Promise<IssuedToken>;
  /** Signs and reads the receipts of filings. They are signed with the key used for tokens. */
  readonly receipts: Receipts;
  readonly certificateLinks: CertificateLinks;
  /** The public keys, in the format of `/.well-known/jwks.json`. */
  publicKeys(): Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>;
}
