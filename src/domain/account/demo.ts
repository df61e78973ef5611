/** Access to the demo tenant, for trying the gateway out. */
export type Demo = {
  /** Creates a new token, valid for an hour. `expiresIn` is in seconds. */
  issueToken(): Promise<{ readonly accessToken: string; readonly expiresIn: number }>;
  /** A customer that exists from the start. */
  readonly customerId: string;
};

/** The same in every demo store, so that examples can name it. */
export const demoCustomerId = '01980000-0000-7000-8000-00000000d370';
