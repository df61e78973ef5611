import { z } from 'zod';
import { count, named, text, uuid } from '../http/members.ts';
import { problemResponse } from '../http/problem-response.ts';
import { index } from '../places/tax-responses.ts';

const { requestId: _, ...problemMembers } = problemResponse.shape;

export const batchRowResponse = named('BatchRow', 'What became of one document of a batch.', {
  index,
  status: count('The status that a PUT of the document would have.'),
  source: text('Of its key, as far as it could be read.').optional(),
  externalId: text('Of its key, as far as it could be read.').optional(),
  serviceId: uuid('Where it is found, when it was stored.').optional(),
  problem: z.object(problemMembers).meta({ description: 'What is wrong with it, when it was not.' }).optional(),
});
