import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { IssuedToken } from '../../ports/authenticator.ts';
import type { StoredClient } from '../../ports/stores/client-store.ts';
import { type TokenKey, tokenAlgorithm } from './token-key.ts';
import { readClaims, type VerifiedToken } from './verified-token.ts';

export const dayInSeconds = 86_400;

/** Tokens signed by the gateway itself. */
export type IssuedTokens = {
  readonly issuer: string;
  /** Valid for a day by default. */
  issue(client: StoredClient, lifetimeSeconds?: number): Promise<IssuedToken>;
  verify(token: string): Promise<VerifiedToken>;
};

type TokenSettings = {
  readonly key: TokenKey;
  readonly issuer: string;
  readonly audience: string;
  now(): Date;
};

export function createIssuedTokens({ key, issuer, audience, now }: TokenSettings): IssuedTokens {
  return {
    issuer,

    async issue({ clientId, tenantId, scopes }, lifetimeSeconds = dayInSeconds) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const accessToken = await new SignJWT({ tenant: tenantId, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: tokenAlgorithm, kid: key.keyId, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(clientId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .setJti(randomUUID())
        .sign(key.privateKey);
      return { accessToken, tokenType: 'Bearer', expiresIn: lifetimeSeconds, scopes };
    },

    async verify(token) {
      const { payload } = await jwtVerify(token, key.publicKey, {
        algorithms: [tokenAlgorithm],
        issuer,
        audience,
        currentDate: now(),
        requiredClaims: ['sub', 'tenant', 'iat', 'exp', 'jti'],
      });
      return readClaims(payload, 'tollgate');
    },
  };
}
