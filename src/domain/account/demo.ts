/** What the demo store lends to those who try things out. */
export type Demo = {
  /** A token for a day, made anew each time. */
  issueToken(): Promise<string>;
  /** A customer that is there from the start. */
  readonly customerId: string;
};

/** The same in every demo store, so that examples can name it. */
export const demoCustomerId = '01980000-0000-7000-8000-00000000d370';
