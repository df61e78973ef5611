import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../../domain/base/errors.ts';
import { count, list, named, text } from './members.ts';

const codes = Object.keys(errorCodes).filter((code): code is ErrorCode => Object.hasOwn(errorCodes, code));

const issue = z.object({
  pointer: text('The member at fault, as a JSON pointer into the body.', ['/items/0/quantity']),
  parameter: text('The parameter or header at fault, when it is not the body.').optional(),
  code: text('What is wrong, by a stable name.', ['REQUIRED']),
  message: text('What to change.'),
  field: text('For an address: the member in question.').optional(),
  given: text('What came.').nullable().optional(),
  expected: text('What was expected.').optional(),
  suggestions: list(text('A value that would do.'), 'What would do.').optional(),
});

/** RFC 9457. */
export const problemResponse = named('Problem', 'What went wrong, and what to change (RFC 9457).', {
  type: text('The page of the documentation about the code.', ['/v1/docs/errors/INVALID_INPUT']),
  title: text('What the code means.'),
  status: count('The status of the answer.'),
  code: z.enum(codes).meta({ description: 'What went wrong, by a stable name; the same in GraphQL.' }),
  detail: text('What went wrong here, and what to change.'),
  errors: list(issue, 'Each fault of the request, all at once.'),
  requestId: text('Names the request in our log; also in X-Request-Id.'),
});
