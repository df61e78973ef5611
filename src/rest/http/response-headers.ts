import type { ErrorCode } from '../../domain/base/errors.ts';
import type { Deprecation, Reply } from './route.ts';

type Headers = NonNullable<Reply['headers']>;

/** Announces that a route is deprecated (RFC 9745) and when it ends (RFC 8594), in addition to the existing links. */
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

/** Additional headers of an error: for a body of the wrong type, the supported types. */
export function hintsFor(code: ErrorCode, method: string, consumed: string): Headers {
  if (code !== 'UNSUPPORTED_MEDIA_TYPE') return {};
  const types = method === 'PATCH' ? `${consumed}, application/merge-patch+json` : consumed;
  return { [acceptHeaders[method] ?? 'Accept']: types, 'Accept-Encoding': 'identity' };
}
