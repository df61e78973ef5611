import { z } from 'zod';
import { orNull, text, timestampInput } from '../base/input.ts';
import { parseTimestamp } from '../base/timestamps.ts';

/** Which trackers, and as of which day; the names are looked up in the rate book that is in force. */
export const nexusQueryInput = z.object({
  on: orNull(timestampInput.transform((sent) => parseTimestamp(sent)!.on)),
  state: orNull(text(1, 100)),
  country: orNull(text(1, 50)),
});

export type NexusQuery = z.output<typeof nexusQueryInput>;
