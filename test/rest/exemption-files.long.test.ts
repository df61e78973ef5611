import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody } from '../support/bodies.ts';
import { sendForm } from '../support/streamed-form.ts';

const rowCount = 200_000;
/** Rows between two looks at the memory. */
const interval = 20_000;
const mostGrowth = 20 * 1024 * 1024;

let app: TestApp;
let server: Server;
let stored = 0;
/** What was in use after every interval, garbage collected. */
const inUse: number[] = [];

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

beforeAll(async () => {
  app = await startApp({
    // What is stored is let go: this store would keep it in the memory that is measured.
    wrap: (stores) => ({
      ...stores,
      forTenant: (tenantId) => {
        const records = stores.forTenant(tenantId);
        const upsertAll: typeof records.exemptions.upsertAll = async (exemptions) => {
          stored += exemptions.length;
          if (stored % interval < exemptions.length) {
            collectGarbage();
            const { heapUsed, external } = process.memoryUsage();
            inUse.push(heapUsed + external);
          }
          return [...exemptions];
        };
        return { ...records, exemptions: { ...records.exemptions, upsertAll } };
      },
    }),
  });
  await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  server = createServer(app.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await app.close();
});

/** Rows with faults among them: one in ten names no state, and no customer. */
function* rows(): Generator<string> {
  yield 'source,externalId,states,certificateId,certificateName,fromDate\r\n';
  for (let row = 1; row <= rowCount; row++) {
    const isGood = row % 10 !== 0;
    const [customer, state] = isGood ? ['c-1', 'MN'] : [`none-${row}`, `Z${row}`];
    yield `9,${customer},${state},certificate ${row},${'x'.repeat(200)},7/1/2026\r\n`;
  }
}

it('reads a long file in the memory of a short one', { timeout: 600_000 }, async () => {
  const { port } = server.address() as AddressInfo;
  const headers = { Authorization: `Bearer ${await app.token()}` };
  const url = `http://127.0.0.1:${port}/v1/exemptions/csv`;
  const { status, text } = await sendForm({ url, headers, field: 'csvFile', file: rows() });
  expect(status).toBe(200);
  const report = await bodyOf<Record<string, unknown>>(new Response(text));
  expect(report).toMatchObject({ status: 'PARTIAL', row_count: 200_000, success_count: 180_000 });
  // Two faults each of 20,000 rows, of which the first thousand are told.
  expect(report).toMatchObject({ errors_left_out: 39_000 });
  expect(stored).toBe(180_000);
  const [second, last] = [inUse[1]!, inUse.at(-1)!];
  expect(inUse.length).toBeGreaterThanOrEqual(8);
  expect(last - second).toBeLessThan(mostGrowth);
});
