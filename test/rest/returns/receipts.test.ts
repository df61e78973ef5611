import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { commandLineOn } from '../../support/command-line.ts';
import { fileReturn, reopenReturn } from '../../support/returns.ts';
import { aTenant, openOwnStore } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

const july = { place: 'US-MN', period: '2026-06' };
const at = '/v1/transactions/source/9/externalId';

let base: TestApp;
let app: TestApp;
let receipt: string;
beforeAll(async () => {
  base = await startApp();
});
afterAll(() => base.close());
beforeEach(async () => {
  app = await startAnother();
  await app.send('PUT', '/v1/nexus/place/US-MN', { registrations: [{ validFrom: '2020-01-01' }] });
  for (const externalId of ['i-1', 'i-2', 'i-3']) await put(externalId);
  receipt = await file();
});

const startAnother = async () =>
  startApp({ store: base.store, tenant: await aTenant(base.stores), now: () => new Date('2026-08-01T12:00:00Z') });

async function put(externalId: string, more: Json = {}) {
  const customer = app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody({ externalId: 'c-1' }));
  const { serviceId } = await bodyOf<Json>(customer);
  const response = await app.send('PUT', `${at}/${externalId}`, anInvoiceBody(serviceId, { externalId, ...more }));
  expect(response.status).toBeLessThan(300);
}

const file = async (): Promise<string> => (await bodyOf<Json>(fileReturn(app, july))).filings.at(-1).receipt;
const check = (one: string, by = app) => bodyOf<Json>(by.send('POST', '/v1/returns/verify_receipt', { receipt: one }));

/** As somebody with the password of the database would. */
const tamper = (statement: string) =>
  base.store.database.prisma.$transaction([
    base.store.database.prisma.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
    base.store.database.prisma.$executeRawUnsafe(`${statement} AND tenant_id = '${app.tenant.tenantId}'`),
  ]);
const lamp = `UPDATE transactions SET document = replace(document::text, 'Lamp', 'Lemp')::json WHERE external_id = 'i-2'`;

it('proves a filing that nobody touched', async () => {
  expect(await check(receipt)).toMatchObject({
    ...{ isProved: true, signature: 'VALID', number: 1, documentCount: 3, comparedCount: 3, differences: [] },
    filedAt: '2026-08-01T12:00:00.000Z',
  });
});

it('names a document that was altered, or removed, past the gateway', async () => {
  await tamper(lamp);
  await tamper(`DELETE FROM transactions WHERE external_id = 'i-3'`);
  expect(await check(receipt)).toMatchObject({
    isProved: false,
    differences: [
      { part: 'DOCUMENTS', cause: 'ALTERED', source: '9', externalId: 'i-2' },
      { part: 'DOCUMENTS', cause: 'REMOVED', source: '9', externalId: 'i-3' },
    ],
  });
});

it('names it even if its digest was altered in the trail, and in the list of filed documents', async () => {
  await tamper(lamp);
  await tamper(`UPDATE changes SET record_digest = sha256('forged') WHERE record_key = '9/i-2'`);
  expect((await check(receipt)).differences).toMatchObject([{ cause: 'ALTERED', externalId: 'i-2' }]);
  await tamper(`UPDATE filed_documents SET documents = overlay(documents PLACING 'x' FROM 20) WHERE number = 1`);
  expect((await check(receipt)).differences.map(({ message }: Json) => message)).toContain(
    'The list of filed documents, with their digests, is not the one that was filed.',
  );
});

it('names one that was altered together with its version, so that the trail has it', async () => {
  await base.store.database.prisma.$executeRawUnsafe(
    `${lamp.replace(' WHERE', ', version = version + 1 WHERE')} AND tenant_id = '${app.tenant.tenantId}'`,
  );
  expect(await check(receipt)).toMatchObject({
    isProved: false,
    differences: [{ part: 'DOCUMENTS', cause: 'ALTERED', externalId: 'i-2' }],
  });
});

it.each([
  ['FIGURES', `UPDATE return_filings SET figures = replace(figures::text, '"', ' "')::json WHERE TRUE`],
  ['RATE_BOOK_VERSION', `UPDATE return_filings SET rate_book_version = 'other' WHERE TRUE`],
  ['FILING', 'UPDATE return_filings SET transaction_count = 2 WHERE TRUE'],
  ['FILING', `UPDATE return_filings SET filed_at = '2026-07-12T12:00:00Z' WHERE TRUE`],
  ['FILING', `UPDATE returns SET to_on = '2026-06-29' WHERE TRUE`],
])('says that another part was altered: %s', async (part, statement) => {
  await tamper(statement);
  expect(await check(receipt)).toMatchObject({ isProved: false, differences: [{ part, cause: 'ALTERED' }] });
});

