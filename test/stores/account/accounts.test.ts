import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SigningKey } from '../../../src/ports/stores/signing-key-store.ts';
import { aTenant, openOwnStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

describe('tenants', () => {
  it('are found by id and by name', async () => {
    const { tenants } = store.stores;
    const before = await tenants.count();
    const [one, other] = [await aTenant(store.stores, { defaultCurrency: 'EUR' }), await aTenant(store.stores)];
    expect(await tenants.find(one.tenantId)).toEqual(one);
    expect(await tenants.findByName(other.name)).toEqual([
      { tenantId: other.tenantId, name: other.name, kind: 'LIVE' },
    ]);
    expect(await tenants.findByName('nobody')).toEqual([]);
    expect(await tenants.find(randomUUID())).toBeNull();
    expect(await tenants.find('no id')).toBeNull();
    expect(await tenants.count()).toBe(before + 2);
  });

  it('use the defaults for missing settings', async () => {
    const { tenantId } = await aTenant(store.stores);
    await store.database.prisma.tenant.update({
      where: { tenantId },
      data: { settings: { collectionPolicy: 'WHERE_REGISTERED' } },
    });
    const tenant = await store.stores.tenants.find(tenantId);
    expect(tenant?.settings).toMatchObject({ collectionPolicy: 'WHERE_REGISTERED', defaultCurrency: 'USD' });
  });
});

describe('signing keys', () => {
  it('are created once, even by concurrent replicas', async () => {
    const { signingKeys } = store.stores;
    expect(await signingKeys.list()).toEqual([]);
    const made = Array.from(
      { length: 8 },
      (_, index): SigningKey => ({
        keyId: `key ${index}`,
        algorithm: 'RS256',
        privateJwk: { kty: 'RSA', d: 'secret' },
        publicJwk: { kty: 'RSA', n: 'x' },
        createdAt: new Date('2026-07-01T12:00:00.123Z'),
      }),
    );
    const answers = await Promise.all(made.map((key) => signingKeys.insertFirst(key)));
    expect(new Set(answers.map((keys) => JSON.stringify(keys))).size).toBe(1);
    expect(made).toContainEqual(answers[0]![0]);
    expect(await signingKeys.list()).toEqual(answers[0]);
  });
});
