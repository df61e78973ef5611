import type { JWTPayload } from 'jose';
import { scopes as knownScopes, type Scope } from '../domain/account/scope.ts';
import { AppError } from '../domain/base/errors.ts';

/** What a token says, once its signature, issuer, audience and time are found to be right. */
export type VerifiedToken = {
  readonly issuedBy: 'us' | 'outside';
  readonly clientId: string;
  readonly tenantId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly expiresAt: Date;
};

export function readClaims(payload: JWTPayload, issuedBy: VerifiedToken['issuedBy']): VerifiedToken {
  const { sub, exp, tenant, scope } = payload;
  if (typeof sub !== 'string' || typeof exp !== 'number' || typeof tenant !== 'string') throw invalidToken();
  const words = new Set(typeof scope === 'string' ? scope.split(' ') : []);
  return {
    issuedBy,
    clientId: sub,
    tenantId: tenant,
    scopes: new Set(knownScopes.filter((known) => words.has(known))), // Words of other products mean nothing here.
    expiresAt: new Date(exp * 1000),
  };
}

export function invalidToken(cause?: unknown): AppError {
  return new AppError('UNAUTHENTICATED', 'The token is not valid; ask for a new one.', { cause });
}

export function expiredToken(): AppError {
  return new AppError('UNAUTHENTICATED', 'The token has expired; ask for a new one.');
}
