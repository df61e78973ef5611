import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadTokenKey } from '../../src/adapters/auth/token-key.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { recordsIn } from '../support/archives.ts';
import { commandLineOn } from '../support/command-line.ts';
import { fillTenant } from '../support/full-tenant.ts';
import { openOwnStore, type TestStore } from '../support/stores.ts';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-'));
const path = (name: string) => join(directory, name);
const textOf = (name: string) => {
  const bytes = readFileSync(path(name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};

let app: TestApp;
let other: TestStore;
let here: ReturnType<typeof commandLineOn>;
let there: ReturnType<typeof commandLineOn>;
beforeAll(async () => {
  const store = await openOwnStore();
  app = await startApp({ store });
  await fillTenant(app);
  other = await openOwnStore();
  here = commandLineOn(store.database);
  there = commandLineOn(other.database);
});
afterAll(async () => {
  await app.store.close();
  await other.close();
  rmSync(directory, { recursive: true });
});

it('moves a tenant with its clients to another store, where its next archive has the same bytes', async () => {
  const { tenantId, name } = app.tenant;
  const exported = await here('export', '--tenant', name, '--out', path('tenant.jsonl.gz'));
  expect(exported).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ exported to .*: \d+ records, SHA-256 \w{64}$/),
  });
  expect(statSync(path('tenant.jsonl.gz')).mode & 0o777).toBe(0o600);
  const again = await here('export', '--tenant', tenantId, '--out', path('tenant.jsonl.gz'));
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('EEXIST') });

  const imported = await there('import', path('tenant.jsonl.gz'));
  expect(imported).toMatchObject({ code: 0, errors: '', out: expect.stringContaining(`${tenantId} imported`) });
  expect((await there('clients', 'list')).out).toBe((await here('clients', 'list')).out);
  expect(await there('audit', 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('intact') });
  const unread = async ({ webhookOutbox }: Stores) => (await webhookOutbox.read(tenantId, 100, new Date()))?.changes;
  expect(await unread(other.stores)).toMatchObject([{ recordType: 'ACCOUNT' }, { recordKey: '9/i-2' }]);
  expect(await unread(other.stores)).toEqual(await unread(app.stores));
  await there('export', '--tenant', name, '--out', path('again.jsonl'));
  expect(textOf('again.jsonl')).toBe(textOf('tenant.jsonl.gz'));
  expect(await there('import', path('again.jsonl'))).toMatchObject({
    code: 1,
    errors: expect.stringContaining('already'),
  });
});

it('does not leave a damaged file or its records behind', async () => {
  writeFileSync(path('cut.jsonl.gz'), readFileSync(path('tenant.jsonl.gz')).subarray(0, -500));
  const cut = ['import', path('cut.jsonl.gz'), '--without-connections', '--as', '00000000-0000-4000-8000-000000000001'];
  expect(await there(...cut)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/is damaged or incomplete: unexpected end of file. Nothing was stored./),
  });
  expect((await there('tenants', 'list')).out).not.toContain('00000000');
  expect(await here('export', '--tenant', 'Nobody', '--out', path('nobody.jsonl'))).toMatchObject({ code: 2 });
  expect(existsSync(path('nobody.jsonl'))).toBe(false);
  expect(await here('export')).toMatchObject({ code: 2, errors: expect.stringContaining('Specify the tenant') });
});

it('backs up and restores a whole store, with clients, keys and rates', async () => {
  const { prisma } = app.store.database;
  await prisma.$executeRaw`
    INSERT INTO rate_layers (layer_id, kind, state, content) VALUES ('MN-1', 'BOUNDARIES', 'MN', '{"a":  1}')`;
  await prisma.$executeRaw`
    INSERT INTO boundary_rows (layer_number, zip_prefix, street, row_number, kind, valid_from, zip_low, zip_high,
      pre_direction, suffix, post_direction, stack)
    SELECT layer_number, '55401', 'MAIN', 1, 'ZIP', '2026-01-01', '55401', '55401', '', '', '', 1 FROM rate_layers`;
  await prisma.$executeRaw`INSERT INTO rate_layers (import_id, kind) VALUES (gen_random_uuid(), 'BOUNDARIES')`;
  await prisma.$executeRaw`
    INSERT INTO rate_book_archives
    VALUES ('2026.06.01-1', repeat('a', 43), now(), decode(repeat('00ff5c', 300000), 'hex'))`;
  await prisma.$executeRaw`INSERT INTO rate_book_versions VALUES (1, now(), 'First', '{MN-1}')`;
  await prisma.$executeRaw`INSERT INTO rate_book_activations (number, activated_at) VALUES (1, now())`;
  await here('clients', 'create', '--tenant', 'Second');
  const { signingKeys } = app.store.stores;
  const key = { signingKey: null, encryptionKey: null, store: signingKeys, now: () => new Date() };
  const { keyId } = await loadTokenKey(key);
  expect(await here('backup', '--out', path('store.jsonl.gz'))).toMatchObject({ code: 0, errors: '' });

  await other.close();
  other = await openOwnStore();
  const restored = commandLineOn(other.database);
  expect(await restored('restore', path('tenant.jsonl.gz'))).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The file contains a single tenant'),
  });
  expect(await restored('restore', path('store.jsonl.gz'))).toMatchObject({ code: 0, errors: '' });
  expect(await restored('backup', '--out', path('store-again.jsonl'))).toMatchObject({ code: 0 });
  expect(textOf('store-again.jsonl')).toBe(textOf('store.jsonl.gz'));
  expect(recordsIn(textOf('store-again.jsonl'))).toMatchObject({
    tenants: 2,
    rate_layers: 1,
    rate_book_archives: 1,
    boundary_rows: 1,
  });
  expect((await other.stores.signingKeys.list()).map((one) => one.keyId)).toEqual([keyId]);
  expect(await restored('audit', 'verify')).toMatchObject({ code: 0 });
  const [next] = await other.database.prisma.$queryRaw<[{ id: string }]>`
    INSERT INTO rate_layers (import_id, kind) VALUES (gen_random_uuid(), 'BOUNDARIES') RETURNING layer_number::text AS id`;
  expect(next).toEqual({ id: '2' });
  expect(await restored('restore', path('store.jsonl.gz'))).toMatchObject({
    code: 1,
    errors: 'The store is not empty: it contains tenants. A backup can be restored only into an empty store.',
  });
  expect(await restored('import', path('store.jsonl.gz'))).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The file is a backup of a whole store'),
  });
});
