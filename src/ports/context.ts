import type { Scope } from '../domain/account/scope.ts';
import type { Tenant } from '../domain/account/tenant.ts';
import { AppError } from '../domain/base/errors.ts';
import type { Loaders } from '../stores/loaders.ts';
import type { ReferenceData } from './reference-data.ts';
import type { Register } from './register.ts';
import type { TenantStores } from './stores.ts';

/** Who asks, as its bearer token says. */
export type Principal = {
  readonly clientId: string;
  readonly tenantId: string;
  readonly scopes: ReadonlySet<Scope>;
};

/** What an authenticated request works with: everything in it belongs to the principal's tenant. */
export type Session = {
  readonly principal: Principal;
  readonly tenant: Tenant;
  readonly stores: TenantStores;
  readonly loaders: Loaders;
};

/** What one request carries. */
export type Context = {
  /** Null without a bearer token. */
  readonly session: Session | null;
  readonly reference: ReferenceData;
  /** Registers of tax numbers that are switched on; a document never waits for one. */
  readonly registers: readonly Register[];
  readonly requestId: string;
  now(): Date;
};

/** The session, if its token has the scope; throws `UNAUTHENTICATED` or `FORBIDDEN`. */
export function authorize(ctx: Context, scope: Scope): Session {
  const session = authenticated(ctx);
  if (!session.principal.scopes.has(scope)) throw new AppError('FORBIDDEN', `The token lacks the scope ${scope}.`);
  return session;
}

/** The session, whatever its token may do; throws `UNAUTHENTICATED`. */
export function authenticated(ctx: Context): Session {
  if (!ctx.session) throw new AppError('UNAUTHENTICATED', 'Send a valid token: Authorization: Bearer <token>.');
  return ctx.session;
}

/** Makes the context of one request; throws `UNAUTHENTICATED` for a token that is not valid, not for a missing one. */
export type ContextFactory = (authorization: string | null, requestId: string) => Promise<Context>;
