/**
 * One thing about a document that is supposed to be different. `Facts` is what the document is calculated from, `Result` is the
 * calculation, and `Told` is how the feature reports a difference. The README lists the features.
 */
export type Supposition<Facts, Result, Told> = {
  /** The facts with this one thing changed. */
  apply(facts: Facts): Facts;
  /** The effect of the change, from the results without and with it. */
  describe(before: Result, after: Result): Told;
};
