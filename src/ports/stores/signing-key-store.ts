export type SigningKey = {
  readonly keyId: string;
  readonly algorithm: string;
  /** The key itself, or `{ jwe }` with the key encrypted. */
  readonly privateJwk: Record<string, unknown>;
  readonly publicJwk: Record<string, unknown>;
  readonly createdAt: Date;
};

export interface SigningKeyStore {
  list(): Promise<SigningKey[]>;
  /** Stores the key unless there is one already, even if several replicas start at once; returns the keys in force. */
  insertFirst(key: SigningKey): Promise<SigningKey[]>;
  replacePrivateJwk(keyId: string, privateJwk: SigningKey['privateJwk']): Promise<void>;
}
