import type { Allowance } from '../domain/account/client-limits.ts';

/** The work of one request, in the units of `workCosts`. */
export interface Work {
  /**
   * Waits for the request's turn. Throws `TOO_MANY_REQUESTS` if too many of the tenant's requests are waiting, or if
   * the wait is too long.
   */
  begin(): Promise<void>;
  /**
   * Charges the budget of the client or its tenant. Never throws: the next request is refused if the budget is
   * exhausted.
   */
  add(cost: number): void;
  /** Lets another request begin. Later work of this request, such as the rest of a streamed list, is still charged. */
  end(): void;
  /** The remaining budgets; null if unlimited. */
  allowances(): { readonly requests: Allowance | null; readonly cost: Allowance | null };
}

/** Work by the gateway itself, which is charged to no one. */
export const ownWork: Work = {
  begin: async () => {},
  add: () => {},
  end: () => {},
  allowances: () => ({ requests: null, cost: null }),
};
