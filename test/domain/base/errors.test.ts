import { GraphQLError } from 'graphql';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { AppError, type ErrorCode, errorCodes } from '../../../src/domain/base/errors.ts';
import { presentError } from '../../../src/graphql/http/present-error.ts';
import { problemOf } from '../../../src/http/problem.ts';
import { errorOf } from '../../../src/shops/client/answers.ts';
import { isRefusal } from '../../../src/shops/shared/refusal.ts';

const retryable = [
  'REQUEST_TIMEOUT',
  'CONFLICT',
  'IDEMPOTENCY_KEY_IN_USE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'CHANGES_MISSED',
  'NOT_READY',
  'STILL_COUNTING',
];
const codes = Object.keys(errorCodes) as ErrorCode[];
const request = { requestId: 'r-1', log: pino({ enabled: false }) };

it.each(codes)('%s is retryable in both doors and for shops, or in none of them', (code) => {
  const error = new AppError(code, 'No.');
  const problem = problemOf(error);
  const { message, extensions } = presentError(new GraphQLError('No.', { originalError: error }), request);
  const isRetryable = retryable.includes(code);
  expect([problem.retryable, extensions.retryable]).toEqual([isRetryable, isRetryable]);
  const { status } = problem;
  for (const body of [problem, { errors: [{ message, extensions }] }]) {
    const seen = errorOf({ status, headers: new Headers(), body })!;
    const needsCredentials = ['Unauthenticated', 'Forbidden'].includes(seen.kind);
    expect(!isRefusal(seen) && !needsCredentials).toBe(isRetryable);
    if (seen.isTemporary) expect(isRetryable).toBe(true);
  }
});

it('only retryable errors have a time to wait', () => {
  expect(new AppError('NOT_READY', 'Wait.', { retryAfter: 1 }).retryAfter).toBe(1);
  // @ts-expect-error Waiting does not help here.
  new AppError('NOT_FOUND', 'Wait.', { retryAfter: 1 });
});
