import type { DecimalText } from './amount.ts';
import { gatewayLimits } from './limits.ts';
import type { RecordKind } from './record-kinds.ts';

/**
 * All errors that a client can receive, for REST, GraphQL and the documentation. `status` is the HTTP status in REST.
 * `retryable` means that the same request may succeed later, without a change by the sender.
 */
export const errorCodes = {
  INVALID_INPUT: { status: 400, retryable: false, title: 'The request is invalid' },
  MALFORMED_REQUEST: { status: 400, retryable: false, title: 'The request is not valid HTTP' },
  MALFORMED_JSON: { status: 400, retryable: false, title: 'The body is not valid JSON' },
  MALFORMED_FORM: { status: 400, retryable: false, title: 'The form cannot be read' },
  KEY_MISMATCH: { status: 400, retryable: false, title: 'Path and body identify different records' },
  'ERR-ADDR-001': { status: 400, retryable: false, title: 'The address matches no known state or country' },
  COUNTRY_NOT_COVERED: { status: 400, retryable: false, title: 'The country is not covered' },
  OPERATION_LIMIT_EXCEEDED: { status: 400, retryable: false, title: 'The GraphQL operation exceeds a limit' },
  PERSISTED_DOCUMENT_REQUIRED: {
    status: 400,
    retryable: false,
    title: 'Only persisted GraphQL operations are allowed',
  },
  PREFLIGHT_REQUIRED: {
    status: 400,
    retryable: false,
    title: 'The request needs a header that triggers a CORS preflight',
  },
  UNAUTHENTICATED: { status: 401, retryable: false, title: 'A valid bearer token is required' },
  INVALID_CLIENT: { status: 401, retryable: false, title: 'Wrong client id or secret' },
  FORBIDDEN: { status: 403, retryable: false, title: 'The token lacks the required scope' },
  NOT_FOUND: { status: 404, retryable: false, title: 'Record not found' },
  CUSTOMER_NOT_FOUND: { status: 404, retryable: false, title: 'Customer not found' },
  INVOICE_NOT_FOUND: { status: 404, retryable: false, title: 'Invoice not found' },
  LIVE_TENANT: { status: 404, retryable: false, title: 'Only available to test tenants' },
  PATH_NOT_FOUND: { status: 404, retryable: false, title: 'Path not found' },
  PERSISTED_DOCUMENT_NOT_FOUND: { status: 404, retryable: false, title: 'Persisted operation not found' },
  PERSISTED_QUERY_NOT_FOUND: {
    status: 404,
    retryable: false,
    title: 'The GraphQL document for this hash is not known yet',
  },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, title: 'Method not allowed on this path' },
  NOT_ACCEPTABLE: { status: 406, retryable: false, title: 'No accepted media type is available' },
  REQUEST_TIMEOUT: { status: 408, retryable: true, title: 'The request was sent too slowly' },
  CONFLICT: { status: 409, retryable: true, title: 'The record was changed by another request' },
  KEY_TAKEN: { status: 409, retryable: false, title: 'The key belongs to another record' },
  PERIOD_CLOSED: { status: 409, retryable: false, title: 'The period is filed' },
  RETURN_FILED: { status: 409, retryable: false, title: 'The return is filed' },
  RETURN_INCOMPLETE: { status: 409, retryable: false, title: 'Information required for the return file is missing' },
  RETURN_OVERLAPS: { status: 409, retryable: false, title: 'Another return covers part of the period' },
  TRANSACTION_FILED: { status: 409, retryable: false, title: 'The document is filed and cannot be changed' },
  CLIENT_REVOKED: { status: 409, retryable: false, title: 'The client is revoked' },
  LOCKOUT: { status: 409, retryable: false, title: 'The change could lock out its sender' },
  WEBHOOK_DISABLED: { status: 409, retryable: false, title: 'The webhook endpoint is disabled' },
  REQUEST_DECIDED: { status: 409, retryable: false, title: 'The certificate request does not allow this decision' },
  OVER_REFUND: { status: 409, retryable: false, title: 'The refund exceeds the amount sold' },
  REFUND_MISMATCH: { status: 409, retryable: false, title: 'The refund does not match its invoice' },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    retryable: true,
    title: 'A request with this idempotency key is still running',
  },
  FIGURES_CHANGED: {
    status: 412,
    retryable: false,
    title: 'The figures of the return have changed since they were read',
  },
  PRECONDITION_FAILED: { status: 412, retryable: false, title: 'The record has changed since it was read' },
  BODY_TOO_LARGE: { status: 413, retryable: false, title: 'The body is too large' },
  URI_TOO_LONG: { status: 414, retryable: false, title: 'The URL is too long' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, title: 'The media type of the body is not supported' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, retryable: false, title: 'The idempotency key was used for another request' },
  INSUFFICIENT_COVERAGE: { status: 422, retryable: false, title: 'The rate book does not cover the place as required' },
  TOO_MANY_REQUESTS: { status: 429, retryable: true, title: 'Too many requests' },
  HEADERS_TOO_LARGE: { status: 431, retryable: false, title: 'The headers are too large' },
  INTERNAL: { status: 500, retryable: true, title: 'Internal error' },
  CHANGES_MISSED: { status: 503, retryable: true, title: 'Changes may have been missed' },
  NOT_READY: { status: 503, retryable: true, title: 'The gateway is not ready' },
  STILL_COUNTING: { status: 503, retryable: true, title: 'Documents are still being counted' },
} as const satisfies Record<string, { readonly status: number; readonly retryable: boolean; readonly title: string }>;

