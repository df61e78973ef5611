/**
 * What work costs. A unit is about a microsecond of processor time on a fast server. To time each request would take a tenth of
 * its time, so what takes most of the time is counted instead. A test measures every operation and field, and fails if one of
 * them takes five times as long, or a fifth as long, as others of the same cost.
 */
export const workCosts = {
  /** From the first byte to the last, apart from what follows. */
  request: 300,
  bodyByte: 0.1,
  answerByte: 0.008,
  statement: 60,
  row: 10,
  /** A write, with the checks of its input, and what it changes beside the record. */
  write: 700,
  /** A calculation, and each of its items. */
  calculation: 300,
  item: 60,
  /** A document of a file that is reconciled; if the taxes differ, to find the cause. */
  reconciledDocument: 150,
  explainedDifference: 1_500,
  /** A GraphQL field of a record. */
  field: 0.4,
  /** To parse and check an operation that is not known yet. */
  newDocumentCharacter: 0.4,
  /** A state or country in a list of nexus. */
  nexusPlace: 40,
  /** The sums of a return, a report or a list of nexus. */
  figures: 1_000,
  /** The search among all jurisdictions. */
  jurisdictionList: 2_000,
  /** The search among all changes of rates and rules. */
  rateChangeList: 500,
  /** The ZIP codes in which a change of a local rate holds. */
  rateChangePlace: 2_000,
  /** Comparison of two rate book versions; a cached one costs a hundredth. */
  rateBookComparison: 250_000,
  /** Of an archived version of the rate book, to calculate with; not while it is in memory. */
  rateBookLoad: 900_000,
  /** A tax code in a state. */
  taxabilityCell: 20,
  /** The evidence of a tax code's rule in a state or country. */
  coveredRule: 2,
  /** A filed document that is compared with its digest. */
  provedDocument: 60,
  /** Of the personal data of a customer. */
  erasure: 3_000,
} as const;
