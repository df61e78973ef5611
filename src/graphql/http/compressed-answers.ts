import type { Plugin } from 'graphql-yoga';
import { compressOnce } from '../../http/compression.ts';
import type { Call } from './call.ts';

/** Compresses answers for clients that accept it. Streams are not compressed, because their events must not wait for each other. */
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
