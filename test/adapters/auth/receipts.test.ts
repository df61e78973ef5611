import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPublishedKeys } from '../../../src/adapters/auth/published-keys.ts';
import { createReceipts } from '../../../src/adapters/auth/receipts.ts';
import { loadTokenKey } from '../../../src/adapters/auth/token-key.ts';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

const now = () => new Date('2026-08-01T12:00:00Z');
const aPem = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
async function gatewayWith(signingKey: string | null) {
  const { signingKeys } = store.stores;
  const key = await loadTokenKey({ signingKey, encryptionKey: null, store: signingKeys, now });
  return {
    keyId: key.keyId,
    receipts: createReceipts(key, signingKeys, createPublishedKeys(key, signingKeys, now).keep),
  };
}

const content = {
  returnId: '01980000-0000-7000-8000-000000000001',
  ...{ country: 'US', state: 'MN', scheme: 'STANDARD', from: '2026-06-01', to: '2026-06-30' },
  ...{ number: 1, filedAt: '2026-08-01T12:00:00.000Z', transactionCount: 3, figures: 'f'.repeat(64) },
  documents: { count: 3, digest: 'd'.repeat(64) },
  rateBookVersion: '2026.11',
};

it('reads what keys signed that were replaced since, wherever they were kept', async () => {
  const ofStore = await gatewayWith(null);
  const first = await gatewayWith(aPem());
  const signed = [await ofStore.receipts.sign(content), await first.receipts.sign(content)];
  const second = await gatewayWith(aPem());
  signed.push(await second.receipts.sign(content));
  for (const receipt of signed) {
    expect(await second.receipts.read(receipt)).toEqual({ signature: 'VALID', content });
    expect(await ofStore.receipts.read(receipt)).toEqual({ signature: 'VALID', content });
  }
  expect((await gatewayWith(null)).keyId).toBe(ofStore.keyId);
});

it('keeps no private half of a key that is not its own', async () => {
  const { keyId, receipts } = await gatewayWith(aPem());
  await receipts.sign(content);
  await receipts.sign(content);
  const kept = (await store.stores.signingKeys.listPublic()).filter((key) => key.keyId === keyId);
  expect(kept).toMatchObject([{ algorithm: 'RS256', createdAt: now(), publicJwk: { kty: 'RSA', kid: keyId } }]);
  expect(JSON.stringify(kept)).not.toContain('"d":');
  expect((await store.stores.signingKeys.list()).map((key) => key.keyId)).not.toContain(keyId);
});

it('rejects a key that never signed for the store', async () => {
  const stranger = { listPublic: async () => [] };
  const key = await loadTokenKey({ signingKey: aPem(), encryptionKey: null, store: store.stores.signingKeys, now });
  const receipt = await createReceipts(key, stranger, async () => {}).sign(content);
  expect(await (await gatewayWith(null)).receipts.read(receipt)).toEqual({ signature: 'UNKNOWN_KEY' });
});
