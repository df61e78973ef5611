const hour = 60 * 60_000;

type Failed = {
  /** Whether the gateway cannot be reached. */
  readonly isOut: boolean;
  /** Milliseconds since the document was wanted. */
  readonly age: number;
  readonly retrySeconds: number;
  /** Seconds after which the gateway wants to be asked again. */
  readonly retryAfter?: number | undefined;
};

/**
 * Milliseconds until a document is sent again. What the gateway refuses may need a hand, such as a tax code: the older it is, the
 * less often it is tried, however often the gateway could not be reached before.
 */
export const pauseFor = ({ isOut, age, retrySeconds, retryAfter = 0 }: Failed): number =>
  isOut ? Math.max(retrySeconds, retryAfter) * 1_000 : Math.min(Math.max(retrySeconds * 1_000, age / 4), 6 * hour);
