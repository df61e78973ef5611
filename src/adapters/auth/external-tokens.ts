import { createRemoteJWKSet, jwtVerify } from 'jose';
import { readClaims, type VerifiedToken } from './verified-token.ts';

/** Public-key signatures only: with a shared-secret algorithm, anyone could sign with the published key. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** An issuer that the operator trusts to name the tenant in its tokens. */
export type ExternalIssuer = {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** The required `aud` of its tokens. */
  readonly audience: string;
};

export type ExternalTokens = { readonly issuer: string; verify(token: string): Promise<VerifiedToken> };

/** Verifies the tokens of an external issuer. The issuer's keys are fetched on first use. */
export function createExternalTokens(external: ExternalIssuer, now: () => Date): ExternalTokens {
  const { issuer, audience } = external;
  const keys = createRemoteJWKSet(new URL(external.jwksUrl), { timeoutDuration: 5_000 });
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
      return readClaims(payload, 'external');
    },
  };
}
