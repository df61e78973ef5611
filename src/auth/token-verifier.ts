import { decodeJwt, errors } from 'jose';
import { LRUCache } from 'lru-cache';
import { AppError } from '../domain/base/errors.ts';
import type { OutsideVerifier } from './outside-tokens.ts';
import type { OwnTokens } from './own-tokens.ts';
import { expiredToken, invalidToken, type VerifiedToken } from './verified-token.ts';

const maxRemembered = 5_000;
const longestToken = 8_192;

export type TokenVerifier = { verify(token: string): Promise<VerifiedToken> };

export type TokenVerifierDependencies = {
  readonly ownTokens: OwnTokens;
  readonly outsideVerifier: OutsideVerifier | null;
  now(): Date;
};

/** Checks each token once, which is most of the cost of a small request, and remembers it until it expires. */
export function createTokenVerifier({ ownTokens, outsideVerifier, now }: TokenVerifierDependencies): TokenVerifier {
  const remembered = new LRUCache<string, VerifiedToken>({ max: maxRemembered });

  /** The issuer that a token claims; what it claims is checked with that issuer's keys. */
  function verifierFor(token: string): Pick<OwnTokens, 'verify'> {
    const { iss } = decodeJwt(token);
    if (iss === ownTokens.issuer) return ownTokens;
    if (outsideVerifier && iss === outsideVerifier.issuer) return outsideVerifier;
    throw invalidToken();
  }

  return {
    async verify(token) {
      if (token.length > longestToken) throw invalidToken();
      const known = remembered.get(token);
      if (known) {
        if (known.expiresAt <= now()) throw expiredToken();
        return known;
      }
      try {
        const verified = await verifierFor(token).verify(token);
        remembered.set(token, verified);
        return verified;
      } catch (error) {
        throw tokenError(error);
      }
    },
  };
}

function tokenError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof errors.JWTExpired) return expiredToken();
  // jose's own word for a key set that could not be fetched; anything that is no error of jose is the network's.
  const isFetchFailure =
    error instanceof errors.JWKSTimeout || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC');
  if (isFetchFailure || !(error instanceof errors.JOSEError)) {
    return new AppError('NOT_READY', 'The keys of the token issuer cannot be reached just now; try again.', {
      retryAfter: 5,
      cause: error,
    });
  }
  return invalidToken(error);
}
