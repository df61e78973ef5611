/** What the demo store lends to those who try things out. */
export type Demo = {
  readonly token: string;
  /** A customer that is there from the start. */
  readonly customerId: string;
};
