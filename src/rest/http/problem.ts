import { AppError, type ErrorCode, errorCodes, type Issue } from '../../domain/base/errors.ts';
import { type ParameterIssue, type ParameterPlace, problemOf, problemType } from '../../http/problem.ts';
import { type Deprecation, jsonReply, type Reply } from './route.ts';

/** Marks issues as parameter issues: `issues.map(inParameter('query'))`. */
export function inParameter(place: ParameterPlace) {
  return (issue: Issue): ParameterIssue => ({ ...issue, parameter: String(issue.path[0] ?? ''), in: place });
}

/** Converts a failure to an error with a registered code. Unknown failures become `INTERNAL`, without details. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('INTERNAL', 'An internal error occurred. If it persists, report the requestId.', {
    cause: error,
  });
}

export function problemReply(
  error: AppError,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const { status } = errorCodes[error.code];
  return jsonReply(
    status,
    { ...problemOf(error), requestId },
    {
      'Content-Type': problemType,
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(error.retryAfter !== null && { 'Retry-After': String(error.retryAfter) }),
      ...headers,
    },
  );
}

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
