/**
 * One fact about a document that is assumed to be different. `Facts` are the inputs to the calculation, `Result` is the
 * calculation, and `Told` is the form in which the feature reports a difference. The README lists the features.
 */
export type Supposition<Facts, Result, Told> = {
  /** The facts with this one change. */
  apply(facts: Facts): Facts;
  /** The effect of the change, from the results without and with it. */
  describe(before: Result, after: Result): Told;
};
