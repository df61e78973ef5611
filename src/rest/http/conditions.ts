import type { HonoRequest } from 'hono';
import { invalidInput } from '../../domain/base/errors.ts';
import { contentTag, matchesWeakly, parseTagList, type TagList } from '../../domain/base/etag.ts';
import type { Precondition } from '../../domain/base/precondition.ts';
import { version } from '../../domain/base/version.ts';
import { inParameter } from './problem.ts';
import { jsonReply, type Reply, type RouteCall } from './route.ts';

/** The preconditions of a request (RFC 9110, 13.1); undefined if it has neither header. */
export function preconditionOf(request: HonoRequest): Precondition | undefined {
  const ifMatch = tagsIn(request, 'If-Match');
  const ifNoneMatch = tagsIn(request, 'If-None-Match');
  return ifMatch === null && ifNoneMatch === null ? undefined : { kind: 'tags', ifMatch, ifNoneMatch };
}

/** Responds to a GET: with 304, without rendering the record, if the client has its current version. */
export function taggedReply(request: HonoRequest, tag: string, show: () => unknown): Reply {
  const headers = { ETag: tag };
  return isKnown(request, tag) ? { status: 304, body: null, headers } : jsonReply(200, show(), headers);
}

/** Responds with reference data, which clients cache and revalidate. The tag depends on the content. */
export function referenceReply(request: HonoRequest, value: unknown): Reply {
  const body = JSON.stringify(value);
  const headers = { ...referenceHeaders(contentTag(body)) };
  return isKnown(request, headers.ETag) ? { status: 304, body: null, headers } : { status: 200, body, headers };
}

/** Headers of reference data. The tag is weak. */
const referenceHeaders = (tag: string) => ({ ETag: `W/${tag}`, 'Cache-Control': 'private, no-cache' });

/**
 * Headers of a list that depends on the rate book and the day. The tag also includes the kind of tenant and, through
 * the digest of the rate book, the rulings of the tenant, because one client may read several tenants.
 */
export function rateBookHeaders({ ctx, session, request }: RouteCall, ...parts: readonly string[]) {
  const { version: rateBook, digest } = ctx.reference;
  return referenceHeaders(
    contentTag([version, rateBook, digest, session.tenant.kind, ...parts, request.url].join(' ')),
  );
}

/** Whether the client already has the response with this tag. */
export function isKnown(request: HonoRequest, tag: string): boolean {
  const known = tagsIn(request, 'If-None-Match');
  return known !== null && matchesWeakly(tag, known);
}

/** Responds with a text that changes only with a release, so caches may store and revalidate it. */
export function taggedText(request: HonoRequest, tag: string, text: string): Reply {
  const headers = { ETag: tag, 'Cache-Control': 'public, max-age=300' };
  return isKnown(request, tag) ? { status: 304, body: null, headers } : { status: 200, body: text, headers };
}

/** A malformed header is refused: ignoring it would drop the condition. */
function tagsIn(request: HonoRequest, name: 'If-Match' | 'If-None-Match'): TagList | null {
  const text = request.header(name);
  if (text === undefined) return null;
  const tags = parseTagList(text);
  if (tags !== null) return tags;
  const message = `${name} must be * or entity tags in double quotes, as in the ETag header.`;
  throw invalidInput([inParameter('header')({ path: [name], code: 'INVALID_FORMAT', message })]);
}
