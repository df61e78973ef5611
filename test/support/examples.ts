/**
 * The number of examples of a property to try: all in `npm run test:long`, otherwise a tenth, because each run tries
 * different ones.
 */
export function examples(count: number): number {
  return process.env.ALL_EXAMPLES ? count : Math.ceil(count / 10);
}
