import { z } from 'zod';
import { named, text } from '../http/members.ts';

export const liveResponse = named('Live', 'The process is running.', {
  status: z.literal('live').meta({ description: 'Always `live`.' }),
});
export const readyResponse = named('Ready', 'The gateway can serve requests.', {
  status: z.literal('ready').meta({ description: 'Always `ready`; otherwise the response is 503.' }),
  rateBookVersion: text('Version of the rate book in use.'),
  rateBookFault: text('Why the activated rate book is not in use.').optional(),
});
