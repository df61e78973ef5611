import type { JWTPayload } from 'jose';
import { scopes as knownScopes, type Scope, scopesOfRole } from '../../domain/account/scope.ts';
import { AppError } from '../../domain/base/errors.ts';

const longestId = 256;

/** The claims of a token whose signature, issuer, audience and lifetime have been verified. */
export type VerifiedToken = {
  readonly issuedBy: 'tollgate' | 'external';
  readonly clientId: string;
  readonly tenantId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly expiresAt: Date;
};

export function readClaims(payload: JWTPayload, issuedBy: VerifiedToken['issuedBy']): VerifiedToken {
  const { sub, exp, tenant, scope, roles } = payload;
  if (!isId(sub) || !isId(tenant) || typeof exp !== 'number') throw invalidToken();
  const words = new Set(typeof scope === 'string' ? scope.split(' ') : []);
  // The gateway's own tokens have no roles, because they contain the permissions of the client.
  const ofRoles = new Set(issuedBy === 'external' ? namesIn(roles).flatMap(scopesOfRole) : []);
  return {
    issuedBy,
    clientId: sub,
    tenantId: tenant,
    scopes: new Set(knownScopes.filter((known) => words.has(known) || ofRoles.has(known))), // Scopes of other products are ignored.
    expiresAt: new Date(exp * 1000),
  };
}

/** A claim with several values is either a list or a single string. */
function namesIn(claim: unknown): string[] {
  const names: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return names.flatMap((name) => (typeof name === 'string' ? name.split(' ') : []));
}

/** Nonempty text of at most `longestId` characters, without control characters or unpaired surrogates. */
function isId(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '' && claim.length <= longestId && !/[\p{Cc}\p{Cs}]/u.test(claim);
}

export function invalidToken(cause?: unknown): AppError {
  return new AppError('UNAUTHENTICATED', 'The token is invalid. Request a new one.', { cause });
}

export function expiredToken(): AppError {
  return new AppError('UNAUTHENTICATED', 'The token has expired. Request a new one.');
}
