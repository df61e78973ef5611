import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';
import { replacedStores } from '../../support/replaced-stores.ts';
import { sendForm } from '../../support/streamed-form.ts';

const rowCount = 200_000;
/** Rows between two memory measurements. */
const interval = 20_000;
const mostGrowth = 20 * 1024 * 1024;

let app: TestApp;
let server: Server;
let stored = 0;
/** The memory in use after every interval, after garbage collection. */
const inUse: number[] = [];

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

beforeAll(async () => {
  app = await startApp({
    // Discards the stored records, because this store would keep them in the measured memory.
    wrap: (stores) => ({
      ...stores,
      forTenant: (tenantId) => {
        const records = stores.forTenant(tenantId);
        const storeAll: typeof records.exemptions.storeAll = async (exemptions) => {
          stored += exemptions.length;
          if (stored % interval < exemptions.length) {
            collectGarbage();
            const { heapUsed, external } = process.memoryUsage();
            inUse.push(heapUsed + external);
          }
        };
        return replacedStores(records, { exemptions: { ...records.exemptions, storeAll } });
      },
    }),
  });
  await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  // A long file is read only as fast as it is stored.
  server = createServer({ requestTimeout: 0 }, app.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await app.close();
});

/** Some rows have errors: one in ten names neither a state nor a customer. */
function* rows(): Generator<string> {
  yield 'source,externalId,states,certificateId,certificateName,fromDate\r\n';
  for (let row = 1; row <= rowCount; row++) {
    const isGood = row % 10 !== 0;
    const [customer, state] = isGood ? ['c-1', 'MN'] : [`none-${row}`, `Z${row}`];
    yield `9,${customer},${state},certificate ${row},${'x'.repeat(200)},7/15/2026\r\n`;
  }
}

const operations = JSON.stringify({
  query: `mutation ($csvFile: Upload!) {
    importExemptions(input: { file: $csvFile }) { ... on ExemptionImport { status rowCount successCount unlistedErrorCount } }
  }`,
  variables: { csvFile: null },
});

it.each([
  ['/v1/exemption_imports', 'csvFile', {}],
  ['/graphql', '0', { operations, map: '{"0":["variables.csvFile"]}' }],
])('reads a long file in the memory of a short one: %s', { timeout: 600_000 }, async (path, field, fields) => {
  stored = 0;
  inUse.length = 0;
  const { port } = server.address() as AddressInfo;
  const headers = { Authorization: `Bearer ${await app.token()}` };
  const { status, text } = await sendForm({
    url: `http://127.0.0.1:${port}${path}`,
    headers,
    fields,
    field,
    file: rows(),
  });
  expect(status).toBe(200);
  expect(text).toMatch(/"status":"PARTIAL"/);
  // 20,000 rows have two errors each; the first thousand errors are reported.
  const figures = ['row_?count":200000', 'success_?count":180000', '(errors_left_out|unlistedErrorCount)":39000'];
  for (const figure of figures) expect(text).toMatch(new RegExp(figure, 'i'));
  expect(stored).toBe(180_000);
  const [second, last] = [inUse[1]!, inUse.at(-1)!];
  expect(inUse.length).toBeGreaterThanOrEqual(8);
  expect(last - second).toBeLessThan(mostGrowth);
});
