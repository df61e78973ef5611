import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { AppError, invalidInput } from '../../domain/base/errors.ts';
import { contentTag, matchesWeakly, parseTagList } from '../../domain/base/etag.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { mediaTypeOf } from '../../http/media-type.ts';
import type { Call } from './call.ts';
import { budgetOf, parseJsonWithin, type RequestBudget } from './request-budget.ts';

/**
 * Handles queries sent by GET. Responses depend on the token, so only the client may cache them. It can revalidate them
 * by ETag without downloading them again.
 */
export function getRequests(): Plugin<object, Call> {
  const failed = new WeakSet<Request>();
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      if (request.method !== 'GET') return;
      requirePreflight(request.headers);
      const budget = budgetOf(serverContext);
      setRequestParser(({ url }) => readParams(new URL(url).searchParams, budget));
    },
    onResultProcess({ request, result }) {
      if ('errors' in result && result.errors) failed.add(request);
    },
    async onResponse({ request, response, setResponse, fetchAPI }) {
      if (request.method !== 'GET') return;
      const { headers, status } = response;
      if (headers.has('etag')) return; // A schema file, which may already be compressed.
      if (!/json/.test(headers.get('content-type') ?? '')) return; // The GraphiQL page, or an event stream.
      if (status !== 200 || failed.has(request)) {
        headers.set('Cache-Control', 'no-store');
        return;
      }
      const body = await response.text();
      const tag = contentTag(body);
      headers.set('Cache-Control', 'private, max-age=0, must-revalidate');
      headers.append('Vary', 'Authorization, Accept');
      headers.set('ETag', tag);
      const isUnchanged = matchesWeakly(tag, parseTagList(request.headers.get('if-none-match') ?? '') ?? []);
      if (isUnchanged) headers.delete('content-type');
      setResponse(new fetchAPI.Response(isUnchanged ? null : body, { status: isUnchanged ? 304 : status, headers }));
    },
  };
}

function readParams(sent: URLSearchParams, budget: RequestBudget): GraphQLParams & { documentId?: string } {
  const issues: { path: string[]; code: string; message: string }[] = [];
  const textOf = (name: string): string | undefined => {
    const [first, ...others] = sent.getAll(name);
    if (others.length > 0) issues.push({ path: [name], code: 'REPEATED', message: `Send ${name} only once.` });
    return first || undefined;
  };
  const objectOf = (name: string): Record<string, unknown> | undefined => {
    const text = textOf(name);
    if (text === undefined) return undefined;
    const value = parseJsonWithin(budget, text);
    if (value === null) return undefined;
    if (isPlainObject(value)) return { ...value };
    issues.push({ path: [name], code: 'INVALID_JSON', message: `${name} must be a JSON object, percent-encoded.` });
    return undefined;
  };
  const params = {
    query: textOf('query'),
    documentId: textOf('documentId'),
    operationName: textOf('operationName'),
    variables: objectOf('variables'),
    extensions: objectOf('extensions'),
  };
  if (issues.length > 0) throw invalidInput(issues);
  return params;
}

/** Browsers send these headers across origins only after a preflight. */
const preflightHeaders = [
  'authorization',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'graphql-require-preflight',
  'x-graphql-yoga-csrf',
  'x-requested-with',
];

const simpleTypes: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
]);

/** Refuses requests that any web page could make its visitors' browsers send without a preflight. */
function requirePreflight(headers: Headers): void {
  if (preflightHeaders.some((name) => headers.has(name))) return;
  const type = mediaTypeOf(headers.get('content-type'));
  if (type !== '' && !simpleTypes.has(type)) return;
  throw new AppError(
    'PREFLIGHT_REQUIRED',
    'Send an Authorization or Apollo-Require-Preflight header to prevent cross-site requests.',
  );
}
