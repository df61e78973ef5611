import { z } from 'zod';
import { type ErrorCode, errorCodes, graphqlErrorCodes } from '../../domain/base/errors.ts';
import { notices } from './common-responses.ts';
import { amount, count, flag, list, named, oneOfMany, text, uuid } from './members.ts';

const codes = Object.keys(errorCodes).filter((code) => !graphqlErrorCodes.includes(code as ErrorCode));

const issue = z.object({
  pointer: text(
    'JSON pointer to the invalid member of the body or, in a batch, of the record; absent for a parameter.',
    ['/items/0/quantity'],
  ).optional(),
  parameter: text('Name of the invalid parameter; absent for a member of the body.', ['limit']).optional(),
  in: z.enum(['query', 'path', 'header']).meta({ description: 'Location of the parameter.' }).optional(),
  code: text('Stable code of the issue.', ['REQUIRED']),
  message: text('The error and how to fix it.'),
  field: text('For an address: name of the field.').optional(),
  remainingAmount: amount(
    'For OVER_REFUND: price that can still be refunded.',
    'In the currency of the invoice.',
  ).optional(),
  remainingTaxAmount: amount(
    'For OVER_REFUND: tax that can still be refunded.',
    'In the currency of the invoice.',
  ).optional(),
  returnId: uuid('For PERIOD_CLOSED: serviceId of the return that closed the period.').optional(),
  given: text('Value received.').nullable().optional(),
  expected: text('Expected value.').optional(),
  suggestions: list(text('An accepted value.'), 'Accepted values.').optional(),
});

/** The error format of RFC 9457. */
export const problemResponse = named('Problem', 'An error (RFC 9457).', {
  type: text('URL of the code’s documentation.', ['/v1/docs/errors/INVALID_INPUT']),
  title: text('Meaning of the code.'),
  status: count('HTTP status of the response.'),
  code: oneOfMany(codes, 'Stable machine-readable code; the same in GraphQL.'),
  retryable: flag('Whether the same request may succeed later without changes.'),
  detail: text('The error and how to fix it.'),
  errors: list(issue, 'All issues with the request.'),
  warnings: notices(
    'Unknown members of the body, with a suggested name if one is similar. Absent if all members are known, or if `errors` lists the unknown members.',
  ).optional(),
  requestId: text('Request id, also in X-Request-Id and the gateway log.'),
});
