import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventOfChange } from '../../../src/domain/webhooks/webhook-event.ts';
import type { RecordCheck } from '../../../src/ports/stores/audit-store.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { fileReturn } from '../../support/returns.ts';
import { aTenant } from '../../support/stores.ts';

let base: TestApp;
let app: TestApp;
let customerId: string;
beforeAll(async () => {
  base = await startApp();
});
afterAll(() => base.close());
beforeEach(async () => {
  const tenant = await aTenant(base.stores);
  app = await startApp({ store: base.store, tenant, now: () => new Date('2026-08-01T12:00:00Z') });
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody({ externalId: 'c-1' }))))
    .serviceId;
  await app.send('PUT', '/v1/nexus/place/US-MN', { registrations: [{ validFrom: '2020-01-01' }] });
  expect(await put('i-1')).toBe(201);
  expect(await put('i-2', { items: [anItemBody({ name: 'Lamp' }), anItemBody({ name: 'Shade' })] })).toBe(201);
});

const put = async (externalId: string, more: Record<string, unknown> = {}) => {
  const body = anInvoiceBody(customerId, { externalId, ...more });
  return (await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body)).status;
};
const check = (): Promise<RecordCheck> => app.records.audit.verifyTransactions();
const tamper = (set: string, externalId = 'i-2') =>
  base.store.database.prisma.$transaction([
    base.store.database.prisma.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
    base.store.database.prisma.$executeRawUnsafe(
      `UPDATE transactions SET ${set} WHERE tenant_id = '${app.tenant.tenantId}' AND external_id = '${externalId}'`,
    ),
  ]);

type Digests = { id: string; digest: string }[];
const besideDocuments = () =>
  base.store.database.prisma.$queryRawUnsafe<Digests>(
    `SELECT service_id::text AS id, encode(record_digest, 'hex') AS digest FROM transactions
     WHERE tenant_id = '${app.tenant.tenantId}' ORDER BY 1`,
  );
const inTrail = () =>
  base.store.database.prisma.$queryRawUnsafe<Digests>(
    `SELECT DISTINCT ON (record_id) record_id AS id, encode(record_digest, 'hex') AS digest FROM changes
     WHERE tenant_id = '${app.tenant.tenantId}' AND record_digest IS NOT NULL ORDER BY record_id, version DESC`,
  );

describe('documents are as the trail says', () => {
  it('whatever the gateway does with them', async () => {
    const whole = async (checked: number) => {
      expect(await check()).toEqual({ checked, withoutDigest: 0, faults: [] });
      expect(await besideDocuments()).toEqual(await inTrail());
    };
    await whole(2);
    expect(await put('i-2', { items: [anItemBody({ name: 'Desk' })] })).toBe(200);
    expect(await put('r-1', { transactionType: 'REFUND', createdFrom: 'i-1', items: [] })).toBe(201);
    await whole(3);
    await app.send('DELETE', '/v1/transactions/source/9/externalId/r-1');
    await app.send('POST', '/v1/transactions/source/9/externalId/i-1/recalculate', { reason: 'A test' });
    await whole(3);
    expect((await fileReturn(app, { place: 'US-MN', period: '2026-07' })).status).toBe(201);
    await whole(3);
    const erased = await app.send('POST', '/v1/customers/source/9/externalId/c-1/erase', { reason: 'Asked to' });
    expect(erased.status).toBe(200);
    await whole(3);
  });

  it.each([
    ['its lines', `document = replace(document::text, 'Lamp', 'Lemp')::json`],
    ['what its tax rests on', `snapshot = (snapshot::text || ' ')::json`],
    ['its period', `tax_date = tax_date + 1`],
    ['its status', `transaction_status = 'CANCELLED'`],
  ])('or are found, if somebody with the password altered %s', async (_, set) => {
    await tamper(set);
    expect((await check()).faults).toEqual(['The document 9/i-2 differs from the trail.']);
  });

  it('or are found, if one was removed', async () => {
    const { prisma } = base.store.database;
    await prisma.$executeRawUnsafe(
      `DELETE FROM transactions WHERE tenant_id = '${app.tenant.tenantId}' AND external_id = 'i-2'`,
    );
    expect((await check()).faults).toEqual(['The document 9/i-2 was removed.']);
  });

  it('unless they are older than digests, which is reported', async () => {
    await base.store.database.prisma.$executeRawUnsafe(
      `UPDATE changes SET record_digest = NULL WHERE tenant_id = '${app.tenant.tenantId}' AND record_key = '9/i-1'`,
    );
    expect(await check()).toEqual({ checked: 2, withoutDigest: 1, faults: [] });
  });

  it('and get one from a backfill, once, without an event to any endpoint', async () => {
    await base.store.database.prisma.$executeRawUnsafe(
      `UPDATE changes SET record_digest = NULL WHERE tenant_id = '${app.tenant.tenantId}' AND record_key = '9/i-2'`,
    );
    await tamper('record_digest = NULL');
    const parts: number[] = [];
    for (let run = 0; run < 2; run++) await app.records.audit.addDigests((count) => parts.push(count));
    expect(parts).toEqual([1]);
    expect(await check()).toEqual({ checked: 2, withoutDigest: 0, faults: [] });
    expect(await besideDocuments()).toEqual(await inTrail());
    const [added] = await app.records.audit.list({ recordKey: { eq: '9/i-2' } }, { limit: 1, after: null });
    expect(added).toMatchObject({ action: 'UPDATED', version: 1, clientId: null, requestId: null });
    expect(added!.patch).toMatchObject([
      { op: 'add', path: '/recordDigest', value: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(eventOfChange(added!)).toBeNull();
    await tamper(`tax_date = tax_date + 1`);
    expect((await check()).faults).toEqual(['The document 9/i-2 differs from the trail.']);
  });

  it('and seals cover the digests', async () => {
    const { prisma } = base.store.database;
    await expect
      .poll(
        async () => {
          await app.records.audit.seal(new Date());
          return (await app.records.audit.verify()).unsealed;
        },
        { timeout: 15_000 },
      )
      .toBe(0);
    expect((await app.records.audit.verify()).faults).toEqual([]);
    await tamper(`transaction_status = 'CANCELLED'`);
    await prisma.$executeRawUnsafe(
      `UPDATE changes SET record_digest = (SELECT transaction_digest(jsonb_build_array(service_id, source, external_id, customer_id,
          transaction_type, transaction_status, tax_date, reported_on, country, state, currency, customer_type, created_from,
          final_transaction_amount::text, tax_amount::text, calculation_number, rate_book_version), document, snapshot)
        FROM transactions AS t WHERE t.tenant_id = changes.tenant_id AND t.service_id::text = changes.record_id)
       WHERE tenant_id = '${app.tenant.tenantId}' AND record_key = '9/i-2'`,
    );
    expect((await check()).faults).toEqual([]);
    expect((await app.records.audit.verify()).faults).toEqual([
      'The changes covered by seal 1, or the previous seal, were altered.',
    ]);
  });
});
