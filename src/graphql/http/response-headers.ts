import type { Plugin } from 'graphql-yoga';
import { workCosts } from '../../domain/base/work-costs.ts';
import { allowanceHeaders, apiHeaders } from '../../http/api-headers.ts';
import { requestIdOf } from '../../http/request-id.ts';
import type { Call } from './call.ts';

export const requestIdHeader = 'X-Request-Id';

/** The headers of every response. GraphiQL's page and its files have a policy of their own. */
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
    // Yoga writes the headers of a stream in another case, so `set` alone would add a second header.
    headers.delete('Cache-Control');
    for (const [name, value] of Object.entries(apiHeaders)) headers.set(name, value);
  },
};
