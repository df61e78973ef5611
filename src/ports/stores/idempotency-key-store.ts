/** The answer to a request, to be given again. */
export type StoredAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type KeyToClaim = {
  readonly key: string;
  /** Of the request that it came with. */
  readonly digest: string;
  /** Names this attempt. */
  readonly claimId: string;
  readonly at: Date;
  readonly expiresAt: Date;
  /** Whoever has been silent since then has left the key behind. */
  readonly abandonedBefore: Date;
};

export type KeyClaim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'running' }
  | { readonly kind: 'other' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer };

/** The keys that consumers gave to requests, each held by one attempt, which then leaves its answer there. */
export interface IdempotencyKeyStore {
  /** Of several that ask at once, one gets the key. */
  claim(key: KeyToClaim): Promise<KeyClaim>;
  keepAlive(key: string, claimId: string, at: Date): Promise<void>;
  answer(key: string, claimId: string, answer: StoredAnswer): Promise<void>;
  release(key: string, claimId: string): Promise<void>;
}
