import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { CompactEncrypt, calculateJwkThumbprint, compactDecrypt, errors, exportJWK, generateKeyPair } from 'jose';
import type { SigningKey, SigningKeyStore } from '../../ports/stores/signing-key-store.ts';

/** Fixed here, because a token must never choose the algorithm that verifies it. */
export const tokenAlgorithm = 'RS256';

const modulusBits = 2048;

export type TokenKey = {
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** As served at `/.well-known/jwks.json`. */
  readonly publicJwk: Record<string, unknown>;
};

type TokenKeySource = {
  /** A PKCS8 PEM; null for the key kept in the store, which is created if missing. */
  readonly signingKey: string | null;
  /** 32 bytes that encrypt the key in the store; null to store it unencrypted. */
  readonly encryptionKey: Uint8Array | null;
  readonly store: SigningKeyStore;
  now(): Date;
};

/** The key that signs tokens. It is the same on every replica and after a restart. */
export async function loadTokenKey({ signingKey, encryptionKey, store, now }: TokenKeySource): Promise<TokenKey> {
  if (signingKey !== null) return toTokenKey(readPem(signingKey));
  const known = await store.list();
  const keys = known.length > 0 ? known : await store.insertFirst(await makeKey(now(), encryptionKey));
  const newest = keys.at(-1);
  if (!newest) throw new Error('The store has no signing key.');
  const privateJwk = await readPrivateJwk(newest, encryptionKey);
  if (encryptionKey) await encryptStored(keys, encryptionKey, store);
  return toTokenKey(createPrivateKey({ key: privateJwk, format: 'jwk' }));
}

/** Encrypts keys that were stored before an encryption key was set. */
async function encryptStored(
  keys: readonly SigningKey[],
  encryptionKey: Uint8Array,
  store: SigningKeyStore,
): Promise<void> {
  for (const key of keys.filter((one) => !isEncrypted(one))) {
    const { keyId, privateJwk } = await encryptKey(key, encryptionKey);
    await store.replacePrivateJwk(keyId, privateJwk);
  }
}

function readPem(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new Error('SIGNING_KEY is not a valid PKCS8 PEM.', { cause: error });
  }
}

async function toTokenKey(privateKey: KeyObject): Promise<TokenKey> {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = privateKey;
  if (type !== 'rsa' || (details?.modulusLength ?? 0) < modulusBits) {
    throw new Error(`SIGNING_KEY must be an RSA key of at least ${modulusBits} bits.`);
  }
  const publicKey = createPublicKey(privateKey);
  const { kty, n, e } = await exportJWK(publicKey);
  const keyId = await calculateJwkThumbprint({ kty, n, e });
  return { keyId, privateKey, publicKey, publicJwk: { kty, n, e, kid: keyId, alg: tokenAlgorithm, use: 'sig' } };
}

async function makeKey(createdAt: Date, encryptionKey: Uint8Array | null): Promise<SigningKey> {
  const pair = await generateKeyPair(tokenAlgorithm, { modulusLength: modulusBits, extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const keyId = await calculateJwkThumbprint(publicJwk);
  const privateJwk = await exportJWK(pair.privateKey);
  const key = {
    keyId,
    algorithm: tokenAlgorithm,
    privateJwk: { ...privateJwk },
    publicJwk: { ...publicJwk },
    createdAt,
  };
  return encryptionKey ? encryptKey(key, encryptionKey) : key;
}

const encoder = new TextEncoder();

/** A private key as stored: the key itself, or `{ jwe }` with the key encrypted. */
type StoredKey = Pick<SigningKey, 'keyId' | 'privateJwk'>;

const isEncrypted = ({ privateJwk }: StoredKey): boolean => 'jwe' in privateJwk;

/** Encrypts the private key with AES-256-GCM. The key id is authenticated with it. */
export async function encryptKey<Key extends StoredKey>(key: Key, encryptionKey: Uint8Array): Promise<Key> {
  const jwe = await new CompactEncrypt(encoder.encode(JSON.stringify(key.privateJwk)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.keyId })
    .encrypt(encryptionKey);
  return { ...key, privateJwk: { jwe } };
}

/** The private key as a JWK, decrypted if it is stored encrypted. */
export async function readPrivateJwk(
  key: StoredKey,
  encryptionKey: Uint8Array | null,
): Promise<StoredKey['privateJwk']> {
  if (!isEncrypted(key)) return key.privateJwk;
  if (!encryptionKey) throw new Error('The signing key in the store is encrypted. Set KEY_ENCRYPTION_KEY.');
  try {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    const { plaintext, protectedHeader } = await compactDecrypt(String(key.privateJwk.jwe), encryptionKey, options);
    if (protectedHeader.kid !== key.keyId) throw new errors.JWEInvalid('The JWE was created for another key.');
    return JSON.parse(new TextDecoder().decode(plaintext));
  } catch (error) {
    const message =
      'KEY_ENCRYPTION_KEY cannot decrypt the signing key in the store. Set the value that was used to encrypt the signing key.';
    throw new Error(message, { cause: error });
  }
}
