import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The stored form of secrets: plain text or, with an operator key, encrypted with AES-256-GCM. */
export type SecretCipher = { seal(secret: string): string; open(stored: string): string };

const mark = 'aes-256-gcm:';
const ivBytes = 12;
const tagBytes = 16;

export function createSecretCipher(key: Uint8Array | null): SecretCipher {
  return {
    seal(secret) {
      if (!key) return secret;
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return mark + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },
    open(stored) {
      if (!stored.startsWith(mark)) return stored;
      if (!key) throw new Error('The secret of a webhook endpoint is encrypted. Set KEY_ENCRYPTION_KEY.');
      const bytes = Buffer.from(stored.slice(mark.length), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
