/** Request limits for a client, per minute and replica; 0 for no limit, null for the operator's default. */
export type ClientLimits = {
  readonly requestsPerMinute: number | null;
  readonly costPerMinute: number | null;
};

export const defaultClientLimits: ClientLimits = { requestsPerMinute: null, costPerMinute: null };

export const mostPerMinute = 1_000_000_000;

/** A client's remaining budget in this minute. The budget is full again after `resetSeconds` without a request. */
export type Allowance = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };
