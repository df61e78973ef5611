import { decodeJwt, errors } from 'jose';
import { AppError } from '../../domain/base/errors.ts';
import type { CacheWatch } from '../../ports/observation.ts';
import { rememberAtMost } from './bounded-memory.ts';
import type { ExternalTokens } from './external-tokens.ts';
import type { IssuedTokens } from './issued-tokens.ts';
import { expiredToken, invalidToken, type VerifiedToken } from './verified-token.ts';

const maxRemembered = 5_000;
const longestToken = 8_192;

type TokenVerifier = { verify(token: string): Promise<VerifiedToken> };

type TokenVerifierDependencies = {
  readonly issuedTokens: IssuedTokens;
  readonly externalTokens: ExternalTokens | null;
  readonly onCacheUsed?: CacheWatch;
  now(): Date;
};

/** Caches verified tokens until they expire, because verification is most of the cost of a small request. */
export function createTokenVerifier(dependencies: TokenVerifierDependencies): TokenVerifier {
  const { issuedTokens, externalTokens, onCacheUsed, now } = dependencies;
  const remembered = rememberAtMost<VerifiedToken>(maxRemembered);

  /** Chosen by the issuer named in the token; that issuer's keys then verify the signature. */
  function verifierFor(token: string): TokenVerifier {
    const { iss } = decodeJwt(token);
    if (iss === issuedTokens.issuer) return issuedTokens;
    if (externalTokens && iss === externalTokens.issuer) return externalTokens;
    throw invalidToken();
  }

  return {
    async verify(token) {
      if (token.length > longestToken) throw invalidToken();
      const known = remembered.get(token);
      onCacheUsed?.('tokens', known !== undefined);
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
  // The code jose uses when a key set cannot be fetched; an error that does not come from jose is a network error.
  const isFetchFailure =
    error instanceof errors.JWKSTimeout || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC');
  if (isFetchFailure || !(error instanceof errors.JOSEError)) {
    return new AppError('NOT_READY', 'The keys of the token issuer cannot be fetched right now. Try again.', {
      retryAfter: 5,
      cause: error,
    });
  }
  return invalidToken(error);
}
