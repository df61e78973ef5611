import { readFileSync } from 'node:fs';

/** Processor time of this thread. Linux counts the nanoseconds in which a thread ran. Elsewhere, all threads of the process count. */
function threadMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

/**
 * On a machine with other work; the former blocking work took seconds. `npm run test:largest` limits each call to 100
 * ms.
 */
export const longestAllowedMs = 400;

/** The processor time of the longest turn of the event loop during some work. Other processes on the machine do not add to it. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = threadMs();
  let next: NodeJS.Immediate;
  const sample = () => {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
    next = setImmediate(sample);
  };
  next = setImmediate(sample);
  await work();
  await new Promise(setImmediate); // The last turn ends here.
  clearImmediate(next);
  return longest;
}

/** Reads a response like its client, part by part, and returns its length. */
export async function readParts(response: Response): Promise<number> {
  let length = 0;
  for await (const part of response.body ?? []) length += part.byteLength;
  return length;
}
