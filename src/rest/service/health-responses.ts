import { z } from 'zod';
import { named, text } from '../http/members.ts';

export const liveResponse = named('Live', 'The process runs.', {
  status: z.literal('live').meta({ description: 'Always live.' }),
});
export const readyResponse = named('Ready', 'The gateway can serve requests.', {
  status: z.literal('ready').meta({ description: 'Always ready; else the answer is 503.' }),
  rateBookVersion: text('The rate book in force.'),
  rateBookFault: text('Why the rate book that was activated is not the one in force.').optional(),
});
