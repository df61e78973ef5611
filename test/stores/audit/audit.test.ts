import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '../../../src/domain/customers/customer.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { aCustomer, amount, anExemption, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

const noon = new Date('2026-07-01T12:00:00Z');

let store: TestStore;
let tenantId: string;
let records: TenantStores;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  ({ tenantId } = await aTenant(store.stores));
  records = store.stores.forTenant(tenantId, { clientId: 'shop', requestId: 'r-1' });
  for (const externalId of ['A', 'B', 'C']) await records.customers.insert(aCustomer({ externalId }));
});

/** Changed a minute later: the trail is in chronological order. */
function renamed({ internalTimestamps, ...customer }: Customer): Customer {
  const { createdDate } = internalTimestamps;
  const updatedDate = new Date(createdDate.getTime() + 60_000);
  return { ...customer, name: 'Grace', version: 2, internalTimestamps: { createdDate, updatedDate } };
}

/** Seals once no unit of work on the server is older than the changes, including those of other tests. */
async function seal(): Promise<number> {
  await expect
    .poll(
      async () => {
        await store.database.prisma.$queryRaw`SELECT pg_current_xact_id()::text`;
        const [row] = await store.database.prisma.$queryRaw<{ is_over: boolean }[]>`
        SELECT change_horizon() > max(xid) AS is_over FROM changes
        WHERE tenant_id = ${tenantId}::uuid`;
        return row?.is_over;
      },
      { timeout: 15_000 },
    )
    .toBe(true);
  return records.audit.seal(noon);
}

/** A change by someone with the database password. */
const tamper = (statement: string) => store.database.prisma.$executeRawUnsafe(statement);