it('refuses a receipt that was altered, one of another type, and what is none', async () => {
  const [header, payload, signature] = receipt.split('.');
  const content = JSON.parse(Buffer.from(payload!, 'base64url').toString());
  const other = Buffer.from(JSON.stringify({ ...content, transactionCount: 2 })).toString('base64url');
  const invalid = { isProved: false, signature: 'INVALID', differences: [] };
  expect(await check(`${header}.${other}.${signature}`)).toMatchObject(invalid);
  expect(await check(await app.token(['returns:read'], app.tenant))).toMatchObject(invalid);
  expect(await check('no receipt')).toMatchObject(invalid);
  const noToken = await app.fetch('/v1/returns', { headers: { Authorization: `Bearer ${receipt}` } });
  expect(noToken.status).toBe(401);
  expect((await app.send('POST', '/v1/returns/verify_receipt', { receipt: '' })).status).toBe(400);
});

it('finds no filing for the receipt of another tenant', async () => {
  expect(await check(receipt, await startAnother())).toMatchObject({
    isProved: false,
    differences: [{ part: 'FILING', cause: 'REMOVED', message: 'There is no such filing of this account.' }],
  });
});

it('tells changes after a reopening, and an erasure, from alterations', async () => {
  await reopenReturn(app, july);
  await put('i-2', { documentName: 'Changed' });
  const second = await file();
  expect(await check(receipt)).toMatchObject({
    isProved: true,
    number: 1,
    differences: [{ part: 'DOCUMENTS', cause: 'CHANGED', externalId: 'i-2' }],
  });
  expect(await check(second)).toMatchObject({ isProved: true, number: 2, differences: [] });
  const erasing = await app.send('POST', '/v1/customers/source/9/externalId/c-1/erase', { reason: 'Asked to' });
  expect(erasing.status).toBe(200);
  const { isProved, differences } = await check(second);
  expect({ isProved, causes: differences.map(({ cause }: Json) => cause) }).toEqual({
    isProved: true,
    causes: ['CHANGED', 'CHANGED', 'CHANGED'],
  });
});

it('says of a filing before there were receipts that it has none', async () => {
  await tamper('UPDATE return_filings SET receipt = NULL WHERE TRUE');
  const { filings } = await bodyOf<Json>(app.send('GET', '/v1/returns/place/US-MN/period/2026-06'));
  expect(filings[0].receipt ?? null).toBeNull();
});

it('finds no filing in a store without tenants', async () => {
  const empty = await openOwnStore();
  const [folder, jwks] = [mkdtempSync(join(tmpdir(), 'receipts-')), await app.fetch('/.well-known/jwks.json')];
  try {
    const keys = join(folder, 'jwks.json');
    writeFileSync(keys, await jwks.text());
    const { code, out } = await commandLineOn(empty.database)('receipts', 'verify', receipt, '--keys', keys);
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('There is no such filing') });
  } finally {
    rmSync(folder, { recursive: true });
    await empty.close();
  }
});

it('is checked from an exported tenant with the public keys, and then after a change of keys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
  try {
    const tollgate = commandLineOn(base.store.database);
    const [exported, keys, one] = ['tenant.jsonl', 'jwks.json', 'receipt.jws'].map((name) => join(folder, name));
    writeFileSync(keys!, await (await app.fetch('/.well-known/jwks.json')).text());
    writeFileSync(one!, receipt);
    const online = await tollgate('receipts', 'verify', receipt);
    expect(online).toMatchObject({ code: 0, out: expect.stringContaining('3 of 3 compared') });
    await tamper(lamp);
    expect((await tollgate('export', '--tenant', app.tenant.tenantId, '--out', exported!)).errors).toBe('');
    const offline = ['receipts', 'verify', one!, '--archive', exported!];
    const found = await tollgate(...offline, '--keys', keys!);
    expect(found).toMatchObject({ code: 1, out: expect.stringContaining('The document 9/i-2 was altered') });
    expect(found.out).toContain('signature  VALID');
    writeFileSync(keys!, JSON.stringify({ keys: [] }));
    expect((await tollgate(...offline, '--keys', keys!)).out).toContain('signature  UNKNOWN_KEY');
    expect((await tollgate(...offline)).code).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
