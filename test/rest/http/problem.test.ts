import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode, errorCodes, invalidInput } from '../../../src/domain/base/errors.ts';
import { asAppError, inParameter, problemReply } from '../../../src/rest/http/problem.ts';

const problemOf = (error: AppError) => JSON.parse(String(problemReply(error, 'r-1').body));

describe('problemReply', () => {
  it('is a problem as RFC 9457 describes it, with a pointer to every error', () => {
    const reply = problemReply(
      invalidInput([
        { path: ['items', 0, 'a/b~c'], code: 'REQUIRED', message: 'It is required.' },
        inParameter('query')({ path: ['limit'], code: 'OUT_OF_RANGE', message: 'Too large.' }),
      ]),
      'r-1',
    );
    expect(reply.status).toBe(400);
    expect(reply.headers).toEqual({ 'Content-Type': 'application/problem+json' });
    expect(JSON.parse(String(reply.body))).toEqual({
      type: '/v1/docs/errors/INVALID_INPUT',
      title: 'The request is invalid',
      status: 400,
      code: 'INVALID_INPUT',
      retryable: false,
      detail: '2 issues. The first: It is required.',
      errors: [
        { pointer: '/items/0/a~1b~0c', code: 'REQUIRED', message: 'It is required.' },
        { parameter: 'limit', in: 'query', code: 'OUT_OF_RANGE', message: 'Too large.' },
      ],
      requestId: 'r-1',
    });
  });

  it('explains the expected form of an address', () => {
    const details = { field: 'zip', given: '55501', expected: 'a ZIP of Minnesota', suggestions: ['55401'] };
    const issue = { path: ['shippingAddress', 'zip'], code: 'ERR-ADDR-001', message: 'No such ZIP.', details };
    expect(problemOf(invalidInput([issue]))).toMatchObject({
      code: 'ERR-ADDR-001',
      errors: [{ pointer: '/shippingAddress/zip', code: 'ERR-ADDR-001', message: 'No such ZIP.', ...details }],
    });
  });

  it.each(Object.keys(errorCodes) as ErrorCode[])('has a status for %s', (code) => {
    expect(problemReply(new AppError(code, 'x'), 'r-1').status).toBe(errorCodes[code].status);
  });

  it('requests a token on 401, and states when to retry', () => {
    expect(problemReply(new AppError('UNAUTHENTICATED', 'x'), 'r-1').headers).toHaveProperty(
      'WWW-Authenticate',
      'Bearer',
    );
    const tooMany = new AppError('TOO_MANY_REQUESTS', 'x', { retryAfter: 7 });
    expect(problemReply(tooMany, 'r-1').headers).toHaveProperty('Retry-After', '7');
  });

  it('reveals nothing about an unknown failure', () => {
    const body = JSON.stringify(problemOf(asAppError(new Error('password is hunter2'))));
    expect(body).toContain('INTERNAL');
    expect(body).not.toContain('hunter2');
  });
});
