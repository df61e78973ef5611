import { TollgateError } from './errors.ts';

export type Fetch = typeof globalThis.fetch;

export type Attempt = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal: AbortSignal;
};

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/** Sends one request and parses the JSON response. Any other response, except an empty one, throws `Unavailable`. */
export async function attempt(
  { url, fetch }: { readonly url: string; readonly fetch: Fetch },
  { method, path, headers, body, signal }: Attempt,
): Promise<Answer> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Accept: 'application/json', ...(body !== undefined && json), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      // The client's credentials go only to the configured URL. Some edge runtimes do not support 'error'.
      redirect: 'manual',
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw unavailable('The gateway URL redirects elsewhere: configure the target URL.');
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : parse(text, response.status),
    };
  } catch (error) {
    if (signal.aborted || error instanceof TollgateError) throw error;
    throw unavailable('The gateway cannot be reached.', { cause: error });
  }
}

const unavailable = (message: string, more: { readonly cause?: unknown; readonly status?: number } = {}) =>
  new TollgateError({ kind: 'Unavailable', code: 'UNAVAILABLE', message, ...more });

const json = { 'Content-Type': 'application/json' };

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unavailable(`The response (status ${status}) comes from a proxy or another server, not from the gateway.`, {
      status,
    });
  }
}

type Persistence = {
  /** Time limit of the whole call in milliseconds, including retries. */
  readonly timeLimit: number;
  /** Whether the request may be retried if it may already have been executed. */
  readonly isRepeatable: boolean;
  /** Whether the request may be retried at all. Default: true. */
  readonly retries?: boolean;
  readonly signal?: AbortSignal;
};

const firstPause = 100;
const longestPause = 5_000;

/**
 * Calls `work` until it succeeds, fails permanently, or runs out of time. Pauses grow, with jitter, so that many shops
 * do not retry simultaneously. A pause requested by the gateway is honored unless less time is left.
 */
export async function persist<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { timeLimit, isRepeatable, retries = true, signal: callers }: Persistence,
): Promise<Result> {
  callers?.throwIfAborted();
  const end = Date.now() + timeLimit;
  const limit = new AbortController();
  const stop = () => limit.abort(callers?.reason);
  callers?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => limit.abort(), timeLimit);
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        return await untilAborted(work(limit.signal), limit.signal);
      } catch (error) {
        if (limit.signal.aborted) break;
        if (!retries || !(error instanceof TollgateError) || !mayRepeat(error, isRepeatable)) throw error;
        const pause = pauseAfter(error, tries);
        if (Date.now() + pause >= end) throw error;
        await untilAborted(new Promise((resolve) => setTimeout(resolve, pause)), limit.signal).catch(() => undefined);
        if (limit.signal.aborted) break;
      }
    }
  } finally {
    clearTimeout(timer);
    callers?.removeEventListener('abort', stop);
  }
  callers?.throwIfAborted();
  const message = `The gateway did not respond within ${timeLimit} ms.`;
  throw new TollgateError({ kind: 'TimedOut', code: 'TIMED_OUT', message });
}

/** The gateway sends 429 and 503 before it executes anything, so even non-idempotent requests may be retried. */
const mayRepeat = (error: TollgateError, isRepeatable: boolean): boolean =>
  error.kind === 'TooManyRequests' || error.status === 503 || (isRepeatable && error.isTemporary);

function pauseAfter({ retryAfter }: TollgateError, tries: number): number {
  const grown = Math.min(firstPause * 2 ** tries, longestPause) * (0.5 + Math.random() / 2);
  return retryAfter === undefined ? grown : retryAfter * 1_000 + grown;
}

/** A server or a `fetch` that ignores the signal must not block the caller. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
