/** What a client may still send to this replica in the minute that is running. */
export type Allowance = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };
