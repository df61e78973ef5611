import { AppError, errorCodes, type Issue } from '../../domain/base/errors.ts';
import { type ParameterIssue, type ParameterPlace, problemOf, problemType } from '../../http/problem.ts';
import { jsonReply, type Reply } from './route.ts';

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
