import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { SigningKey, SigningKeyStore } from '../../ports/stores/signing-key-store.ts';
import { encryptKey, isEncrypted, readPrivateJwk } from './key-encryption.ts';

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
