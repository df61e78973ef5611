import { type RequestListener, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../../../src/http/http-server.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { longestAllowedMs, longestTurnMs } from '../../support/longest-turn.ts';
import { replacedStores } from '../../support/replaced-stores.ts';

/** The number of reads of customers for a file: one per 200 documents. */
let batches = 0;
/** The event that a batch waits for. */
let nextBatch: Promise<void> | undefined;
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    wrap: (stores) => ({
      ...stores,
      forTenant(tenantId, actor, work) {
        const records = stores.forTenant(tenantId, actor, work);
        const { customers } = records;
        return replacedStores(records, {
          customers: {
            ...customers,
            async findByKeys(keys) {
              batches += 1;
              await nextBatch;
              return customers.findByKeys(keys);
            },
          },
        });
      },
    }),
  });
});
afterAll(() => app.close());

const columns = 'source,externalId,customerExternalId,date,state,zip,totalPrice,taxAmount\n';
const rowOf = (index: number) => `1,A-${index},C-${index},2026-06-15,MN,55401,100,9.03\n`;
const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => rowOf(from + index)).join('');

type Line = {
  readonly externalId?: string;
  readonly summary?: { readonly rowCount: number; readonly worst: unknown[] };
};

type Worst = {
  readonly externalId: string;
  readonly quote: { readonly items: unknown[] };
  readonly trace: unknown[];
  readonly isTraceOmitted: boolean;
};

async function post(body: BodyInit, headers: Record<string, string> = {}, query = '') {
  const authorization = { Authorization: `Bearer ${await app.token()}` };
  return app.fetch(`/v1/reconciliations${query}`, {
    method: 'POST',
    headers: { ...authorization, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
}

const csv = { 'Content-Type': 'text/csv' };
const asLines = { ...csv, Accept: 'application/x-ndjson' };

/** A body with this many pieces of 200 rows, and the number of pieces read. */
function slowBody(pieces: number) {
  const encoder = new TextEncoder();
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await wait(1);
        if (read === pieces) return controller.close();
        controller.enqueue(encoder.encode((read === 0 ? columns : '') + rows(read * 200, 200)));
        read += 1;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, count: () => read };
}

describe('POST /v1/reconciliations', () => {
  it('streams all rows in the order of the file, and the summary at the end', async () => {
    const response = await post(columns + rows(0, 700), asLines);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    const lines = (await response.text()).trim().split('\n');
    const found = lines.map((line) => JSON.parse(line) as Line);
    expect(found.slice(0, -1).map(({ externalId }) => externalId)).toEqual(
      Array.from({ length: 700 }, (_, index) => `A-${index}`),
    );
    expect(found.at(-1)!.summary).toMatchObject({ rowCount: 700, equalCount: 700, worst: [] });
  });

  it('sends rows while the file is received', async () => {
    const { body, count } = slowBody(20);
    const response = await post(body, asLines);
    const reader = response.body!.getReader();
    const first = await reader.read();
    expect(new TextDecoder().decode(first.value)).toMatch(/^\{"line":2,"source":"1","externalId":"A-0"/);
    expect(count()).toBeLessThan(20);
    await reader.cancel();
  });

  it('also accepts the file as a form, and responds with the summary', async () => {
    const form = new FormData();
    form.append('file', new Blob([`${columns}1,A-1,,2026-06-15,MN,55401,100,8.53\n`]), 'sales.csv');
    const response = await post(form, {}, '?worstCount=1');
    expect(await response.json()).toMatchObject({
      rowCount: 1,
      causes: [{ cause: 'JURISDICTION_MISSING', rowCount: 1, currency: 'USD' }],
      worst: [{ externalId: 'A-1', quote: { salesTax: { amount: 9.03 } } }],
    });
  });

  it('shows long documents without their trace, one after the other while others are served', async () => {
    const item = { name: 'Lamp', taxCode: 'C1S1', quantity: 1, unitPrice: 10 };
    const lineOf = (externalId: string, count: number) =>
      `${JSON.stringify({
        source: '1',
        externalId,
        externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' },
        shippingAddress: { zip: '55401', state: 'MN', country: 'US', isPartial: true },
        items: Array.from({ length: count }, () => item),
        taxAmount: count,
      })}\n`;
    const file = [101, 1_000, 1_000, 1_000, 1_000, 100].map((count, index) => lineOf(`L-${index}`, count)).join('');
    const response = await post(file, { 'Content-Type': 'application/x-ndjson' }, '?worstCount=200');
    let body = '';
    const turnMs = await longestTurnMs(async () => {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) body += part;
    });
    expect(turnMs).toBeLessThan(longestAllowedMs);
    const { rowCount, worst } = JSON.parse(body) as { rowCount: number; worst: Worst[] };
    expect(rowCount).toBe(6);
    expect(body.length).toBeLessThan(6_000_000);
    const shown = worst.map((one) => [
      one.externalId,
      one.quote.items.length,
      one.isTraceOmitted,
      one.trace.length > 0,
    ]);
    expect(shown).toEqual([
      ['L-1', 1_000, true, false],
      ['L-2', 1_000, true, false],
      ['L-3', 1_000, true, false],
      ['L-4', 1_000, true, false],
      ['L-0', 101, true, false],
      ['L-5', 100, false, true],
    ]);
  });

  it('stops reading once the client has left, and keeps nothing of the file', async () => {
    const leave = async () => {
      const { body, count } = slowBody(2_000);
      const reader = (await post(body, asLines)).body!.getReader();
      await reader.read();
      await reader.cancel();
      await wait(20);
      const [read, done] = [count(), batches];
      await wait(50);
      expect([count(), batches]).toEqual([read, done]);
      expect(read).toBeLessThan(100);
    };
    await leave();
    const before = liveBytes();
    for (let times = 0; times < 3; times += 1) await leave();
    // The laws, texts and rows of three files would take more.
    expect(liveBytes() - before).toBeLessThan(4_000_000);
  });

  it.each([{}, { Accept: 'application/x-ndjson' }])('stops when the connection breaks: %j', async (accept) => {
    let tell = () => {};
    const isBroken = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const listener: RequestListener = (incoming, response) => {
      response.on('close', tell);
      app.listener(incoming, response);
    };
    const server = await listen({ port: 0, host: '127.0.0.1', keepAliveTimeoutMs: 1_000 }, async () => listener);
    const headers = { ...csv, ...accept, Authorization: `Bearer ${await app.token()}` };
    const sent = request(`${server.url}/v1/reconciliations`, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.on('response', (response) => response.resume());
    const begun = batches;
    // The connection breaks during the first of five batches.
    nextBatch = isBroken;
    sent.write(columns + rows(0, 1_000));
    await vi.waitFor(() => expect(batches).toBe(begun + 1), { timeout: 20_000 });
    sent.destroy();
    await isBroken;
    nextBatch = undefined;
    await wait(200);
    expect(batches).toBe(begun + 1);
    await server.stop(1_000);
  });

  it('reports errors of the request before any row', async () => {
    const response = await post('externalId,totalPrice\nA-1,5\n', asLines);
    expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ code: 'REQUIRED' }, {}, {}] }]);
    const options = await post(columns, csv, '?tolerance=-1&worstCount=900&against=LEDGER');
    expect([options.status, ((await options.json()) as { errors: unknown[] }).errors]).toMatchObject([
      400,
      [{}, {}, {}],
    ]);
    expect((await post('{}', { 'Content-Type': 'application/json' })).status).toBe(415);
    expect((await app.fetch('/v1/reconciliations', { method: 'POST', headers: csv, body: columns })).status).toBe(401);
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function liveBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
