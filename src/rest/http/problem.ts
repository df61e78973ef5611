import { AppError, errorCodes, type Issue, jsonPointer } from '../../domain/base/errors.ts';
import { jsonReply, type Reply } from './route.ts';

/** A fault of the path or the query; `parameter` tells it from a fault of the body. */
export type ParameterIssue = Issue & { readonly parameter: string };

export function asParameterIssue(issue: Issue): ParameterIssue {
  return { ...issue, parameter: String(issue.path[0] ?? '') };
}

/** The failure as the registry knows it; whatever is unknown leaves without a detail. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('INTERNAL', 'Something failed on our side; the request id finds it in our log.', {
    cause: error,
  });
}

/** RFC 9457. `type` is the page of the documentation that tells about the code. */
export function problemOf(error: AppError) {
  const { status, title } = errorCodes[error.code];
  return {
    type: `/v1/docs/errors/${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    errors: error.issues.map(issueJson),
  };
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
      'Content-Type': 'application/problem+json',
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(error.retryAfter !== null && { 'Retry-After': String(error.retryAfter) }),
      ...headers,
    },
  );
}

function issueJson(issue: Issue) {
  return {
    pointer: jsonPointer(issue.path),
    ...(isParameterIssue(issue) && { parameter: issue.parameter }),
    code: issue.code,
    message: issue.message,
    ...issue.details,
  };
}

function isParameterIssue(issue: Issue): issue is ParameterIssue {
  return 'parameter' in issue;
}
