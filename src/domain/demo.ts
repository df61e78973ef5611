/** What the demo store lends to those who try things out. */
export type Demo = {
  /** A token for a day, made anew each time. */
  issueToken(): Promise<string>;
  /** A customer that is there from the start. */
  readonly customerId: string;
};
