/**
 * What work costs. A unit is about a microsecond of processor time on a common server. Timing each request would take a tenth
 * of its time, so the work that takes most of the time is counted instead. `test/bench/work-costs.ts` measures every route and
 * every field, and fails if their times per unit differ too much.
 */
export const workCosts = {
  /** From the first byte to the last, apart from what follows. */
  request: 300,
  bodyByte: 0.1,
  answerByte: 0.05,
  statement: 60,
  row: 10,
  /** A calculation, and each of its items. */
  calculation: 100,
  item: 60,
  /** A GraphQL field of a record. */
  field: 1,
  /** To parse and check an operation that is not known yet. */
  newDocumentCharacter: 1,
} as const;
