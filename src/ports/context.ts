import type { Scope } from '../domain/account/scope.ts';
import type { Tenant, TenantSettings } from '../domain/account/tenant.ts';
import { dayOf } from '../domain/base/calendar.ts';
import { AppError } from '../domain/base/errors.ts';
import type { CertificateLink } from '../domain/certificate-requests/certificate-request.ts';
import type { NexusDeclaration } from '../domain/nexus/nexus-record.ts';
import type { RateBookVersions } from './rate-book-versions.ts';
import type { Receipts } from './receipts.ts';
import type { ReferenceData } from './reference-data.ts';
import type { RefusalNotes } from './refusal-notes.ts';
import type { Register } from './register.ts';
import type { TenantStores } from './stores.ts';
import type { Work } from './work.ts';

/** The caller, as identified by its bearer token. */
export type Principal = {
  readonly clientId: string;
  readonly tenantId: string;
  readonly scopes: ReadonlySet<Scope>;
};

/**
 * The account facts for a calculation: never older than the last write of this replica, and less than a second behind
 * other replicas. A stored document is calculated with facts read together with the document instead.
 */
export type RecentAccount = {
  settings(): Promise<TenantSettings>;
  declarations(): Promise<readonly NexusDeclaration[]>;
  /** Call this after the settings or declarations are written. */
  forget(): void;
};

/** The caller of a request, and its tenant. */
export type Caller = {
  readonly principal: Principal;
  readonly tenant: Tenant;
  readonly recent: RecentAccount;
  readonly work: Work;
};

/** The data of the principal's tenant that is available to an authenticated request. */
export type Session = Caller & {
  readonly stores: TenantStores;
  /** Whether a test tenant requests a simulated conflict with other writers. */
  readonly isOvertaken?: boolean;
};

/** The context of one request or of background work. */
export type Context = {
  /** The session; null without a bearer token. */
  readonly session: Session | null;
  readonly reference: ReferenceData;
  /** The rate book versions; absent outside requests. */
  readonly rateBookVersions?: RateBookVersions;
  /** The enabled registers of tax numbers. Calculations never wait for a register. */
  readonly registers: readonly Register[];
  readonly requestId: string;
  /** Called for every calculation of a document, for metrics. */
  readonly onCalculated?: OnCalculated;
  /** Collects refused documents; absent outside requests. */
  readonly refusals?: RefusalNotes;
  /** The receipts; absent outside requests. */
  readonly receipts?: Receipts;
  /** Returns the signed link for a certificate request; absent outside requests. */
  readonly certificateLinkTo?: (link: CertificateLink) => Promise<string>;
  /** The real time, at which records are stored. For today's date, use `lawTime` and `todayOf`. */
  now(): Date;
};

type OwnTime = Pick<Context, 'now'> & { readonly session: Pick<Session, 'tenant'> | null };

/**
 * The time that determines today's date, and therefore which records have expired or are due. A test tenant can set its
 * own time.
 */
export function lawTime({ session, now }: OwnTime): Date {
  return session?.tenant.testClock ?? now();
}

/** Today's date according to `lawTime`, in UTC. */
export function todayOf(ctx: OwnTime): string {
  return dayOf(lawTime(ctx));
}

/** `result` is the document's reason, such as `TAXED`, or the error code. */
export type OnCalculated = (result: string) => void;

/** The session, if its token has the scope; otherwise throws `UNAUTHENTICATED` or `FORBIDDEN`. */
export function authorize(ctx: Context, scope: Scope): Session {
  const session = authenticated(ctx);
  if (!session.principal.scopes.has(scope)) throw new AppError('FORBIDDEN', `The token lacks the scope ${scope}.`);
  return session;
}

export const sendToken = 'Send a valid token: Authorization: Bearer <token>. Get one from POST /v1/token.';

/** The session, with any scopes; throws `UNAUTHENTICATED` without a session. */
export function authenticated(ctx: Context): Session {
  if (!ctx.session) throw new AppError('UNAUTHENTICATED', sendToken);
  return ctx.session;
}

/** Contents of the request headers: the token, and the failure that a test tenant requests. */
export type ContextHeaders = { readonly authorization: string | null; readonly fault: string | null };

/** Creates the context of one request. Throws `UNAUTHENTICATED` for an invalid token, but not for a missing one. */
export type ContextFactory = (headers: ContextHeaders, requestId: string) => Promise<Context>;
