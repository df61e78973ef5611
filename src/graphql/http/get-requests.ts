import { createHash } from 'node:crypto';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { invalidInput } from '../../domain/base/errors.ts';
import { isPlainObject } from '../../domain/base/input.ts';
import { requirePreflight } from './simple-requests.ts';

/**
 * Queries in the address. All of them need a token, so that answers may be kept by who asked and by nobody between; kept
 * ones are asked about with their tag, which saves sending them again.
 */
export function getRequests(): Plugin {
  const faulty = new WeakSet<Request>();
  return {
    onRequestParse({ request, setRequestParser }) {
      if (request.method !== 'GET') return;
      requirePreflight(request.headers);
      setRequestParser(({ url }) => readParams(new URL(url).searchParams));
    },
    onResultProcess({ request, result }) {
      if ('errors' in result && result.errors) faulty.add(request);
    },
    async onResponse({ request, response, setResponse, fetchAPI }) {
      if (request.method !== 'GET') return;
      const { headers, status } = response;
      if (!/json/.test(headers.get('content-type') ?? '')) return; // A page, or a stream.
      if (status !== 200 || faulty.has(request)) {
        headers.set('Cache-Control', 'no-store');
        return;
      }
      const body = await response.text();
      const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
      headers.set('Cache-Control', 'private, max-age=0, must-revalidate');
      headers.append('Vary', 'Authorization, Accept');
      headers.set('ETag', tag);
      const isKnown = (request.headers.get('if-none-match') ?? '').split(',').some((one) => isSame(one, tag));
      if (isKnown) headers.delete('content-type');
      setResponse(new fetchAPI.Response(isKnown ? null : body, { status: isKnown ? 304 : status, headers }));
    },
  };
}

function isSame(sent: string, tag: string): boolean {
  const text = sent.trim().replace(/^W\//, '');
  return text === tag || text === '*';
}

function readParams(sent: URLSearchParams): GraphQLParams & { documentId?: string } {
  const faults: { path: string[]; code: string; message: string }[] = [];
  const textOf = (name: string): string | undefined => {
    const [first, ...others] = sent.getAll(name);
    if (others.length > 0) faults.push({ path: [name], code: 'REPEATED', message: `${name} may be given once.` });
    return first || undefined;
  };
  const objectOf = (name: string): Record<string, unknown> | undefined => {
    const text = textOf(name);
    if (text === undefined) return undefined;
    const value = parsed(text);
    if (value === null) return undefined;
    if (isPlainObject(value)) return { ...value };
    faults.push({ path: [name], code: 'INVALID_JSON', message: `${name} must be a JSON object, percent-encoded.` });
    return undefined;
  };
  const params = {
    query: textOf('query'),
    documentId: textOf('documentId'),
    operationName: textOf('operationName'),
    variables: objectOf('variables'),
    extensions: objectOf('extensions'),
  };
  if (faults.length > 0) throw invalidInput(faults);
  return params;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
