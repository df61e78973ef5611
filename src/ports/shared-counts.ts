/**
 * What the workers of a gateway count together, so that a limit holds for all of them. A gateway of one process has none: it
 * counts alone.
 */
export interface SharedCounts {
  /** Amounts that count until a time, such as the requests of a minute. */
  passing(name: string): PassingCount;
  /** Things that are held for a while, such as open streams. */
  held(name: string): HeldCount;
  readonly attempts: AttemptCounts;
}

/** Workers exchange their counts; each receives the others some 40 ms later. */
export type PassingCount = {
  /** `until` is in milliseconds since 1970. */
  tell(key: string, amount: number, until: number): void;
  /** Calls back with the counts of other workers, including earlier ones. */
  onTold(listener: (key: string, amount: number, until: number) => void): void;
};

export type HeldCount = {
  /** Reports how many more, or fewer, this worker holds. What it holds is released if it dies. */
  add(key: string, amount: number): void;
  /** How many the other workers hold. */
  elsewhere(key: string): number;
  allElsewhere(): number;
};

/** A token request from one network. */
export type Attempt = { readonly clientId: string; readonly remoteAddress: string };

export type AttemptOutcome =
  | { readonly kind: 'refused'; readonly waitMs: number }
  | { readonly kind: 'accepted'; readonly isFailure: boolean };

/** Attempts are rare, and what an address did is remembered for a day: they are counted in one place. */
export interface AttemptCounts {
  /** `isFailure` if it counts as a failure until it succeeds. */
  count(attempt: Attempt): AttemptOutcome | Promise<AttemptOutcome>;
  succeed(attempt: Attempt, isFailure: boolean): void;
}
