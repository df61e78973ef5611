import { type AppError, errorCodes, type Issue, jsonPointer } from '../domain/base/errors.ts';

export type ParameterPlace = 'query' | 'path' | 'header';

/** An issue with a parameter; other issues are about members of the body. */
export type ParameterIssue = Issue & { readonly parameter: string; readonly in: ParameterPlace };

export const problemType = 'application/problem+json';

/** The error as a problem object (RFC 9457), without its request id. */
export function problemOf(error: AppError) {
  const { status, retryable, title } = errorCodes[error.code];
  return {
    type: `/v1/docs/errors/${error.code}`,
    title,
    status,
    code: error.code,
    retryable,
    detail: error.message,
    errors: issuesOf(error).map(issueJson),
  };
}

/** An unknown record named in the body becomes an issue with the member that names it. */
function issuesOf({ code, message, issues, facts: { missing } }: AppError): readonly Issue[] {
  if (issues.length > 0 || !missing || missing.path.includes('by')) return issues;
  return [{ path: missing.path.filter((part) => part !== 'key'), code, message }];
}

function issueJson(issue: Issue) {
  return {
    ...(isParameterIssue(issue) ? { parameter: issue.parameter, in: issue.in } : { pointer: jsonPointer(issue.path) }),
    code: issue.code,
    message: issue.message,
    ...issue.details,
    ...(issue.returnId !== undefined && { returnId: issue.returnId }),
    ...(issue.remaining && {
      remainingAmount: Number(issue.remaining.remainingAmount),
      remainingTaxAmount: Number(issue.remaining.remainingTaxAmount),
    }),
  };
}

function isParameterIssue(issue: Issue): issue is ParameterIssue {
  return 'parameter' in issue;
}
