/**
 * How many examples of a property to try: all of them in `npm run test:long`, a fifth in every other run, as each run
 * tries others.
 */
export function examples(count: number): number {
  return process.env.ALL_EXAMPLES ? count : Math.ceil(count / 5);
}
