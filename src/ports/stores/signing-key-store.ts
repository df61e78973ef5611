export type SigningKey = {
  readonly keyId: string;
  readonly algorithm: string;
  /** The key itself, or `{ jwe }` with the key encrypted. */
  readonly privateJwk: Record<string, unknown>;
  readonly publicJwk: Record<string, unknown>;
  readonly createdAt: Date;
};

export type PublicKey = Pick<SigningKey, 'keyId' | 'algorithm' | 'publicJwk' | 'createdAt'>;

export interface SigningKeyStore {
  /** The signing keys kept in the store. */
  list(): Promise<SigningKey[]>;
  /** The public halves of all keys that were ever in use, oldest first. */
  listPublic(): Promise<PublicKey[]>;
  /** Stores the public half of an external key, so that its signatures can be verified after the key is replaced. */
  keepPublic(key: PublicKey): Promise<void>;
  /**
   * Stores the key unless the store already contains one, even if several replicas start at once; returns the keys in
   * force.
   */
  insertFirst(key: SigningKey): Promise<SigningKey[]>;
  replacePrivateJwk(keyId: string, privateJwk: SigningKey['privateJwk']): Promise<void>;
}
