/** What a client may ask of each replica in a minute; 0 for no limit, null for the operator's default. */
export type ClientLimits = {
  readonly requestsPerMinute: number | null;
  readonly graphqlCostPerMinute: number | null;
};

export const defaultClientLimits: ClientLimits = { requestsPerMinute: null, graphqlCostPerMinute: null };

export const mostPerMinute = 1_000_000_000;

/** What a client may still send to this replica in the minute that is running. */
export type Allowance = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };
