import { AppError } from '../../domain/base/errors.ts';

type Range = { readonly type: string; readonly weight: number };

/**
 * Refuses requests that accept no available media type (RFC 9110, 12.5.1). Accepting problems implies JSON, and a
 * missing `Accept` implies everything.
 */
export function requireAcceptable(accept: string | undefined, produced: string): void {
  if (accept === undefined || accept.trim() === '' || accept.trim() === '*/*') return;
  const ranges = accept.split(',').map(readRange);
  const offered = produced === 'application/json' ? [produced, 'application/problem+json'] : [produced];
  if (offered.some((type) => weightOf(type, ranges) > 0)) return;
  throw new AppError('NOT_ACCEPTABLE', `The response is ${produced}: send Accept: ${produced}, or omit the header.`);
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { type, weight: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The most specific range that matches a type decides. */
function weightOf(type: string, ranges: readonly Range[]): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  for (const fitting of [type, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === fitting);
    if (range) return range.weight;
  }
  return 0;
}
