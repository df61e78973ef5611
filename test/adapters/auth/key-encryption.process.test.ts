import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptKey, loadTokenKey, readPrivateJwk } from '../../../src/adapters/auth/token-key.ts';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

const encryptionKey = new Uint8Array(randomBytes(32));
const load = (key: Uint8Array | null) =>
  loadTokenKey({ signingKey: null, encryptionKey: key, store: store.stores.signingKeys, now: () => new Date() });
const storedText = async () => JSON.stringify(await store.stores.signingKeys.list());

describe('the signing key in the store', () => {
  it('is encrypted at the first start with an encryption key, and remains the same key', async () => {
    const plain = await load(null);
    expect(await storedText()).toContain('"d":"');
    const encrypted = await load(encryptionKey);
    expect(encrypted.keyId).toBe(plain.keyId);
    expect(await storedText()).not.toContain('"d":"');
    expect(await storedText()).toContain(plain.keyId);
    const again = await load(encryptionKey);
    expect(again.privateKey.equals(plain.privateKey)).toBe(true);
  });

  it('stops the start when its encryption key is missing or wrong', async () => {
    await load(encryptionKey);
    await expect(load(null)).rejects.toThrow('is encrypted. Set KEY_ENCRYPTION_KEY');
    await expect(load(new Uint8Array(32))).rejects.toThrow('KEY_ENCRYPTION_KEY cannot decrypt the signing key');
  });

  it('is never stored plain when it is created with an encryption key', async () => {
    const fresh = await openOwnStore();
    const { signingKeys } = fresh.stores;
    const source = { signingKey: null, encryptionKey, store: signingKeys, now: () => new Date() };
    const keys = await Promise.all([loadTokenKey(source), loadTokenKey(source)]);
    expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1);
    expect(JSON.stringify(await signingKeys.list())).not.toContain('"d":"');
    await fresh.close();
  });
});

it('does not decrypt a key that was moved to another id', async () => {
  const key = { keyId: 'one', privateJwk: { kty: 'RSA', d: 'secret' } };
  const { privateJwk } = await encryptKey(key, encryptionKey);
  expect(await readPrivateJwk({ keyId: 'one', privateJwk }, encryptionKey)).toEqual(key.privateJwk);
  await expect(readPrivateJwk({ keyId: 'other', privateJwk }, encryptionKey)).rejects.toThrow('cannot decrypt');
});
