import { type Unavailable, unavailable } from '../ports/register.ts';

/** More than any answer about one number has; the rest is not read. */
const maxBytes = 64 * 1024;

export type JsonAnswer = { readonly kind: 'ANSWERED'; readonly status: number; readonly body: unknown };

/**
 * One HTTP request whose answer is JSON, with Node's own `fetch`: a time limit, a bounded answer and no redirects are
 * all it takes, so there is no client library. A body that is not JSON becomes undefined.
 */
export async function askJson(
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<JsonAnswer | Unavailable> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const text = await readBounded(response);
    if (text === null) return unavailable('its answer was too long', false);
    if (response.status >= 300 && response.status < 400) return unavailable('it points to another address', false);
    return { kind: 'ANSWERED', status: response.status, body: parsed(text) };
  } catch {
    // The error of fetch may contain the address and its query, so it is not passed on.
    if (signal.aborted) return unavailable('it did not answer in time', false);
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

/** The meaning of a status other than an answer. */
export function refusal(status: number): Unavailable {
  if (status === 429) return unavailable('it has too many requests', true);
  return unavailable(`it answered with HTTP status ${status}`, status >= 500);
}

/** For an answer that does not have the form it should have. */
export const garbled = unavailable('its answer was not understood', false);
