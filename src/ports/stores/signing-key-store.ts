export type SigningKey = {
  readonly keyId: string;
  readonly algorithm: string;
  /** The key itself, or `{ jwe }` with the key encrypted. */
  readonly privateJwk: Record<string, unknown>;
  readonly publicJwk: Record<string, unknown>;
  readonly createdAt: Date;
};

/** The public half of a key. */
export type PublicKey = Pick<SigningKey, 'keyId' | 'algorithm' | 'publicJwk' | 'createdAt'>;

export interface SigningKeyStore {
  /** The keys that the store itself has for signing. */
  list(): Promise<SigningKey[]>;
  /** The public halves of all keys that ever signed a receipt, or a token with a key of the store. */
  listPublic(): Promise<PublicKey[]>;
  /** Keeps the public half of a key that is not in the store: what it signed can then be verified when another has replaced it. */
  keepPublic(key: PublicKey): Promise<void>;
  /** Stores the key unless there is one already, even if several replicas start at once; returns the keys in force. */
  insertFirst(key: SigningKey): Promise<SigningKey[]>;
  replacePrivateJwk(keyId: string, privateJwk: SigningKey['privateJwk']): Promise<void>;
}
