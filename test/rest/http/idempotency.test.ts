import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Stores } from '../../../src/ports/stores.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';
import { replacedStores } from '../../support/replaced-stores.ts';

const clock = aClock('2026-07-10T08:00:00Z');
/** Hooks into the storing of exemptions, and counts it. */
let upserts = 0;
let upsert: (() => Promise<void>) | null = null;

function watched(stores: Stores): Stores {
  return {
    ...stores,
    forTenant(tenantId) {
      const records = stores.forTenant(tenantId);
      const { exemptions } = records;
      const upsertAll: typeof exemptions.upsertAll = async (rows) => {
        upserts++;
        await upsert?.();
        return exemptions.upsertAll(rows);
      };
      return replacedStores(records, { exemptions: { ...exemptions, upsertAll } });
    },
  };
}

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp({ wrap: watched, now: clock.now });
  const created = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  customerId = (await bodyOf<{ serviceId: string }>(created)).serviceId;
});
afterAll(() => app.close());
beforeEach(() => {
  upserts = 0;
});
afterEach(() => {
  upsert = null;
});

function post(key: string, certificateId = 'A-1', more: Record<string, unknown> = {}): Promise<Response> {
  const exemption = { customerId, country: 'US', certificate: { certificateId }, ...more };
  const body = { exemption, states: [{ abbreviation: 'MN' }] };
  return app.send('POST', '/v1/exemptions', body, { 'Idempotency-Key': key });
}

describe('an idempotency key', () => {
  it('returns the same response again, and does nothing else', async () => {
    const first = await post('once');
    expect(first.status).toBe(200);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const again = await post('"once"');
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('content-type')).toBe('application/json');
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(upserts).toBe(1);
  });

  it('belongs to one request: another body, URL or method is rejected', async () => {
    await post('mine');
    const other = await post('mine', 'A-2');
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const elsewhere = await app.send('POST', '/v1/transactions/batch', [anInvoiceBody(customerId)], {
      'Idempotency-Key': 'mine',
    });
    expect(elsewhere.status).toBe(422);
    expect(upserts).toBe(1);
  });

  it('waits while the first request is running', async () => {
    let goOn = () => {};
    upsert = () => new Promise((resolve) => (goOn = resolve));
    const first = post('slow');
    await expect.poll(() => upserts).toBe(1);
    const second = await post('slow');
    expect(second.status).toBe(409);
    expect(second.headers.get('retry-after')).toBe('1');
    expect(await second.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' });
    goOn();
    expect((await first).status).toBe(200);
    expect((await post('slow')).headers.get('idempotency-replayed')).toBe('true');
  });

  it('is executed once under concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('many')));
    expect(upserts).toBe(1);
    const carriedOut = answers.filter(
      ({ status, headers }) => status === 200 && headers.get('idempotency-replayed') === null,
    );
    expect(carriedOut).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  it('is available again if the request failed', async () => {
    upsert = () => Promise.reject(new Error('the store is gone'));
    expect((await post('failing')).status).toBe(500);
    upsert = null;
    expect((await post('failing')).headers.get('idempotency-replayed')).toBeNull();
    expect(upserts).toBe(2);

    expect((await post('faulty', 'A-1', { country: 'Atlantis' })).status).toBe(400);
    expect((await post('faulty')).status).toBe(200);
  });

  it('is available again a minute after its holder was killed', async () => {
    let goOn = () => {};
    upsert = () => new Promise((resolve) => (goOn = resolve));
    const killed = post('killed');
    await expect.poll(() => upserts).toBe(1);
    clock.advance(59_000);
    expect((await post('killed')).status).toBe(409);
    clock.advance(2_000);
    upsert = null;
    expect((await post('killed')).status).toBe(200);
    goOn();
    await killed;
  });

  it('is kept for 24 hours', async () => {
    await post('kept');
    clock.advance(24 * 3_600_000 - 1);
    expect((await post('kept')).headers.get('idempotency-replayed')).toBe('true');
    clock.advance(1);
    expect((await post('kept', 'A-9')).headers.get('idempotency-replayed')).toBeNull();
  });

  it.each(['', 'two words', 'é', 'x'.repeat(256), '""', '"a"b"'])('is rejected as %j', async (key) => {
    const response = await post(key);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'Idempotency-Key', code: 'INVALID_FORMAT' }] });
    expect(upserts).toBe(0);
  });

  it('shows no client the answers of another one', async () => {
    await post('shared');
    const others = { Authorization: `Bearer ${await app.token()}` };
    const body = { exemption: { customerId, country: 'US', certificate: { certificateId: 'A-1' } }, states: [] };
    const send = (states: unknown[]) =>
      app.send('POST', '/v1/exemptions', { ...body, states }, { 'Idempotency-Key': 'shared', ...others });
    const theirs = await send([{ abbreviation: 'MN' }]);
    expect([theirs.status, theirs.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect((await send([{ abbreviation: 'WI' }])).status).toBe(422);
    expect((await post('shared')).headers.get('idempotency-replayed')).toBe('true');
    expect(upserts).toBe(2);
  });

  it('belongs to its client: the token is checked first', async () => {
    await post('theirs');
    const response = await app.fetch('/v1/exemptions', { method: 'POST', headers: { 'Idempotency-Key': 'theirs' } });
    expect(response.status).toBe(401);
  });

  it('is ignored where a request is idempotent anyway', async () => {
    const put = () =>
      app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody(), { 'Idempotency-Key': ' ' });
    expect((await put()).status).toBe(200);
  });
});
