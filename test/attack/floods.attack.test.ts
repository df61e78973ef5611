import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttackedGateway, startAttackedGateway } from './attacked-gateway.ts';
import { hostileRequests } from './hostile-requests.ts';

let gateway: AttackedGateway;
beforeAll(async () => {
  gateway = await startAttackedGateway();
});
afterAll(() => gateway.close());

const authorized = (token: string) => ({ Authorization: `Bearer ${token}` });

function graphql(body: unknown, token?: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? authorized(token) : {}), ...headers },
    body: JSON.stringify(body),
  });
}

/** The longest wait of another client for a health check while `attack` ran. */
async function longestWait(attack: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const watch = (async () => {
    while (!isOver) {
      const start = performance.now();
      await fetch(`${gateway.url}/health/live`).then((response) => response.text());
      longest = Math.max(longest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  await attack().finally(() => {
    isOver = true;
  });
  await watch;
  return longest;
}

const inTurn = async (times: number, send: (index: number) => Promise<unknown>, atOnce = 8) => {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < times; index = next++) await send(index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

describe('a flood', { timeout: 120_000 }, () => {
  it('of hostile requests affects neither health checks nor memory use', async () => {
    const requests = hostileRequests(gateway.tokens).filter(({ name }) => !name.startsWith('CSV'));
    const round = () =>
      inTurn(requests.length, async (index) => {
        const { path, init } = requests[index]!;
        await fetch(gateway.url + path, init).then((response) => response.arrayBuffer());
      });
    await round();
    const before = gateway.memory();
    const waited = await longestWait(async () => {
      for (let time = 0; time < 5; time++) await round();
    });
    expect(waited).toBeLessThan(500);
    expect(gateway.memory() - before).toBeLessThan(150);
  });

  it('of 5,000 unknown persisted operations stores none', async () => {
    const before = gateway.memory();
    await inTurn(5_000, async (index) => {
      const sha256Hash = index.toString(16).padStart(64, '0');
      const response = await graphql({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
      expect(await response.text()).toContain('PERSISTED_QUERY_NOT_FOUND');
    });
    expect(gateway.memory() - before).toBeLessThan(100);
  });

  it('of operations registered under the hash of another is refused', async () => {
    const query = '{customers{totalCount}}';
    const sha256Hash = 'a'.repeat(64);
    const poisoned = await graphql(
      { query, extensions: { persistedQuery: { version: 1, sha256Hash } } },
      gateway.tokens.a,
    );
    expect(await poisoned.text()).toMatch(/mismatch/i);
    const asked = await graphql({ extensions: { persistedQuery: { version: 1, sha256Hash } } }, gateway.tokens.b);
    expect(await asked.text()).toContain('PERSISTED_QUERY_NOT_FOUND');
  });

  it('of wrong secrets is limited', async () => {
    const wrong = { clientId: gateway.client.clientId, clientSecret: 'wrong' };
    const statuses = new Set<number>();
    await inTurn(60, async () => {
      const response = await fetch(`${gateway.url}/v1/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(wrong),
      });
      statuses.add(response.status);
      await response.text();
    });
    expect([...statuses].sort()).toEqual([401, 429]);
  });

  it('of streams is limited per client', async () => {
    const open = Array.from({ length: 15 }, async () => {
      const abort = new AbortController();
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
          ...authorized(gateway.tokens['transactions:read']),
        },
        body: JSON.stringify({ query: 'subscription{transactionChanged{action}}' }),
        signal: abort.signal,
      });
      return { response, abort };
    });
    const streams = await Promise.all(open);
    const first = await Promise.all(
      streams.map(async ({ response }) => {
        const reader = response.body!.getReader();
        const read = reader.read().then(({ value }) => new TextDecoder().decode(value));
        const waited = new Promise<string>((resolve) => setTimeout(() => resolve(''), 500));
        return Promise.race([read, waited]);
      }),
    );
    const refused = first.filter((text) => /LIMIT|TOO_MANY|RATE/.test(text)).length;
    for (const { abort } of streams) abort.abort();
    expect(refused).toBe(5);
  });
});

describe('a slow or broken client', { timeout: 60_000 }, () => {
  it('that sends half a request and waits does not stop others', async () => {
    const sockets = Array.from({ length: 200 }, () => connect(gateway.port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) {
      socket.on('error', () => {});
      socket.write('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
    }
    expect(await longestWait(() => new Promise((resolve) => setTimeout(resolve, 2_000)))).toBeLessThan(500);
    for (const socket of sockets) socket.destroy();
  });

  it.each(['/v1/products/batch', '/v1/transactions/batch', '/v1/reconciliations', '/v1/exemptions/import', '/graphql'])(
    'that sends bodies without a length beyond the limit does not end the gateway: %s',
    async (path) => {
      const part = Buffer.alloc(256 * 1024, ' ');
      const send = async () => {
        let left = 40; // 10 MB
        const body = new ReadableStream({
          pull: (controller) => (left-- > 0 ? controller.enqueue(part) : controller.close()),
        });
        const headers = { ...authorized(gateway.tokens.a), 'Content-Type': 'application/json' };
        const init = { method: 'POST', headers, body, duplex: 'half' } as const;
        await fetch(gateway.url + path, init).then(
          (response) => response.text(),
          () => null,
        );
      };
      await inTurn(40, send, 20);
      expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    },
  );

  it('that sends 500 requests at once on one connection gets every answer, in order', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.write(
      `${request('/health/live').repeat(499)}GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    await once(socket, 'close');
    expect(
      Buffer.concat(parts)
        .toString()
        .match(/HTTP\/1\.1 200/g),
    ).toHaveLength(500);
  });
});

describe('a form', { timeout: 60_000 }, () => {
  it('of 10,000 parts is refused', async () => {
    const form = new FormData();
    for (let index = 0; index < 10_000; index++) form.append(`part${index}`, 'x');
    const before = gateway.cpu();
    const response = await fetch(`${gateway.url}/v1/exemption_imports`, {
      method: 'POST',
      headers: authorized(gateway.tokens.a),
      body: form,
    });
    expect(response.status).toBe(400);
    expect(gateway.cpu() - before).toBeLessThan(300);
  });

  it('with cells that a spreadsheet would run is stored as text, and never run or changed', async () => {
    const form = new FormData();
    const file = 'customerId,states,certificateId,exemptionType\n=cmd|calc!A0,IA,=1+1,FULLY\n';
    form.append('csvFile', new Blob([file], { type: 'text/csv' }), 'exemptions.csv');
    const response = await fetch(`${gateway.url}/v1/exemption_imports?dryRun=true`, {
      method: 'POST',
      headers: authorized(gateway.tokens.a),
      body: form,
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'FAILED', row_count: 1 });
  });
});

describe('an idempotency key', () => {
  it('reveals nothing of another tenant', async () => {
    const { serviceId } = await storeCustomer(gateway.tokens.a);
    const body = JSON.stringify({ exemption: { customerId: serviceId }, states: [{ code: 'MN' }] });
    const send = (token: string) =>
      fetch(`${gateway.url}/v1/exemptions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'shared-key', ...authorized(token) },
        body,
      });
    expect((await send(gateway.tokens.a)).status).toBe(200);
    expect((await send(gateway.tokens.a)).headers.get('Idempotency-Replayed')).toBe('true');
    const other = await send(gateway.tokens.b);
    expect(other.status).toBe(404);
    expect(other.headers.get('Idempotency-Replayed')).toBeNull();
  });
});

async function storeCustomer(token: string): Promise<{ serviceId: string }> {
  const response = await fetch(`${gateway.url}/v1/customers/source/1/externalId/KEY-1`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...authorized(token) },
    body: JSON.stringify({
      source: '1',
      externalId: 'KEY-1',
      externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01' },
    }),
  });
  return (await response.json()) as { serviceId: string };
}

describe('after all of it', () => {
  it('the gateway is ready, and has logged neither a failure nor a stall', async () => {
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    expect(gateway.log().filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
    expect(gateway.stalls()).toEqual([]);
  });
});
