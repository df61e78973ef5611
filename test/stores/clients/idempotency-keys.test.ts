import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { IdempotencyKeyStore } from '../../../src/ports/stores/idempotency-key-store.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
let tenantId: string;
let keys: IdempotencyKeyStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  ({ tenantId } = await aTenant(store.stores));
  keys = store.stores.forTenant(tenantId).idempotencyKeys;
});

const [digest, otherDigest] = ['a'.repeat(43), 'b'.repeat(43)];
const noon = Date.parse('2026-07-01T12:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const answer = { status: 200, headers: { Link: '<x>' }, body: '{"a":"é"}' };

const keyOf = (key: string, clientId = 'client_a') => ({ clientId, key });

/** A claim made this long after noon. The key is kept for a day, and abandoned after a minute without a heartbeat. */
function claim(key: string, after = 0, more: { digest?: string; claimId?: string; clientId?: string } = {}) {
  const at = noon + after;
  return keys.claim({
    ...keyOf(key),
    digest,
    claimId: randomUUID(),
    ...more,
    at: new Date(at),
    expiresAt: new Date(at + day),
    abandonedBefore: new Date(at - minute),
  });
}

it('is acquired by one of many concurrent requests', async () => {
  const kinds = (await Promise.all(Array.from({ length: 20 }, () => claim('k')))).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'claimed')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'running')).toHaveLength(19);
});

it('returns the response to the same request only', async () => {
  const claimId = randomUUID();
  await claim('k', 0, { claimId });
  await keys.answer(keyOf('k'), claimId, answer);
  expect(await claim('k', minute)).toEqual({ kind: 'answered', answer });
  expect(await claim('k', day - 1)).toEqual({ kind: 'answered', answer });
  expect(await claim('k', minute, { digest: otherDigest })).toEqual({ kind: 'other' });
});

it('is available again once it is released, abandoned or a day old', async () => {
  const claimId = randomUUID();
  await claim('released', 0, { claimId });
  await keys.release(keyOf('released'), claimId);
  expect((await claim('released', 1)).kind).toBe('claimed');

  await claim('left');
  expect((await claim('left', minute)).kind).toBe('running');
  expect((await claim('left', minute + 1)).kind).toBe('claimed');

  const answered = randomUUID();
  await claim('old', 0, { claimId: answered });
  await keys.answer(keyOf('old'), answered, answer);
  expect((await claim('old', day, { digest: otherDigest })).kind).toBe('claimed');
});

it('is not abandoned while its holder reports that it is running', async () => {
  const claimId = randomUUID();
  await claim('k', 0, { claimId });
  await keys.keepAlive(keyOf('k'), claimId, new Date(noon + minute));
  expect((await claim('k', 2 * minute)).kind).toBe('running');
});

it('cannot be released by a holder that lost it', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await claim('k', 0, { claimId: first });
  await claim('k', 2 * minute, { claimId: second });
  await keys.answer(keyOf('k'), first, { ...answer, body: 'late' });
  await keys.release(keyOf('k'), first);
  expect((await claim('k', 2 * minute)).kind).toBe('running');
  await keys.answer(keyOf('k'), second, answer);
  expect(await claim('k', 2 * minute)).toEqual({ kind: 'answered', answer });
});

it('is separate for each tenant', async () => {
  await claim('k');
  keys = store.stores.forTenant((await aTenant(store.stores)).tenantId).idempotencyKeys;
  expect((await claim('k')).kind).toBe('claimed');
});

it('is separate for each client of a tenant', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await claim('k', 0, { claimId: first });
  expect((await claim('k', 0, { claimId: second, clientId: 'client_b' })).kind).toBe('claimed');
  await keys.answer(keyOf('k'), first, answer);
  expect((await claim('k', 1, { clientId: 'client_b' })).kind).toBe('running');
  await keys.release(keyOf('k', 'client_b'), second);
  expect(await claim('k', 1)).toEqual({ kind: 'answered', answer });
});

it('is deleted when old, as new ones are added', async () => {
  for (let index = 0; index < 15; index++) await claim(`old ${index}`, index);
  const count = async () => {
    const rows = await store.database.prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM idempotency_keys WHERE tenant_id = ${tenantId}::uuid`;
    return rows[0]?.count;
  };
  expect(await count()).toBe(15);
  await claim('new', 2 * day);
  expect(await count()).toBe(6);
  await claim('newer', 2 * day);
  expect(await count()).toBe(2);
});
