import { type Issue, type Kind, TollgateError } from './errors.ts';
import type { Answer } from './send.ts';

type GraphqlError = {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly requestId?: string; readonly retryAfter?: number };
};

/** A typed error from the schema, as part of a result. */
type Refusal = {
  readonly __typename?: string;
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly Issue[];
};

const kinds: Readonly<Record<string, Kind>> = {
  UNAUTHENTICATED: 'Unauthenticated',
  INVALID_CLIENT: 'Unauthenticated',
  FORBIDDEN: 'Forbidden',
  TOO_MANY_REQUESTS: 'TooManyRequests',
  NOT_READY: 'Unavailable',
  STILL_COUNTING: 'Unavailable',
  INTERNAL: 'Internal',
};

/**
 * The failure indicated by the status of a response or the `errors` of a GraphQL response; null if neither indicates a
 * failure.
 */
export function errorOf({ status, headers, body }: Answer): TollgateError | null {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly errors?: readonly GraphqlError[];
    readonly code?: string;
    readonly title?: string;
    readonly detail?: string;
    readonly message?: string;
    readonly requestId?: string;
  };
  const error = Array.isArray(answer.errors) ? answer.errors[0] : undefined;
  if (status < 400 && !error?.message) return null;
  const { code, requestId, retryAfter } = error?.extensions ?? {};
  const known = code ?? answer.code;
  const seconds = retryAfter ?? secondsOf(headers.get('Retry-After'));
  return new TollgateError({
    kind: kinds[known ?? ''] ?? kindOfStatus(status),
    code: known ?? `HTTP_${status}`,
    message:
      error?.message ??
      answer.detail ??
      answer.message ??
      answer.title ??
      `The gateway responded with status ${status}.`,
    status,
    requestId: requestId ?? answer.requestId ?? headers.get('X-Request-Id') ?? undefined,
    retryAfter: seconds,
  });
}

function kindOfStatus(status: number): Kind {
  if (status === 401) return 'Unauthenticated';
  if (status === 403) return 'Forbidden';
  if (status === 404) return 'NotFound';
  if (status === 429) return 'TooManyRequests';
  if (status >= 502 && status <= 504) return 'Unavailable';
  return status >= 500 ? 'Internal' : 'Refused';
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** The result of an operation. Throws if it is missing or is a typed error from the schema. */
export function resultOf<Result>(data: { readonly result: unknown }, type: string): Result {
  const result = data.result as Refusal | null;
  if (result?.__typename === type) return result as Result;
  throw new TollgateError({
    kind: result?.__typename ?? 'Refused',
    code: result?.code ?? 'REFUSED',
    message: result?.message ?? 'The gateway returned no result.',
    issues: result?.issues,
  });
}
