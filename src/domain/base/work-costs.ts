/**
 * The cost of work. A unit is about a microsecond of processor time on a fast server. Timing each request would add a
 * tenth to its time, so the most expensive steps are counted instead. A test measures every operation and field, and
 * fails if one takes five times as long, or a fifth as long, as others with the same cost.
 */
export const workCosts = {
  /** A request from its first byte to its last, excluding the costs below. */
  request: 300,
  bodyByte: 0.1,
  answerByte: 0.008,
  statement: 60,
  row: 10,
  /** A write, including input checks and related changes. */
  write: 700,
  /** A calculation, and each of its items. */
  calculation: 300,
  item: 60,
  /** A document in a reconciled file and, if the taxes differ, the search for the cause. */
  reconciledDocument: 150,
  explainedDifference: 1_500,
  /** A GraphQL field of a record. */
  field: 0.3,
  /** Parsing and validating an operation that is not cached. */
  newDocumentCharacter: 0.4,
  /** A state or country in a nexus list. */
  nexusPlace: 40,
  /** The sums for a return, a report or a nexus list. */
  figures: 1_000,
  /** A document that a report reads individually and, if grouped by marketplace, the comparison of the spellings. */
  reportedDocument: 30,
  spelledMarketplace: 50,
  /** A search through all jurisdictions. */
  jurisdictionList: 2_000,
  /** A search through all changes to rates and rules. */
  rateChangeList: 500,
  /** The ZIP codes affected by a local rate change. */
  rateChangePlace: 2_000,
  /** Comparison of two rate book versions; a cached comparison takes a hundredth of the time. */
  rateBookComparison: 250_000,
  /** Loading an archived rate book version for a calculation, if it is not in memory. */
  rateBookLoad: 900_000,
  /** A tax code in one state. */
  taxabilityCell: 20,
  /** The evidence for a tax code's rule in a state or country. */
  coveredRule: 2,
  /** Comparing a filed document with its digest. */
  provedDocument: 60,
  /** Erasing the personal data of a customer. */
  erasure: 3_000,
} as const;
