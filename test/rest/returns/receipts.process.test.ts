import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createReceipts } from '../../../src/adapters/auth/receipts.ts';
import { loadTokenKey } from '../../../src/adapters/auth/token-key.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
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

/** The same, with the result of `audit verify --records`, which must agree. */
async function proved(one = receipt): Promise<Json> {
  const found = await check(one);
  const audit = ['audit', 'verify', '--records', '--tenant', app.tenant.tenantId];
  const { code, out } = await commandLineOn(base.store.database)(...audit);
  expect({ isWhole: code === 0, out }).toMatchObject({ isWhole: found.isProved });
  return found;
}
async function signed(content: Json): Promise<string> {
  const { signingKeys } = base.stores;
  const key = await loadTokenKey({ signingKey: null, encryptionKey: null, store: signingKeys, now: () => new Date() });
  return createReceipts(key, signingKeys, async () => {}).sign(content);
}
const keysOf = ({ differences }: Json) =>
  differences.map(({ cause, externalId }: Json) => `${cause} ${externalId}`).sort();

async function patch(externalId: string, members: Json) {
  const response = await app.send('PATCH', `${at}/${externalId}`, members);
  expect({ members, status: response.status }).toEqual({ members, status: 200 });
}

/** As by someone with the database password. */
const tamper = (statement: string) =>
  base.store.database.prisma.$transaction([
    base.store.database.prisma.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
    base.store.database.prisma.$executeRawUnsafe(`${statement} AND tenant_id = '${app.tenant.tenantId}'`),
  ]);
/** The same with a new version, which is recorded in the trail. */
const tamperWithTrail = (set: string, externalId: string) =>
  base.store.database.prisma.$executeRawUnsafe(
    `UPDATE transactions SET ${set}, version = version + 1 WHERE external_id = '${externalId}' AND tenant_id = '${app.tenant.tenantId}'`,
  );
const lamp = `UPDATE transactions SET document = replace(document::text, 'Lamp', 'Lemp')::json WHERE external_id = 'i-2'`;

it('proves an unchanged filing', async () => {
  expect(await proved()).toMatchObject({
    ...{ isProved: true, signature: 'VALID', number: 1, documentCount: 3, comparedCount: 3, differences: [] },
    filedAt: '2026-08-01T12:00:00.000Z',
  });
});

it('names a document that was altered, or removed, past the gateway', async () => {
  await tamper(lamp);
  await tamper(`DELETE FROM transactions WHERE external_id = 'i-3'`);
  expect(await proved()).toMatchObject({
    isProved: false,
    differences: [
      { part: 'DOCUMENTS', cause: 'ALTERED', source: '9', externalId: 'i-2' },
      { part: 'DOCUMENTS', cause: 'REMOVED', source: '9', externalId: 'i-3' },
    ],
  });
});

it('names an altered payment, which receipts of earlier builds do not cover', async () => {
  await tamper(
    `UPDATE return_filings SET payment = replace(payment::text, '"2026-08-01"', '"2026-07-01"')::json WHERE number = 1`,
  );
  const found = await check(receipt);
  expect(found.isProved).toBe(false);
  expect(found.differences).toMatchObject([{ part: 'PAYMENT', cause: 'ALTERED' }]);
  const [, content] = receipt.split('.');
  const { payment, ...earlier } = JSON.parse(Buffer.from(content!, 'base64url').toString());
  expect(payment).toMatch(/^[0-9a-f]{64}$/);
  expect(await check(await signed(earlier))).toMatchObject({ isProved: true, differences: [] });
});

it('names it even if its digest was altered in the trail, and in the list of filed documents', async () => {
  await tamper(lamp);
  await tamper(`UPDATE changes SET record_digest = sha256('forged') WHERE record_key = '9/i-2'`);
  expect((await proved()).differences).toMatchObject([{ cause: 'ALTERED', externalId: 'i-2' }]);
  await tamper(`UPDATE filed_documents SET documents = overlay(documents PLACING 'x' FROM 20) WHERE number = 1`);
  expect((await check(receipt)).differences.map(({ message }: Json) => message)).toContain(
    'The stored list of filed documents and their digests does not match the receipt.',
  );
});