export type ErrorCode = keyof typeof errorCodes;
type RetryableCode = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]['retryable'] extends true ? Code : never;
}[ErrorCode];

/** Errors that occur only in GraphQL. */
export const graphqlErrorCodes: readonly ErrorCode[] = [
  'OPERATION_LIMIT_EXCEEDED',
  'PERSISTED_DOCUMENT_REQUIRED',
  'PERSISTED_DOCUMENT_NOT_FOUND',
  'PERSISTED_QUERY_NOT_FOUND',
  'PREFLIGHT_REQUIRED',
  'CHANGES_MISSED',
];

/** One issue with an input: its path, the problem and the fix. */
export type Issue = {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  /** For an address: the field in question, the value sent, what was expected, and suggested values. */
  readonly details?: {
    readonly field: string;
    readonly given: string | null;
    readonly expected: string;
    readonly suggestions: readonly string[];
  };
  /** For a closed period: the return that closed it. */
  readonly returnId?: string;
  /** For a refund: the remaining amount of the line or of the whole invoice, in the currency of the invoice. */
  readonly remaining?: {
    readonly currency: string;
    readonly remainingAmount: DecimalText;
    readonly remainingTaxAmount: DecimalText;
  };
};

/** Details that a program can use without parsing the message. */
type ErrorFacts = {
  /** For `FIGURES_CHANGED`: the digest of the current return. */
  readonly currentDigest?: string;
  /** The return that closed the period. */
  readonly returnId?: string;
  /** For `PRECONDITION_FAILED`: the version of the record; 0 if the record does not exist. */
  readonly currentVersion?: number;
  /** For a record that was not found: its kind, and its path and key in the input. */
  readonly missing?: {
    readonly recordType: RecordKind;
    readonly path: readonly string[];
    readonly serviceId?: string;
    readonly key?: { readonly source: string; readonly externalId: string };
  };
};

type More = { readonly issues?: readonly Issue[]; readonly facts?: ErrorFacts; readonly cause?: unknown };
type MoreOfRetryable = More & { readonly retryAfter?: number };

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  readonly facts: ErrorFacts;
  /** The number of seconds to wait before retrying, if waiting helps. */
  readonly retryAfter: number | null;

  constructor(code: ErrorCode, message: string, more?: More);
  constructor(code: RetryableCode, message: string, more?: MoreOfRetryable);
  constructor(code: ErrorCode, message: string, more: MoreOfRetryable = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.issues = more.issues ?? [];
    this.facts = more.facts ?? {};
    this.retryAfter = more.retryAfter ?? null;
  }
}

type Named = Pick<NonNullable<ErrorFacts['missing']>, 'serviceId' | 'key'>;

/** The error for a record that is named in the request but does not exist. */
export function notFound(
  recordType: RecordKind,
  by: Named,
  message = `${describeRecord(recordType, by)} not found.`,
): AppError {
  return new AppError('NOT_FOUND', message, { facts: { missing: { recordType, path: ['by'], ...by } } });
}

/** A record as the request names it: `Customer "c-1" of source 9`. */
export function describeRecord(recordType: RecordKind, { serviceId, key }: Named): string {
  const kind = recordType.charAt(0) + recordType.slice(1).toLowerCase().replaceAll('_', ' ');
  return key ? `${kind} ${JSON.stringify(key.externalId)} of source ${key.source}` : `${kind} ${serviceId}`;
}

/** The error for an invalid input. If all issues share one of the special codes, the error has that code. */
export function invalidInput(issues: readonly Issue[]): AppError {
  const shared = issues[0]?.code;
  const special = (['KEY_MISMATCH', 'ERR-ADDR-001', 'COUNTRY_NOT_COVERED'] as const).find((code) => code === shared);
  const code = special !== undefined && issues.every((issue) => issue.code === special) ? special : 'INVALID_INPUT';
  return new AppError(code, summaryOf(issues), { issues: issues.slice(0, gatewayLimits.issues) });
}

function summaryOf(issues: readonly Issue[]): string {
  const { length } = issues;
  if (length === 1) return issues[0]!.message;
  const { issues: most } = gatewayLimits;
  return length > most
    ? `More than ${most} issues; the first ${most} are listed.`
    : `${length} issues. The first: ${issues[0]!.message}`;
}

/** The error for an input with one issue; `path` leads to the field in question. */
export function invalidField(path: Issue['path'], code: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { issues: [{ path, code, message }] });
}

/** RFC 6901: `/items/0/quantity`. */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Runs a function and prefixes the paths of its issues with `path`, the member of the body that it processes. */
export async function within<Result>(path: Issue['path'], run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter !== null) throw error;
    const issues = error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
    const { missing } = error.facts;
    const facts = missing
      ? { ...error.facts, missing: { ...missing, path: [...path.map(String), ...missing.path] } }
      : error.facts;
    throw new AppError(error.code, error.message, { issues, facts, cause: error });
  }
}
