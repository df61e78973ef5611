import { z } from 'zod';
import { notices } from './common-responses.ts';
import { count, list, named, text, uuid } from './members.ts';
import { problemResponse } from './problem-response.ts';

const warnings = notices('Members of the record that were ignored; absent if there are none.');
const { requestId: _, ...problemMembers } = problemResponse.shape;

const batchRowResponse = named('BatchRow', 'Outcome for one record of a batch.', {
  index: count('Position in the batch, from 0.'),
  status: count('HTTP status that a PUT of the record would return.'),
  source: text('Source of the record, if it could be read.').optional(),
  externalId: text('External id of the record, if it could be read.').optional(),
  serviceId: uuid('serviceId of the record, if it was stored.').optional(),
  warnings: warnings.optional(),
  problem: z.object(problemMembers).meta({ description: 'Problem, if the record was not stored.' }).optional(),
});

export const batchResponse = named('BatchResult', 'What became of the records of a batch.', {
  succeededCount: count('Number of records that are stored as sent.'),
  failedCount: count('Number of records that were not stored.'),
  results: list(batchRowResponse, 'The outcome of each record, in the order sent.'),
});
