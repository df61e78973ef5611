import type { ErrorCode } from '../../domain/base/errors.ts';
import type { Deprecation, Reply } from './route.ts';

type Headers = NonNullable<Reply['headers']>;

/** Tells that a route will go (RFC 9745) and when (RFC 8594), beside the links that the answer has already. */
export function withDeprecation(headers: Headers = {}, { since, sunset, link }: Deprecation): Headers {
  const links = [headers.Link, `<${link}>; rel="deprecation"`, `<${link}>; rel="sunset"`];
  return {
    ...headers,
    Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    Sunset: sunset.toUTCString(),
    Link: links.filter((one) => one !== undefined).join(', '),
  };
}

const acceptHeaders: Readonly<Record<string, string>> = { POST: 'Accept-Post', PATCH: 'Accept-Patch' };

/** What an error tells beside its code: a body of the wrong type, which one is taken. */
export function hintsFor(code: ErrorCode, method: string, consumed: string): Headers {
  if (code !== 'UNSUPPORTED_MEDIA_TYPE') return {};
  const types = method === 'PATCH' ? `${consumed}, application/merge-patch+json` : consumed;
  return { [acceptHeaders[method] ?? 'Accept']: types, 'Accept-Encoding': 'identity' };
}
