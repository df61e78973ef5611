import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/base/errors.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';
import { replacedStores } from '../../support/replaced-stores.ts';

const clock = aClock('2026-07-10T08:00:00Z');
/** Hooks into the storing of exemptions, and counts them. */
let upserts = 0;
let upsert: (() => Promise<void>) | null = null;
/** Set while the process dies after its work: neither the response nor the failure is stored under the key. */
let isDying = false;
/** Hooks into the time between reading and writing a document. */
let beforeReplace: (() => Promise<void>) | null = null;

function watched(stores: Stores): Stores {
  return {
    ...stores,
    forTenant(tenantId, actor, work) {
      const records = stores.forTenant(tenantId, actor, work);
      const { exemptions, idempotencyKeys, transactions } = records;
      const unlessDying = <Args extends unknown[]>(settle: (...args: Args) => Promise<void>) =>
        isDying ? () => Promise.reject(new Error('the process died')) : settle;
      const upsertAll: typeof exemptions.upsertAll = async (rows) => {
        upserts++;
        await upsert?.();
        return exemptions.upsertAll(rows);
      };
      return replacedStores(records, {
        exemptions: { ...exemptions, upsertAll },
        idempotencyKeys: {
          ...idempotencyKeys,
          answer: unlessDying(idempotencyKeys.answer),
          release: unlessDying(idempotencyKeys.release),
        },
        transactions: {
          ...transactions,
          async replace(...args) {
            await beforeReplace?.();
            return transactions.replace(...args);
          },
        },
      });
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
  isDying = false;
  beforeReplace = null;
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

  it('is available again if a row of a batch was overtaken, as the row and the response say', async () => {
    const invoice = { ...anInvoiceBody(customerId), source: '9', externalId: 'overtaken' };
    const send = (body: object) =>
      app.send('POST', '/v1/transactions/batch', [body], { 'Idempotency-Key': 'overtaken' });
    await app.send('PUT', '/v1/transactions/source/9/externalId/overtaken', invoice);
    const changed = { ...invoice, subsidiary: 'North' };
    beforeReplace = () => Promise.reject(new AppError('CONFLICT', 'Overtaken.'));
    const first = await send(changed);
    expect(first.headers.get('retry-after')).toBe('1');
    const problem = { code: 'CONFLICT', retryable: true };
    expect(await first.json()).toMatchObject({ failedCount: 1, results: [{ problem }] });
    beforeReplace = null;
    const second = await send(changed);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    expect(await second.json()).toMatchObject({ succeededCount: 1 });
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

describe('an attempt that did its work and died before it answered', () => {
  const recalculate = (invoice: string, key: string) =>
    app.send(
      'POST',
      `/v1/transactions/serviceId/${invoice}/recalculate`,
      { reason: 'late certificate' },
      {
        'Idempotency-Key': key,
      },
    );
  const versionOf = async (invoice: string) => (await app.records.transactions.findById(invoice))?.transaction.version;

  async function anInvoice(externalId: string): Promise<string> {
    const body = { ...anInvoiceBody(customerId), externalId };
    const stored = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
    return (await bodyOf<{ serviceId: string }>(stored)).serviceId;
  }

  it('is answered for a minute later, and recalculates nothing twice', async () => {
    const invoice = await anInvoice('dying-1');
    isDying = true;
    await recalculate(invoice, 'dying-1');
    isDying = false;
    expect(await versionOf(invoice)).toBe(2);
    expect((await recalculate(invoice, 'dying-1')).status).toBe(409);
    clock.advance(61_000);
    const again = await recalculate(invoice, 'dying-1');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await again.json()).toMatchObject({ serviceId: invoice, recalculationReason: 'late certificate' });
    expect(await versionOf(invoice)).toBe(2);
    expect((await recalculate(invoice, 'dying-1')).headers.get('idempotency-replayed')).toBe('true');
  });

  it('keeps its key from another request', async () => {
    const [invoice, other] = [await anInvoice('dying-2'), await anInvoice('dying-3')];
    isDying = true;
    await recalculate(invoice, 'dying-2');
    isDying = false;
    clock.advance(61_000);
    expect((await recalculate(other, 'dying-2')).status).toBe(422);
    expect(await versionOf(other)).toBe(1);
  });

  it('made one webhook endpoint, and keeps no secret', async () => {
    const url = 'https://dying.example.com/hook';
    const create = () =>
      app.send('POST', '/v1/webhook_endpoints', { url, eventTypes: ['*'] }, { 'Idempotency-Key': 'dying-hook' });
    isDying = true;
    const first = await bodyOf<{ serviceId: string; secret: string }>(await create());
    isDying = false;
    clock.advance(61_000);
    const again = await create();
    expect(again.status).toBe(201);
    const { secret: created, ...endpoint } = first;
    expect(created).toMatch(/^whsec_/);
    expect(await again.json()).toEqual(endpoint);
    const endpoints = await bodyOf<{ url: string }[]>(await app.send('GET', '/v1/webhook_endpoints'));
    expect(endpoints.filter((one) => one.url === url)).toHaveLength(1);

    const rotate = () =>
      app.send(
        'POST',
        `/v1/webhook_endpoints/serviceId/${first.serviceId}/rotate_secret`,
        {},
        {
          'Idempotency-Key': 'dying-rotation',
        },
      );
    isDying = true;
    const { secret, ...rotated } = await bodyOf<{ secret: string }>(await rotate());
    expect(secret).toMatch(/^whsec_/);
    isDying = false;
    clock.advance(61_000);
    expect(await bodyOf(await rotate())).toEqual(rotated);
    const kept = await app.store.database.prisma.$queryRaw`SELECT body FROM idempotency_keys`;
    expect(JSON.stringify(kept)).toContain(first.serviceId);
    expect(JSON.stringify(kept)).not.toContain('whsec_');
  });

  it('is answered for at once if it wrote and then failed', async () => {
    const invoice = await anInvoice('dying-4');
    const { prisma } = app.store.database;
    expect((await recalculate(invoice, 'dying-4')).status).toBe(200);
    // As if the acknowledgement of the write had been lost: the request failed, and released its key.
    await prisma.$executeRaw`UPDATE idempotency_keys SET status = NULL, headers = NULL, body = NULL
      WHERE key = 'dying-4'`;
    const [row] = await prisma.$queryRaw<{ claim_id: string; client_id: string }[]>`
      SELECT claim_id::text, client_id FROM idempotency_keys WHERE key = 'dying-4'`;
    await app.records.idempotencyKeys.release({ clientId: row!.client_id, key: 'dying-4' }, row!.claim_id);
    const again = await recalculate(invoice, 'dying-4');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await versionOf(invoice)).toBe(2);
  });

  it('writes nothing after another attempt took its key', async () => {
    const invoice = await anInvoice('dying-5');
    let goOn = () => {};
    let isHeld = false;
    beforeReplace = () => {
      beforeReplace = null;
      isHeld = true;
      return new Promise((resolve) => (goOn = resolve));
    };
    const frozen = recalculate(invoice, 'dying-5');
    await expect.poll(() => isHeld).toBe(true);
    clock.advance(61_000);
    const { idempotencyKeys } = app.records;
    const [row] = await app.store.database.prisma.$queryRaw<{ client_id: string; digest: string }[]>`
      SELECT client_id, digest FROM idempotency_keys WHERE key = 'dying-5'`;
    const taken = await idempotencyKeys.claim({
      clientId: row!.client_id,
      key: 'dying-5',
      digest: row!.digest,
      claimId: '00000000-0000-4000-8000-000000000001',
      at: clock.now(),
      expiresAt: new Date(clock.now().getTime() + 86_400_000),
      abandonedBefore: new Date(clock.now().getTime() - 60_000),
    });
    expect(taken).toEqual({ kind: 'claimed', outcome: null });
    goOn();
    expect((await frozen).status).toBe(409);
    expect(await versionOf(invoice)).toBe(1);
  });
});
