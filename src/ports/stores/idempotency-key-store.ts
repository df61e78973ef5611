/** The response to a request, kept for repeated requests. */
export type StoredAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A key of one client. Other clients of the tenant may choose the same text. */
export type ClientKey = { readonly clientId: string; readonly key: string };

type KeyToClaim = ClientKey & {
  /** The digest of the request that used the key. */
  readonly digest: string;
  /** The id of this attempt. */
  readonly claimId: string;
  readonly at: Date;
  readonly expiresAt: Date;
  /** A claim without a heartbeat since this time is abandoned. */
  readonly abandonedBefore: Date;
};

export type KeyClaim =
  /**
   * `outcome` is the result of an earlier attempt that ended without a response: the id of the record it wrote, or how
   * many records it changed; null if it wrote nothing.
   */
  | { readonly kind: 'claimed'; readonly outcome: string | null }
  | { readonly kind: 'running' }
  | { readonly kind: 'other' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer };

/** The idempotency keys of requests. An attempt claims its key, then stores its response. */
export interface IdempotencyKeyStore {
  /** Claims a key. Only one of several concurrent claims succeeds. */
  claim(key: KeyToClaim): Promise<KeyClaim>;
  keepAlive(key: ClientKey, claimId: string, at: Date): Promise<void>;
  answer(key: ClientKey, claimId: string, answer: StoredAnswer): Promise<void>;
  /** Releases the key after a failure. If the attempt did write, the next attempt finds the outcome immediately. */
  release(key: ClientKey, claimId: string): Promise<void>;
}