/** Statements that alter a figure, place, date or key of a document. */
const alterations: readonly string[] = [
  `tax_amount = tax_amount + 1`,
  `final_transaction_amount = final_transaction_amount + 1`,
  `tax_date = tax_date - 1`,
  `country = 'CA'`,
  `state = 'WI'`,
  `currency = 'CAD'`,
  `transaction_type = 'REFUND'`,
  `external_id = 'i-other'`,
  ...[
    ['document', '"unitPrice":"24.5"', '"unitPrice":"2.45"'],
    ['document', '"quantity":"3"', '"quantity":"30"'],
    ['document', '"city":"Minneapolis"', '"city":"Saint Paul"'],
    ['document', '"zip":"55401"', '"zip":"55102"'],
    ['document', '"taxDate":"2026-06-15"', '"taxDate":"2026-06-14"'],
    ['document', '"taxCode":"C1S1"', '"taxCode":"C1S2"'],
    ['snapshot', '"appliedRate":"0.06875"', '"appliedRate":"0.05"'],
    ['snapshot', '"country":"US"', '"country":"CA"'],
  ].map(([column, before, after]) => `${column} = replace(${column}::text, '${before}', '${after}')::json`),
];

/** Changes of a filed document that the gateway allows. */
const allowed: readonly Json[] = [
  { transactionStatus: 'PAID' },
  { documentName: 'Paid by card' },
  { billingAddress: { country: 'US', state: 'MN', city: 'Duluth', street: '1 Canal Park Dr', zip: '55802' } },
  { externalTimestamps: { createdDate: '2026-06-15T10:00:00-05:00', updatedDate: '2026-07-03T10:00:00-05:00' } },
  { createdFrom: 'ORDER-1' },
  { items: [{ name: 'Desk lamp', description: 'Brass', taxCode: 'C1S1', unitPrice: 24.5, quantity: 3 }] },
  { items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 24.5, quantity: 3, manualSalesTaxRate: 0.05 }] },
];

it('distinguishes changes by the gateway from alterations, though the trail has both', async () => {
  await reopenReturn(app, july);
  const altered = alterations.map((_, index) => `a-${index}`);
  const changed = allowed.map((_, index) => `c-${index}`);
  for (const externalId of [...altered, ...changed]) await put(externalId);
  receipt = await file();
  for (const [index, members] of allowed.entries()) await patch(`c-${index}`, members);
  const first = await proved();
  expect({ isProved: first.isProved, keys: keysOf(first) }).toEqual({
    isProved: true,
    keys: changed.map((externalId) => `CHANGED ${externalId}`),
  });
  expect(Object.fromEntries(first.differences.map((one: Json) => [one.externalId, one.changedMembers]))).toEqual({
    ...{ 'c-0': ['transactionStatus'], 'c-1': ['documentName'], 'c-2': ['billingAddress'] },
    ...{ 'c-3': ['externalTimestamps'], 'c-4': ['createdFrom'], 'c-5': ['items'], 'c-6': ['items'] },
  });
  for (const [index, set] of alterations.entries()) {
    expect({ set, rows: await tamperWithTrail(set, `a-${index}`) }).toEqual({ set, rows: 1 });
  }
  const second = await proved();
  const renamed = (key: string) => (key === `a-${alterations.indexOf(`external_id = 'i-other'`)}` ? 'i-other' : key);
  expect({ isProved: second.isProved, keys: keysOf(second) }).toEqual({
    isProved: false,
    keys: [...altered.map((key) => `ALTERED ${renamed(key)}`), ...changed.map((key) => `CHANGED ${key}`)].sort(),
  });
});

it('judges a receipt of an earlier build by the members that the trail has', async () => {
  const [, payload] = receipt.split('.');
  const { documents, ...content } = JSON.parse(Buffer.from(payload!, 'base64url').toString());
  const { inputsDigest: _, ...first } = documents;
  receipt = await signed({ ...content, documents: first });
  await tamper(`UPDATE return_filings SET receipt = '${receipt}' WHERE TRUE`);
  await tamper('UPDATE filed_documents SET inputs = NULL WHERE TRUE');
  expect(await proved()).toMatchObject({ isProved: true, differences: [] });
  for (const members of allowed) await patch('i-1', members);
  expect(await proved()).toMatchObject({ isProved: true, differences: [{ cause: 'CHANGED', externalId: 'i-1' }] });
  await tamperWithTrail(`document = replace(document::text, '"unitPrice":"24.5"', '"unitPrice":"2.45"')::json`, 'i-1');
  await tamperWithTrail(
    `snapshot = replace(snapshot::text, '"appliedRate":"0.06875"', '"appliedRate":"0.05"')::json`,
    'i-2',
  );
  expect(keysOf(await proved())).toEqual(['ALTERED i-1', 'ALTERED i-2']);
});

