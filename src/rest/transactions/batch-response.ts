import { z } from 'zod';
import { count, named, text, uuid } from '../http/members.ts';
import { problemResponse } from '../http/problem-response.ts';
import { index } from '../places/tax-responses.ts';

const { requestId: _, ...problemMembers } = problemResponse.shape;

export const batchRowResponse = named('BatchRow', 'Outcome for one document of a batch.', {
  index,
  status: count('HTTP status that a PUT of the document would return.'),
  source: text('Source of the document, if it could be read.').optional(),
  externalId: text('Source of the document, if it could be read.').optional(),
  serviceId: uuid('serviceId of the document, if it was stored.').optional(),
  problem: z.object(problemMembers).meta({ description: 'Problem, if the document was not stored.' }).optional(),
});
