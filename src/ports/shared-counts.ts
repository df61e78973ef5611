/**
 * Counts that the workers of a gateway share, so that a limit applies to all of them together. A gateway with a single
 * process does not need them.
 */
export interface SharedCounts {
  /** Amounts that expire at a given time, such as the requests of a minute. */
  passing(name: string): PassingCount;
  /** Resources held for a while, such as open streams. */
  held(name: string): HeldCount;
  readonly attempts: AttemptCounts;
}

/** Counts that the workers exchange. Each arrives after about 40 ms. */
export type PassingCount = {
  /** Reports an amount to the other workers. `until` is in milliseconds since 1970. */
  tell(key: string, amount: number, until: number): void;
  /** Calls back with the counts of other workers, including earlier counts. */
  onTold(listener: (key: string, amount: number, until: number) => void): void;
};

export type HeldCount = {
  /**
   * Adds to the number that this worker holds; a negative amount releases. If the worker dies, its resources are
   * released.
   */
  add(key: string, amount: number): void;
  /** The number held by the other workers. */
  elsewhere(key: string): number;
  allElsewhere(): number;
};

/** A token request from one network. */
export type Attempt = { readonly clientId: string; readonly remoteAddress: string };

export type AttemptOutcome =
  | { readonly kind: 'refused'; readonly waitMs: number }
  | { readonly kind: 'accepted'; readonly isFailure: boolean };

/**
 * Counts of token requests, kept by the primary process for all workers, because requests are rare and an address is
 * remembered for a day.
 */
export interface AttemptCounts {
  /** `isFailure` is true if the attempt counts as a failure until it succeeds. */
  count(attempt: Attempt): AttemptOutcome | Promise<AttemptOutcome>;
  succeed(attempt: Attempt, isFailure: boolean): void;
}