type Step = readonly [kind: string, document: number, change: number];

it('stays proved through every chain of changes that the gateway allows, and not through an alteration', async () => {
  const step: fc.Arbitrary<Step> = fc.tuple(
    fc.constantFrom('patch', 'patch', 'patch', 'refund', 'late', 'refile', 'erase'),
    fc.integer({ min: 1, max: 3 }),
    fc.nat({ max: allowed.length - 1 }),
  );
  const alteration = fc.tuple(fc.nat({ max: alterations.length - 1 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), alteration, async (steps, [which, inTrail]) => {
      app = await startAnother();
      await app.send('PUT', '/v1/nexus/place/US-MN', { registrations: [{ validFrom: '2020-01-01' }] });
      for (const externalId of ['i-1', 'i-2', 'i-3', 'last']) await put(externalId);
      const receipts = [await file()];
      for (const [index, one] of steps.entries()) await take(one, index, receipts);
      for (const one of receipts) expect((await proved(one)).isProved).toBe(true);
      const set = alterations[which]!;
      if (inTrail) await tamperWithTrail(set, 'last');
      else await tamper(`UPDATE transactions SET ${set} WHERE external_id = 'last'`);
      expect((await proved(receipts.at(-1))).isProved).toBe(false);
    }),
    { numRuns: 4 },
  );
});

async function take([kind, document, change]: Step, index: number, receipts: string[]) {
  const externalId = `i-${document}`;
  if (kind === 'patch') await patchIfAllowed(externalId, allowed[change]);
  else if (kind === 'refund')
    await put(`r-${index}`, { transactionType: 'REFUND', createdFrom: externalId, items: [], refundFraction: 0.1 });
  else if (kind === 'late') await put(`late-${index}`);
  else if (kind === 'refile') {
    await reopenReturn(app, july);
    await put(externalId, { items: [anItemBody({ unitPrice: 30 + index })] });
    receipts.push(await file());
  } else await app.send('POST', '/v1/customers/source/9/externalId/c-1/erase', { reason: 'Asked to' });
}

/** A list of items replaces them, so it would change the price of a document that was refiled with another list. */
async function patchIfAllowed(externalId: string, members: Json) {
  const { status } = await app.send('PATCH', `${at}/${externalId}`, members);
  expect([200, 409]).toContain(status);
}

it.each([
  ['FIGURES', `UPDATE return_filings SET figures = replace(figures::text, '"', ' "')::json WHERE TRUE`],
  ['RATE_BOOK_VERSION', `UPDATE return_filings SET rate_book_version = 'other' WHERE TRUE`],
  ['FILING', 'UPDATE return_filings SET transaction_count = 2 WHERE TRUE'],
  ['FILING', `UPDATE return_filings SET filed_at = '2026-07-12T12:00:00Z' WHERE TRUE`],
  ['FILING', `UPDATE returns SET to_on = '2026-06-29' WHERE TRUE`],
])('says that another part was altered: %s', async (part, statement) => {
  await tamper(statement);
  expect(await proved()).toMatchObject({ isProved: false, differences: [{ part, cause: 'ALTERED' }] });
});

it('refuses an altered receipt, one of another type, and other text', async () => {
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
    differences: [{ part: 'FILING', cause: 'REMOVED', message: 'Filing not found in this account.' }],
  });
});

it('distinguishes changes after a reopening, and an erasure, from alterations', async () => {
  await reopenReturn(app, july);
  await put('i-2', { documentName: 'Changed' });
  const second = await file();
  expect(await proved()).toMatchObject({
    isProved: true,
    number: 1,
    differences: [{ part: 'DOCUMENTS', cause: 'CHANGED', externalId: 'i-2' }],
  });
  expect(await check(second)).toMatchObject({ isProved: true, number: 2, differences: [] });
  const erasing = await app.send('POST', '/v1/customers/source/9/externalId/c-1/erase', { reason: 'Asked to' });
  expect(erasing.status).toBe(200);
  const { isProved, differences } = await proved(second);
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
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('Filing not found in this account') });
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
    const named = JSON.parse(Buffer.from(receipt.split('.')[1]!, 'base64url').toString());
    expect(named.tenantId).toBe(app.tenant.tenantId);
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
