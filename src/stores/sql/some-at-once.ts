/**
 * Number of parts that run at once, each on one PostgreSQL core. More parts would take all connections of the report
 * pool.
 */
const atOnce = 2;

/**
 * Runs the parts of a long change, two at a time. If a part fails, no further part starts, and the error is thrown
 * after the running parts have ended.
 */
export async function someAtOnce<Part>(parts: readonly Part[], change: (part: Part) => Promise<void>): Promise<void> {
  const remaining = [...parts];
  const worker = async () => {
    try {
      for (let part = remaining.shift(); part !== undefined; part = remaining.shift()) await change(part);
    } catch (error) {
      remaining.length = 0;
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
