/** Every failure a consumer can meet, for both doors and the documentation; `status` is what REST answers. */
export const errorCodes = {
  INVALID_INPUT: { status: 400, title: 'The request has faults' },
  MALFORMED_JSON: { status: 400, title: 'The body is not JSON' },
  MALFORMED_FORM: { status: 400, title: 'The form cannot be read' },
  KEY_MISMATCH: { status: 400, title: 'Path and body name different records' },
  'ERR-ADDR-001': { status: 400, title: 'The address matches no state or country' },
  COUNTRY_NOT_COVERED: { status: 400, title: 'The rate book has no rates for this country' },
  OPERATION_LIMIT_EXCEEDED: { status: 400, title: 'The GraphQL operation is larger than one may be' },
  PERSISTED_DOCUMENT_REQUIRED: { status: 400, title: 'GraphQL takes persisted documents only' },
  PREFLIGHT_REQUIRED: {
    status: 400,
    title: 'A header is needed that browsers send to other origins only after asking',
  },
  UNAUTHENTICATED: { status: 401, title: 'A valid bearer token is needed' },
  INVALID_CLIENT: { status: 401, title: 'Client id and secret do not fit' },
  FORBIDDEN: { status: 403, title: 'The token lacks the scope' },
  NOT_FOUND: { status: 404, title: 'There is no such record' },
  CUSTOMER_NOT_FOUND: { status: 404, title: 'There is no such customer' },
  PATH_NOT_FOUND: { status: 404, title: 'There is no such path' },
  PERSISTED_DOCUMENT_NOT_FOUND: { status: 404, title: 'There is no such persisted document' },
  PERSISTED_QUERY_NOT_FOUND: { status: 404, title: 'The GraphQL document of this hash has to be sent in full once' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The path does not take this method' },
  NOT_ACCEPTABLE: { status: 406, title: 'The answer cannot be given in an accepted media type' },
  CONFLICT: { status: 409, title: 'Another request changed the record at the same time' },
  KEY_TAKEN: { status: 409, title: 'Another record has this key' },
  TRANSACTION_FILED: { status: 409, title: 'The document is filed and may not change' },
  OVER_REFUND: { status: 409, title: 'More would be refunded than was sold' },
  IDEMPOTENCY_KEY_IN_USE: { status: 409, title: 'A request with this idempotency key is still running' },
  PRECONDITION_FAILED: { status: 412, title: 'The record is not as the request expects it' },
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  URI_TOO_LONG: { status: 414, title: 'The address is too long' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The body is of another media type than is taken here' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The idempotency key belongs to another request' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests' },
  INTERNAL: { status: 500, title: 'Something failed on our side' },
  CHANGES_MISSED: { status: 503, title: 'Changes may have been missed: read again, and subscribe again' },
  NOT_READY: { status: 503, title: 'The gateway is not ready' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** One fault of an input: where it is, what it is, and what to change. */
export type Issue = {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  /** For an address: the field in question, what came, what was expected, and what would do. */
  readonly details?: {
    readonly field: string;
    readonly given: string | null;
    readonly expected: string;
    readonly suggestions: readonly string[];
  };
};

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  /** Seconds to wait before another try, where that helps. */
  readonly retryAfter: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    more: { issues?: readonly Issue[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.issues = more.issues ?? [];
    this.retryAfter = more.retryAfter ?? null;
  }
}

/** The error of an invalid input. If all issues share one of the special codes, the error has that code. */
export function invalidInput(issues: readonly Issue[]): AppError {
  const shared = issues[0]?.code;
  const special = (['KEY_MISMATCH', 'ERR-ADDR-001', 'COUNTRY_NOT_COVERED'] as const).find((code) => code === shared);
  const code = special !== undefined && issues.every((issue) => issue.code === special) ? special : 'INVALID_INPUT';
  const message = issues.length === 1 ? issues[0]!.message : `${issues.length} faults; see each one.`;
  return new AppError(code, message, { issues });
}

/** The error of an input with one issue; `path` leads to the field in question. */
export function invalidField(path: Issue['path'], code: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { issues: [{ path, code, message }] });
}

/** RFC 6901: `/items/0/quantity`. */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
