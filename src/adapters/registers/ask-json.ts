import type { Tracing } from '../../ports/observation.ts';
import { type Unavailable, unavailable } from '../../ports/register.ts';

/** Larger than any response about one number; further bytes are not read. */
const maxBytes = 64 * 1024;

export type JsonAnswer = { readonly kind: 'ANSWERED'; readonly status: number; readonly body: unknown };

type JsonRequest = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
};

export type AskJson = (url: string, request: JsonRequest, signal: AbortSignal) => Promise<JsonAnswer | Unavailable>;

/** Sends a request to the register within a trace. */
export function tracedAsk(tracing: Tracing, name: string): AskJson {
  return (url, request, signal) =>
    tracing.call(
      { name, method: request.method, url },
      (headers) => askJson(url, { ...request, headers: { ...request.headers, ...headers } }, signal),
      (answer) => (answer.kind === 'ANSWERED' ? answer.status : null),
    );
}

/**
 * Sends one HTTP request with Node's `fetch`, without redirects. The response is limited in size, and `signal` limits
 * the time. A body that is not JSON becomes undefined.
 */
export async function askJson(url: string, init: JsonRequest, signal: AbortSignal): Promise<JsonAnswer | Unavailable> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const text = await readBounded(response);
    if (text === null) return unavailable('its response was too long', false);
    if (response.status >= 300 && response.status < 400) return unavailable('it redirected the request', false);
    return { kind: 'ANSWERED', status: response.status, body: parsed(text) };
  } catch {
    // An error from `fetch` may contain the address and its query, so it is not passed on.
    if (signal.aborted) return unavailable('it did not respond in time', false);
    return unavailable('it could not be reached', true);
  }
}

async function readBounded({ body }: Response): Promise<string | null> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null; // Leaving the loop cancels the stream.
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error for a response with an unsuccessful status. */
export function refusal(status: number): Unavailable {
  if (status === 429) return unavailable('it has received too many requests', true);
  return unavailable(`it responded with HTTP status ${status}`, status >= 500);
}

/** The error for a response in an unexpected format. */
export const garbled = unavailable('its response could not be read', false);

/**
 * A register's text without lone surrogates and without control characters other than line breaks; null if nothing
 * remains.
 */
export function plainText(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n]|\p{Cs}/gu, '')
    .trim();
  return plain === '' ? null : plain;
}
