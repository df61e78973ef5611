import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import type { SigningKey } from '../../ports/stores/signing-key-store.ts';

const encoder = new TextEncoder();

/** A private key as stored: the key itself, or `{ jwe }` with the key encrypted. */
type StoredKey = Pick<SigningKey, 'keyId' | 'privateJwk'>;

export const isEncrypted = ({ privateJwk }: StoredKey): boolean => 'jwe' in privateJwk;

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
