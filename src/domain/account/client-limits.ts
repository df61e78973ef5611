/** What a client may request from each replica in a minute; 0 for no limit, null for the operator's default. */
export type ClientLimits = {
  readonly requestsPerMinute: number | null;
  readonly graphqlCostPerMinute: number | null;
};

export const defaultClientLimits: ClientLimits = { requestsPerMinute: null, graphqlCostPerMinute: null };

export const mostPerMinute = 1_000_000_000;

/** What a client may still request from this replica in the current minute. */
export type Allowance = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };
