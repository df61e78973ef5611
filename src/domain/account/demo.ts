/** Access to the demo tenant, for trying the gateway out. */
export type Demo = {
  /** Creates a new token, valid for one hour. `expiresIn` is in seconds. */
  issueToken(): Promise<{ readonly accessToken: string; readonly expiresIn: number }>;
  /** A customer that every demo tenant has. */
  readonly customerId: string;
};

/** The id is fixed, so that examples can use it. */
export const demoCustomerId = '01980000-0000-7000-8000-00000000d370';
