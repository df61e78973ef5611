import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/**
 * The public keys whose releases of the rate book are accepted: Ed25519, as SPKI in base64. A maintainer who creates a
 * new key pair adds its public half here (README.md), and removes an old key in a later release of the gateway.
 */
const productKeys: readonly string[] = ['MCowBQYDK2VwAyEApNHNpxe+A1IHWMlLK/AGqjEU2+6MMlTx9hQmfUwZUMI='];

/** Public keys by id. */
export type ReleaseKeys = ReadonlyMap<string, KeyObject>;

/** The keys of the product and the keys added by an operator. Throws for an invalid key. */
export function releaseKeys(added: readonly string[] = []): ReleaseKeys {
  return new Map([...productKeys, ...added].map((text) => withId(readKey(text))));
}

export function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 16);
}

const withId = (key: KeyObject): [string, KeyObject] => [keyIdOf(key), key];

function readKey(text: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('A rate book public key must be an Ed25519 key.');
  return key;
}
