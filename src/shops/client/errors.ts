/** An invalid field of the input. */
export type Issue = { readonly path: readonly string[]; readonly code?: string; readonly message: string };

/**
 * The kind of failure. `Unavailable` and `TimedOut` are failures of the gateway or the network; `TooManyRequests` is a
 * rate limit; `Unauthenticated` and `Forbidden` are problems with the client's credentials; `Refused` covers any other
 * refused request, and `Internal` a failure inside the gateway. The rest are typed errors from the schema.
 */
export type Kind =
  | 'Unavailable'
  | 'TimedOut'
  | 'TooManyRequests'
  | 'Unauthenticated'
  | 'Forbidden'
  | 'Refused'
  | 'Internal'
  | 'InvalidInput'
  | 'NotFound'
  | 'Conflict'
  | 'VersionMismatch'
  | 'PeriodClosed'
  | 'TransactionFiled'
  | 'OverRefund'
  | 'InsufficientCoverage'
  | (string & {});

type Failure = {
  readonly kind: Kind;
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly Issue[];
  readonly status?: number;
  readonly requestId?: string;
  readonly retryAfter?: number;
  readonly cause?: unknown;
};

const temporary: readonly Kind[] = ['Unavailable', 'TimedOut', 'TooManyRequests', 'Internal'];

/** A failed call. The message is the gateway's message, followed by every invalid field. */
export class TollgateError extends Error {
  override readonly name = 'TollgateError';
  readonly kind: Kind;
  /** The gateway's code, such as ERR_ADDR_001; otherwise the kind in capitals, or the status, such as HTTP_404. */
  readonly code: string;
  readonly issues: readonly Issue[];
  /** The HTTP status, if known. */
  readonly status: number | undefined;
  /** Identifies the request in the gateway's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before retrying (`Retry-After`). */
  readonly retryAfter: number | undefined;

  constructor({ kind, code, message, issues = [], status, requestId, retryAfter, cause }: Failure) {
    super([message, ...issues.map(({ path, message: fault }) => `${path.join('.')}: ${fault}`)].join('\n'), { cause });
    this.kind = kind;
    this.code = code;
    this.issues = issues;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** Whether the same call may succeed later, without changes to the input or the settings. */
  get isTemporary(): boolean {
    return temporary.includes(this.kind);
  }
}
