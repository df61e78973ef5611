import { z } from 'zod';
import { count, named, text, uuid } from './members.ts';
import { problemResponse } from './problem-response.ts';

const { requestId: _, ...problemMembers } = problemResponse.shape;

export const batchRowResponse = named('BatchRow', 'Outcome for one record of a batch.', {
  index: count('Position in the batch, from 0.'),
  status: count('HTTP status that a PUT of the record would return.'),
  source: text('Source of the record, if it could be read.').optional(),
  externalId: text('External id of the record, if it could be read.').optional(),
  serviceId: uuid('serviceId of the record, if it was stored.').optional(),
  problem: z.object(problemMembers).meta({ description: 'Problem, if the record was not stored.' }).optional(),
});
