import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivedTables, connectionTables, filePieces } from '../../../src/stores/archive/archived-tables.ts';
import { importTenant, type TenantImport } from '../../../src/usecases/archive/read-archive.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { archiveOf, linesOf, recordsIn } from '../../support/archives.ts';
import { anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { fillTenant } from '../../support/full-tenant.ts';
import { aTenant } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member
type Json = any;

let app: TestApp;
let archive: string;
beforeAll(async () => {
  app = await startApp();
  await fillTenant(app);
  archive = await archiveOf(app.stores, app.tenant.tenantId);
});
afterAll(() => app.close());

/** Imports into the same store, where its clients already exist. */
const importOf = (text: string, more: Partial<TenantImport> = {}) =>
  importTenant(app.stores, linesOf(text), { as: randomUUID(), withConnections: false, ...more });
const moved = async (text = archive) => {
  const { tenantId } = await importOf(text);
  return (await app.stores.tenants.find(tenantId))!;
};
/** Omits the first line, which names the tenant, the last line, and anything that the import skipped. */
const recordLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{"table"') && !connectionTables.some((table) => line.includes(`"${table}"`)));

describe('a tenant', () => {
  it('is archived with records of every table, the same each time', async () => {
    const tables = archivedTables.filter(({ owner }) => owner === 'TENANT').map(({ name }) => name);
    expect(Object.keys(recordsIn(archive)).sort()).toEqual([...tables, filePieces].sort());
    expect(await archiveOf(app.stores, app.tenant.tenantId)).toBe(archive);
  });

  it('is the same after a move, its trail too, and after a second one with changes in between', async () => {
    const { audit } = app.records;
    const trail = await audit.verify();
    expect(trail).toMatchObject({ faults: [], unsealed: 0 });
    const first = await moved();
    const second = await archiveOf(app.stores, first.tenantId);
    expect(recordLines(second)).toEqual(recordLines(archive));
    expect(await app.stores.forTenant(first.tenantId).audit.verify()).toEqual(trail);

    const { customers } = app.stores.forTenant(first.tenantId);
    const [customer] = await customers.findByKeys([{ source: '9', externalId: 'c-1' }]);
    await customers.replace({ ...customer!, name: 'Ada', version: customer!.version + 1 }, customer!.version);
    const third = await moved(await archiveOf(app.stores, first.tenantId));
    const after = await app.stores.forTenant(third.tenantId).audit.verify();
    expect(after).toMatchObject({ seals: trail.seals + 1, sealed: trail.sealed + 1, unsealed: 0, faults: [] });
  });

  it('continues where it was: lists, files, sums, refunds, closed periods and changes', async () => {
    const tenant = await moved();
    const token = await app.token(undefined, tenant);
    const ask = async (method: string, path: string, json?: Json, authorization = token) =>
      app.fetch(path, {
        method,
        headers: { Authorization: `Bearer ${authorization}`, ...(json && { 'Content-Type': 'application/json' }) },
        body: json && JSON.stringify(json),
      });
    const here = async (path: string) => (await ask('GET', path)).text();
    const there = async (path: string) => (await app.send('GET', path)).text();
    const invoice = '/v1/transactions/source/9/externalId/i-1';
    for (const path of [
      '/v1/transactions',
      '/v1/customers',
      '/v1/exemptions',
      '/v1/nexus',
      '/v1/liability?from=2026-06-01&to=2026-07-31&groupBy=state,jurisdiction',
      '/v1/exchange_rates?from=2026-06-01&to=2026-06-30',
      '/v1/tax_number_checks',
      '/v1/returns?from=2026-01-01&to=2026-12-31',
      '/v1/audit_entries',
      '/v1/rulings',
      '/v1/products',
      `${invoice}/calculations`,
      `${invoice}/trace`,
    ]) {
      expect(await here(path), path).toBe(await there(path));
    }
    const quote = {
      items: [anItemBody({ name: 'Shoes', taxCode: 'C1S3', unitPrice: 100, quantity: 1 })],
      shippingAddress: { street: '100 Main St', city: 'Omaha', state: 'NE', zip: '68102', country: 'US' },
      taxDate: '2026-07-01',
    };
    const ruled = await bodyOf<Json>(ask('POST', '/v1/transactions/calculate', quote));
    expect(ruled).toMatchObject({ salesTax: { amount: 0 }, rateBookVersion: expect.stringMatching(/~r1$/) });
    const [exemption] = await bodyOf<Json>(ask('GET', '/v1/exemptions'));
    const file = `/v1/exemptions/serviceId/${exemption.serviceId}/file`;
    const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
    expect((await bytesOf(await ask('GET', file))).equals(await bytesOf(await app.send('GET', file)))).toBe(true);

    const [{ serviceId: customerId }] = await bodyOf<Json>(ask('GET', '/v1/customers'));
    const refund = (externalId: string, quantity: number) =>
      ask(
        'PUT',
        `/v1/transactions/source/9/externalId/${externalId}`,
        anInvoiceBody(customerId, {
          externalId,
          transactionType: 'REFUND',
          createdFrom: 'i-1',
          items: [anItemBody({ unitPrice: 100, quantity })],
          externalTimestamps: { createdDate: '2026-07-20', updatedDate: '2026-07-20' },
        }),
      );
    expect(await bodyOf<Json>(refund('r-1', 1))).toMatchObject({ salesTax: { amount: 9.03 } });
    expect(await bodyOf<Json>(refund('r-2', 1))).toMatchObject({ code: 'OVER_REFUND' });
    const late = anInvoiceBody(customerId, { externalId: 'late' });
    expect(await bodyOf<Json>(ask('PUT', '/v1/transactions/source/9/externalId/late', late))).toMatchObject({
      reportingPeriod: { from: '2026-07-01' },
    });
    const [change] = await bodyOf<Json>(ask('GET', '/v1/audit_entries'));
    expect(change).toMatchObject({ recordKey: '9/late' });
  });

  it('is not stored over one that is there, nor with a client that is there', async () => {
    const { tenantId } = app.tenant;
    await expect(importOf(archive, { as: null })).rejects.toThrow(`The store already has the tenant ${tenantId}`);
    const as = randomUUID();
    await expect(importOf(archive, { as, withConnections: true })).rejects.toThrow(
      'Import the tenant without clients and webhooks',
    );
    expect(await app.stores.tenants.find(as)).toBeNull();
    await expect(importOf(archive, { as: 'prairie' })).rejects.toThrow(
      'prairie is not a tenant id. Tenant ids are UUIDs.',
    );
  });

  it.each([
    [
      'cut off after a record',
      (text: string) => text.split('\n').slice(0, -2).join('\n'),
      'The end of the archive is missing.',
    ],
    [
      'cut off within a line',
      (text: string) => text.slice(0, -300),
      /Unexpected line|The end of the archive is missing/,
    ],
    ['empty', () => '', 'The archive is empty.'],
    ['of something else', () => 'Date,USD\n', 'is not a Tollgate archive'],
    [
      'altered',
      (text: string) => text.replace('"unitPrice":"100"', '"unitPrice":"101"'),
      'do not match the hash and counts',
    ],
    ['with more at its end', (text: string) => `${text}{}\n`, 'Unexpected lines after the end of the archive.'],
    [
      'of a newer release',
      (text: string) => text.replace(/"migration":"\d/, '"migration":"9'),
      'written by a newer release',
    ],
    [
      'of an older release',
      (text: string) => text.replace(/"migration":"\d/, '"migration":"1'),
      'Read it with that release',
    ],
    ['of another version', (text: string) => text.replace('"version":1', '"version":2'), 'has format version 2'],
    [
      'of a whole store',
      (text: string) => text.replace(/"TENANT","tenantId":"[^"]+"/, '"STORE","tenantId":null'),
      'Restore it',
    ],
  ])('is not stored from a file that is %s', async (_, damage, message) => {
    const as = randomUUID();
    const damaged = damage(archive);
    expect(damaged).not.toBe(archive);
    await expect(importOf(damaged, { as })).rejects.toThrow(message);
    expect(await app.stores.tenants.find(as)).toBeNull();
  });

  /** With a correct digest, as from someone who edits the file. */
  function edited(text: string, from: string | RegExp, to: string): string {
    const lines = text.replace(from, to).trimEnd().split('\n');
    const end = JSON.parse(lines.pop()!);
    const body = `${lines.join('\n')}\n`;
    end.end.sha256 = createHash('sha256').update(body).digest('hex');
    return `${body}${JSON.stringify(end)}\n`;
  }

  it.each([
    [
      'settings',
      /"settings":\{[^\n]*?"homeAddress":\{"country":"US"/,
      '"settings":{"homeAddress":{"country":7',
      /in tenants, is invalid at settings\.homeAddress\.country/,
    ],
    [
      'an amount',
      '"taxAmount":"',
      '"taxAmount":"many ',
      /in transactions, is invalid at document\.items\.0\.taxAmount/,
    ],
    ['a URL', /"url":"http[^"]*"/, '"url":"file:///etc/passwd"', /in webhook_endpoints, is invalid at url/],
  ])(
    'is not stored with %s that nobody could read, even if the digest of the file is right',
    async (_, from, to, message) => {
      const as = randomUUID();
      const text = edited(archive, from, to);
      expect(text).not.toBe(archive);
      await expect(importOf(text, { as })).rejects.toThrow(message);
      expect(await app.stores.tenants.find(as)).toBeNull();
    },
  );

  describe('for tests', () => {
    const clock = new Date('2027-02-03T04:05:06Z');
    let ofTests: string;
    beforeAll(async () => {
      const { tenantId } = await aTenant(app.stores, {}, 'TEST');
      await app.stores.forTenant(tenantId).account.setTestClock(() => clock, new Date());
      ofTests = await archiveOf(app.stores, tenantId);
    });

    it('stays one, and its clock stands where it stood', async () => {
      expect(await moved(ofTests)).toMatchObject({ kind: 'TEST', testClock: clock });
    });

    it('does not make a test tenant of a live one', async () => {
      const { tenantId } = app.tenant;
      await expect(importOf(ofTests, { as: tenantId })).rejects.toThrow(`The store already has the tenant ${tenantId}`);
      expect(await app.stores.tenants.find(tenantId)).toMatchObject({ kind: 'LIVE', testClock: null });
    });

    it('is not stored as a live one that has a clock', async () => {
      const as = randomUUID();
      const text = edited(ofTests, '"kind":"TEST"', '"kind":"LIVE"');
      expect(text).not.toBe(ofTests);
      await expect(importOf(text, { as })).rejects.toThrow(/in tenants, is invalid at test_clock/);
      expect(await app.stores.tenants.find(as)).toBeNull();
    });
  });
});
