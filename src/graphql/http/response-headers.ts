import type { Plugin } from 'graphql-yoga';
import { workCosts } from '../../domain/base/work-costs.ts';
import { allowanceHeaders, apiHeaders } from '../../http/api-headers.ts';
import { compressOnce } from '../../http/compression.ts';
import { requestIdOf } from '../../http/served-request.ts';
import type { Call } from './call.ts';

export const requestIdHeader = 'X-Request-Id';

/**
 * Adds the headers of every response. Responses with their own policy, such as GraphiQL and its files, get only the
 * request id and the rate limits.
 */
export const withApiHeaders: Plugin<object, Call> = {
  onRequest({ request, serverContext }) {
    serverContext.requestId ??= requestIdOf(request.headers.get(requestIdHeader));
  },
  onResponse({ response: { headers }, serverContext }) {
    if (serverContext.requestId) headers.set(requestIdHeader, serverContext.requestId);
    const work = serverContext.opened?.session?.work;
    work?.add(workCosts.answerByte * Number(headers.get('Content-Length') ?? 0));
    for (const [name, value] of Object.entries(allowanceHeaders(work?.allowances()))) headers.set(name, value);
    if (headers.has('Content-Security-Policy')) return;
    // Yoga capitalizes the headers of a stream differently, so `set` would add a second header.
    headers.delete('Cache-Control');
    for (const [name, value] of Object.entries(apiHeaders)) headers.set(name, value);
  },
};

/**
 * Compresses responses for clients that accept it. Streams are not compressed, because their events must not wait for
 * each other.
 */
export const compressedAnswers: Plugin<object, Call> = {
  async onResponse({ request, response, setResponse, fetchAPI }) {
    const accepted = request.headers.get('accept-encoding');
    const { headers, status } = response;
    if (accepted === null || headers.has('content-encoding')) return;
    if (!/json/.test(headers.get('content-type') ?? '')) return;
    const bytes = Buffer.from(await response.arrayBuffer());
    const compressed = await compressOnce(bytes, accepted);
    headers.append('Vary', 'Accept-Encoding');
    if (compressed === null) {
      setResponse(new fetchAPI.Response(bytes, { status, headers }));
      return;
    }
    headers.set('Content-Encoding', compressed.encoding);
    headers.set('Content-Length', String(compressed.bytes.length));
    setResponse(new fetchAPI.Response(new Uint8Array(compressed.bytes), { status, headers }));
  },
};
