import { AppError } from '../domain/base/errors.ts';

/** The type of a `Content-Type` header in lower case, without its parameters; empty if the header is missing. */
export function mediaTypeOf(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** The media types and ranges of an `Accept` header, in order and without parameters. */
export function acceptedTypes(accept: string | null | undefined): string[] {
  return (accept ?? '').split(',').map(mediaTypeOf);
}

/** Requires UTF-8 (RFC 8259), which includes ASCII. Reading another encoding as UTF-8 would corrupt its letters. */
export function requireUtf8(contentType: string | null | undefined): void {
  if (isUtf8(contentType)) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8, without another charset in Content-Type.');
}

export function isUtf8(contentType: string | null | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '')?.[1];
  return charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset);
}

const json = 'application/json';

/**
 * Refuses requests that accept none of the available media types (RFC 9110, 12.5.1). Accepting
 * `application/problem+json` implies accepting JSON, and a missing `Accept` implies everything.
 */
export function requireAcceptable(accept: string | undefined, produced: readonly string[]): void {
  const offered = produced.includes(json) ? [...produced, 'application/problem+json'] : produced;
  if (preferredType(accept, offered) !== undefined) return;
  const types = produced.join(' or ');
  throw new AppError('NOT_ACCEPTABLE', `The response is ${types}: send Accept: ${produced[0]}, or omit the header.`);
}

/**
 * The client's preferred media type: the first of several types with equal weight; undefined if the client accepts no
 * available type.
 */
export function preferredType(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '' || accept.trim() === '*/*') return offered[0];
  const ranges = accept.split(',').map(readRange);
  const weights = offered.map((type) => weightOf(type, ranges));
  const highest = Math.max(...weights);
  return highest > 0 ? offered[weights.indexOf(highest)] : undefined;
}

type Range = { readonly type: string; readonly weight: number };

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { type, weight: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The most specific range that matches a type takes precedence. */
function weightOf(type: string, ranges: readonly Range[]): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  for (const fitting of [type, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === fitting);
    if (range) return range.weight;
  }
  return 0;
}
