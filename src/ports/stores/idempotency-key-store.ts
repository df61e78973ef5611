/** The response to a request, kept for repeated requests. */
export type StoredAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type KeyToClaim = {
  readonly key: string;
  /** The digest of the request that used the key. */
  readonly digest: string;
  /** Identifies this attempt. */
  readonly claimId: string;
  readonly at: Date;
  readonly expiresAt: Date;
  /** A claim without a heartbeat since then is abandoned. */
  readonly abandonedBefore: Date;
};

export type KeyClaim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'running' }
  | { readonly kind: 'other' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer };

/** The idempotency keys of requests. One attempt holds each key, then stores its response. */
export interface IdempotencyKeyStore {
  /** Of several concurrent claims, one gets the key. */
  claim(key: KeyToClaim): Promise<KeyClaim>;
  keepAlive(key: string, claimId: string, at: Date): Promise<void>;
  answer(key: string, claimId: string, answer: StoredAnswer): Promise<void>;
  release(key: string, claimId: string): Promise<void>;
}
