import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { importTenant } from '../../../src/usecases/archive/read-archive.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { archiveOf, linesOf } from '../../support/archives.ts';
import { fillTenant } from '../../support/full-tenant.ts';
import { aTenant } from '../../support/stores.ts';
import { loadMigrated } from '../../support/template.ts';

let app: TestApp;
let archive: string;
beforeAll(async () => {
  app = await startApp();
  await fillTenant(app);
});
afterAll(() => app.close());

const own = { as: null, withConnections: true };

it('has the same bytes on the way from a server to an embedded store and back', async () => {
  const { tenantId } = app.tenant;
  archive = await archiveOf(app.stores, tenantId);
  const place = { kind: 'memory', dump: await loadMigrated() } as const;
  const database = await openDatabase({ kind: 'embedded', place });
  onTestFinished(() => database.close());
  const embedded = createStores(database);
  await importTenant(embedded, linesOf(archive), own);
  expect(await archiveOf(embedded, tenantId)).toBe(archive);

  const back = await startApp();
  onTestFinished(() => back.close());
  await importTenant(back.stores, linesOf(await archiveOf(embedded, tenantId)), own);
  expect(await archiveOf(back.stores, tenantId)).toBe(archive);
});

it('allows others to subscribe, file and read while a tenant is imported, which becomes visible at the end', async () => {
  const as = '00000000-0000-4000-8000-00000000a5a5';
  const { tenantId } = await aTenant(app.stores);
  const others = app.stores.forTenant(tenantId);
  let isChecked = false;
  async function* pausing() {
    for await (const line of linesOf(archive)) {
      if (Buffer.from(line).toString().startsWith('{"table":"change_seals"')) {
        const unsubscribe = await others.changes.subscribe({ changed: () => {}, missed: () => {} });
        unsubscribe();
        await others.returns.awaitWriters();
        expect(await app.stores.tenants.find(as)).toBeNull();
        isChecked = true;
      }
      yield line;
    }
  }
  await importTenant(app.stores, pausing(), { as, withConnections: false });
  expect(isChecked).toBe(true);
  expect(await app.stores.tenants.find(as)).toMatchObject({ tenantId: as });
});
