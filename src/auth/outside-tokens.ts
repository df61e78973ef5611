import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { AuthConfig } from '../config.ts';
import { readClaims, type VerifiedToken } from './verified-token.ts';

/** Signatures with a public key only: a shared secret would let the published key itself sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

export type OutsideVerifier = { readonly issuer: string; verify(token: string): Promise<VerifiedToken> };

/** Tokens of an issuer that the operator trusts, also with the tenants that it names. Its keys are fetched when needed. */
export function createOutsideVerifier(outside: NonNullable<AuthConfig['outside']>, now: () => Date): OutsideVerifier {
  const { issuer, audience } = outside;
  const keys = createRemoteJWKSet(new URL(outside.jwksUrl), { timeoutDuration: 5_000 });
  return {
    issuer,
    async verify(token) {
      const { payload } = await jwtVerify(token, keys, {
        algorithms,
        issuer,
        audience,
        currentDate: now(),
        clockTolerance: 5,
        requiredClaims: ['sub', 'tenant', 'exp'],
      });
      return readClaims(payload, 'outside');
    },
  };
}