describe('the audit trail', () => {
  it('is intact when it is unchanged, across several seals', async () => {
    expect(await seal()).toBe(4); // Includes the tenant's own row.
    expect(await seal()).toBe(0);
    await records.customers.insert(aCustomer({ externalId: 'D' }));
    expect(await records.audit.verify()).toMatchObject({ seals: 1, sealed: 4, unsealed: 1, faults: [] });
    expect(await seal()).toBe(1);
    expect(await records.audit.verify()).toMatchObject({ seals: 2, sealed: 5, unsealed: 0, faults: [] });
  });

  it('is whole with seals of release 0.1.0, which knew no digests of documents', async () => {
    const [customer] = await records.customers.findByKeys([{ source: '1', externalId: 'A' }]);
    await records.transactions.insert(aStoredTransaction(customer!.serviceId));
    const { prisma } = store.database;
    const changes = await prisma.$queryRaw<{ xid: bigint; text: string; has_record: boolean }[]>`
      SELECT xid, jsonb_build_array(xid, change_id, at, record_type, record_id, record_key, version, client_id, request_id,
        encode(digest, 'hex'))::text AS text, record_digest IS NOT NULL AS has_record
      FROM changes WHERE tenant_id = ${tenantId}::uuid ORDER BY xid, change_id`;
    expect(changes.map(({ has_record }) => has_record)).toContain(true);
    const hash = createHash('sha256')
      .update(changes.map(({ text }) => `${text}\n`).join(''))
      .digest('hex');
    const belowXid = changes.at(-1)!.xid + 1n;
    await tamper(`INSERT INTO change_seals (tenant_id, number, sealed_at, below_xid, changes, hash)
      VALUES ('${tenantId}', 1, now(), ${belowXid}, ${changes.length}, '\\x${hash}')`);
    await tamper(`UPDATE trail_heads SET seals = 1, hash = '\\x${hash}' WHERE tenant_id = '${tenantId}'`);
    await records.customers.insert(aCustomer({ externalId: 'D' }));
    expect(await seal()).toBe(1);
    expect(await records.audit.verify([hash])).toMatchObject({ seals: 2, sealed: 6, known: [hash], faults: [] });
  });

  it('names members as their record does', async () => {
    const [customer] = await records.customers.findByKeys([{ source: '1', externalId: 'A' }]);
    const exemption = anExemption(customer!.serviceId);
    await records.exemptions.upsertAll([exemption]);
    const internalTimestamps = { ...exemption.internalTimestamps, updatedDate: new Date('2027-01-01') };
    const certificate = { certificateId: 'ST3-2', url: null, name: null };
    const partly = { exemptionType: 'PARTIALLY', exemptFraction: amount('0.5'), certificate } as const;
    await records.exemptions.replace({ ...exemption, ...partly, internalTimestamps, version: 2 }, 1);
    const [changed] = await records.audit.list({ recordId: { eq: exemption.serviceId } }, { limit: 1, after: null });
    expect(changed?.patch).toEqual([
      { op: 'test', path: '/certificate', value: exemption.certificate },
      { op: 'replace', path: '/certificate', value: partly.certificate },
      { op: 'add', path: '/exemptFraction', value: 0.5 },
      { op: 'test', path: '/exemptionType', value: 'FULLY' },
      { op: 'replace', path: '/exemptionType', value: 'PARTIALLY' },
    ]);

    const { externalTimestamps } = customer!;
    const later = { ...externalTimestamps, updatedDate: '2026-07-02' };
    await records.customers.replace({ ...renamed(customer!), name: customer!.name, externalTimestamps: later }, 1);
    const [dated] = await records.audit.list({ recordKey: { eq: '1/A' } }, { limit: 1, after: null });
    expect(dated?.patch).toEqual([
      { op: 'test', path: '/externalTimestamps', value: externalTimestamps },
      { op: 'replace', path: '/externalTimestamps', value: later },
    ]);
  });

  it.each([
    [
      'a change was removed',
      `DELETE FROM changes WHERE record_key = '1/B' AND tenant_id = '%'`,
      /covers 4 changes, but 3/,
    ],
    [
      'its author was altered',
      `UPDATE changes SET client_id = 'x' WHERE record_key = '1/B' AND tenant_id = '%'`,
      /covered by seal 1, .*were altered/,
    ],
    ['a seal was removed', `DELETE FROM change_seals WHERE number = 1 AND tenant_id = '%'`, /Seal 1 is missing/],
    ['a seal was altered', `UPDATE change_seals SET hash = 'x' WHERE number = 1 AND tenant_id = '%'`, /were altered/],
    [
      'its members were altered',
      `UPDATE changes SET members = '{"name": ["x", "y"]}' WHERE record_key = '1/A' AND version = 2 AND tenant_id = '%'`,
      /members of change .* were altered/,
    ],
  ])('shows that %s', async (_, statement, fault) => {
    const [first] = await records.customers.findByKeys([{ source: '1', externalId: 'A' }]);
    await records.customers.replace(renamed(first!), 1);
    await store.database.prisma.$executeRawUnsafe(
      `DELETE FROM changes WHERE record_type = 'ACCOUNT' AND tenant_id = '${tenantId}'`,
    );
    expect(await seal()).toBe(4);
    await records.customers.insert(aCustomer({ externalId: 'D' }));
    expect(await seal()).toBe(1);
    expect((await records.audit.verify()).faults).toEqual([]);
    await tamper(statement.replace('%', tenantId));
    const { faults } = await records.audit.verify();
    expect(faults.join(' ')).toMatch(fault);
  });

  it('stays whole when the members of a change are erased, and reports it', async () => {
    const [first] = await records.customers.findByKeys([{ source: '1', externalId: 'A' }]);
    await records.customers.replace(renamed(first!), 1);
    await seal();
    await tamper(`UPDATE changes SET members = NULL WHERE record_key = '1/A' AND tenant_id = '${tenantId}'`);
    const { faults } = await records.audit.verify();
    expect(faults).toEqual([
      expect.stringMatching(/^The members of change \S+ are missing, but no ERASED change explains this\.$/),
    ]);
    await tamper(`
      INSERT INTO changes SELECT tenant_id, pg_current_xact_id()::text::bigint, gen_random_uuid(), at, record_type, record_id, record_key, 3, client_id,
        request_id, '{"erasedBecause": [null, "asked"]}', sha256('{"erasedBecause": [null, "asked"]}')
      FROM changes WHERE record_key = '1/A' AND version = 2 AND tenant_id = '${tenantId}'`);
    expect(await records.audit.verify()).toMatchObject({ erased: 1, faults: [] });
    await tamper(`DELETE FROM changes WHERE version = 3 AND tenant_id = '${tenantId}'`);
    const [latest] = await records.audit.list({ recordKey: { eq: '1/A' } }, { limit: 1, after: null });
    expect(latest).toMatchObject({ action: 'UPDATED', patch: [], clientId: 'shop', requestId: 'r-1' });
  });

  describe('that was truncated or replaced', () => {
    const key = new Uint8Array(32).fill(7);
    const isOwned = () => `tenant_id = '${tenantId}'`;
    const signed = () => createStores({ ...store.database, trailKey: key }).forTenant(tenantId).audit;

    /** Two seals: the first covers four changes, the second one. */
    async function sealTwice(): Promise<void> {
      await seal();
      await records.customers.insert(aCustomer({ externalId: 'D' }));
      await seal();
      expect((await records.audit.verify()).faults).toEqual([]);
    }

    const cuts: [string, (owned: string) => string[], RegExp][] = [
      [
        'its tail was cut',
        (owned) => [
          `DELETE FROM changes WHERE record_key = '1/D' AND ${owned}`,
          `DELETE FROM change_seals WHERE number = 2 AND ${owned}`,
        ],
        /head lists 2 seals, but the last seal is 1/,
      ],
      [
        'its seals were deleted',
        (owned) => [`DELETE FROM change_seals WHERE ${owned}`],
        /lists 2 seals.* last seal is 0/,
      ],
      [
        'it was emptied',
        (owned) => ['changes', 'change_seals'].map((table) => `DELETE FROM ${table} WHERE ${owned}`),
        /lists 2 seals.* last seal is 0/,
      ],
      [
        'it was emptied with its head',
        (owned) => ['changes', 'change_seals', 'trail_heads'].map((table) => `DELETE FROM ${table} WHERE ${owned}`),
        /head of the trail.* was removed/,
      ],
    ];

    it.each(cuts)('shows that %s, and seals nothing over it', async (_, statements, fault) => {
      await sealTwice();
      for (const statement of statements(isOwned())) await tamper(statement);
      expect((await records.audit.verify()).faults.join(' ')).toMatch(fault);
      await records.customers.insert(aCustomer({ externalId: 'E' }));
      expect(await seal()).toBe(0);
      expect((await records.audit.verify()).faults.join(' ')).toMatch(fault);
    });

    it('is found by the signature, even if head and seals were calculated again', async () => {
      await sealTwice();
      expect((await signed().verify()).faults).toEqual([expect.stringContaining('The head is not signed.')]);
      expect(await signed().sign()).toBe(true);
      expect(await signed().verify()).toMatchObject({ isSigned: true, faults: [] });
      await tamper(`DELETE FROM change_seals WHERE number = 2 AND ${isOwned()}`);
      await tamper(`DELETE FROM changes WHERE record_key = '1/D' AND ${isOwned()}`);
      await tamper(`UPDATE trail_heads SET seals = 1, hash = (SELECT hash FROM change_seals WHERE ${isOwned()})
        WHERE ${isOwned()}`);
      expect((await signed().verify()).faults).toEqual([expect.stringContaining('The signature of the head is wrong')]);
      expect((await records.audit.verify()).faults).toEqual([expect.stringContaining('cannot be checked')]);
      await tamper(`UPDATE trail_heads SET signature = NULL WHERE ${isOwned()}`);
      expect((await signed().verify()).faults).toEqual([expect.stringContaining('The head is not signed.')]);
    });

    it('is found by a hash that was kept, without a key', async () => {
      await sealTwice();
      const kept = (await records.audit.head())!.hash;
      await records.customers.insert(aCustomer({ externalId: 'E' }));
      await seal();
      expect((await records.audit.verify([kept])).known).toEqual([kept]);
      await tamper(`DELETE FROM change_seals WHERE number > 1 AND ${isOwned()}`);
      await tamper(`DELETE FROM changes WHERE record_key IN ('1/D', '1/E') AND ${isOwned()}`);
      await tamper(`UPDATE trail_heads SET seals = 1, hash = (SELECT hash FROM change_seals WHERE ${isOwned()})
        WHERE ${isOwned()}`);
      expect(await records.audit.verify([kept])).toMatchObject({ faults: [], known: [] });
    });

    it('continues signing, and is not sealed without the key', async () => {
      await sealTwice();
      await signed().sign();
      await records.customers.insert(aCustomer({ externalId: 'E' }));
      expect(await seal()).toBe(0);
      await expect.poll(() => signed().seal(noon), { timeout: 15_000 }).toBe(1);
      expect(await signed().verify()).toMatchObject({ seals: 3, unsealed: 0, isSigned: true, faults: [] });
    });

    it('is signed from the start in a store that has a key', async () => {
      const keyed = createStores({ ...store.database, trailKey: key });
      const { tenantId: made } = await aTenant(keyed);
      expect(await keyed.forTenant(made).audit.verify()).toMatchObject({ isSigned: true, faults: [] });
    });

    it('is not changed by a check', async () => {
      const before = await records.audit.verify();
      expect(before).toMatchObject({ seals: 0, unsealed: 4, faults: [] });
      expect(await records.audit.verify()).toEqual(before);
    });
  });

  it('notes nothing of a write that did not happen', async () => {
    await records.customers.insert(aCustomer({ externalId: 'A' }));
    expect(await records.audit.count({ recordKey: { eq: '1/A' } })).toBe(1);
    expect(await records.audit.count({ recordKey: { eq: '1/a' } })).toBe(0);
    expect(await records.audit.count({ recordKey: { startsWith: '1/a' } })).toBe(1);
    expect(await records.audit.count({ recordKey: { in: ['1/A', '1/none'] } })).toBe(1);
  });
});
