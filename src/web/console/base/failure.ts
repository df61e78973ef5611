/** Why a request failed, in terms of what users can do about it. */
export type Failure = {
  readonly kind: 'signed-out' | 'forbidden' | 'busy' | 'unavailable' | 'offline' | 'invalid' | 'failed';
  readonly message: string;
  /** Seconds to wait before retrying. */
  readonly retryAfterSeconds: number | null;
  /** Identifies the request in the gateway's log. */
  readonly requestId: string | null;
};

type SentError = {
  readonly message?: unknown;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: unknown; readonly retryAfter?: unknown; readonly requestId?: unknown };
};

const kinds: Readonly<Record<string, Failure['kind']>> = {
  UNAUTHENTICATED: 'signed-out',
  FORBIDDEN: 'forbidden',
  TOO_MANY_REQUESTS: 'busy',
  NOT_READY: 'unavailable',
  STILL_COUNTING: 'unavailable',
  SERVICE_UNAVAILABLE: 'unavailable',
  INTERNAL: 'failed',
};

const kindsByStatus: Readonly<Record<number, Failure['kind']>> = {
  401: 'signed-out',
  403: 'forbidden',
  429: 'busy',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

export function failureOf({ message, extensions = {} }: SentError, status: number, headers: Headers): Failure {
  const code = String(extensions.code ?? '');
  const kind = kinds[code] ?? kindsByStatus[status] ?? (status >= 500 ? 'failed' : 'invalid');
  const sent = Number(extensions.retryAfter ?? headers.get('retry-after') ?? Number.NaN);
  return {
    kind,
    message: typeof message === 'string' ? message : '',
    retryAfterSeconds: Number.isFinite(sent) ? sent : null,
    requestId: typeof extensions.requestId === 'string' ? extensions.requestId : headers.get('x-request-id'),
  };
}

export const offline: Failure = { kind: 'offline', message: '', retryAfterSeconds: null, requestId: null };

export type { SentError };
