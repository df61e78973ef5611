import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServedRequest } from '../../../src/http/served-request.ts';
import { loadBundledReferenceData } from '../../../src/rates/book/bundled.ts';
import { createMetrics } from '../../../src/server/observation/metrics.ts';
import { createRequestLog } from '../../../src/server/observation/observation.ts';
import { readableLog } from '../../../src/server/observation/readable-log.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';
import { openWatchedStore } from '../../support/stores.ts';

const served: ServedRequest[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ onServed: (request) => served.push(request) });
});
afterAll(() => app.close());

async function servedBy(ask: () => Promise<Response>): Promise<ServedRequest> {
  served.length = 0;
  await (await ask()).text();
  expect(served).toHaveLength(1);
  return served[0]!;
}

const graphql = (query: string, headers: Record<string, string>) =>
  app.fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });

describe('a request that was answered', () => {
  it('is reported by its route, never by its path', async () => {
    const path = '/v1/customers/source/9/externalId/secret-1';
    const headers = { 'X-Request-Id': 'r-1' };
    const request = await servedBy(() => app.send('PUT', path, aCustomerBody({ externalId: 'secret-1' }), headers));
    expect(request).toMatchObject({ door: 'REST', status: 201, requestId: 'r-1' });
    expect(request.operation).toMatch(/^PUT \/v1\/customers\/source\/:/);
    expect(request.clientId).not.toBeNull();
    expect(JSON.stringify(request)).not.toContain('secret-1');
  });

  it('is reported with its status when it is refused', async () => {
    expect(await servedBy(() => app.fetch('/v1/customers'))).toMatchObject({ status: 401, clientId: null });
  });

  it('is reported by the name of its GraphQL operation', async () => {
    const Authorization = `Bearer ${await app.token()}`;
    const named = await servedBy(() => graphql('query findThem { customers { nodes { name } } }', { Authorization }));
    expect(named).toMatchObject({ door: 'GRAPHQL', operation: 'query findThem', status: 200 });
    expect(named.clientId).not.toBeNull();
    // The second time, the operation is known.
    const again = await servedBy(() => graphql('query findThem { customers { nodes { name } } }', { Authorization }));
    expect(again.operation).toBe('query findThem');
    const unnamed = await servedBy(() => graphql('{ customers { nodes { name } } }', { Authorization }));
    expect(unnamed.operation).toBe('query without a name');
    expect((await servedBy(() => graphql('{', { Authorization }))).operation).toBe('POST without an operation');
  });
});

const request: ServedRequest = {
  door: 'REST',
  operation: 'GET /v1/customers',
  status: 200,
  ms: 12.3456,
  requestId: 'r-2',
  clientId: 'client_a',
};

describe('the log', () => {
  it('has a line for each request, but not for each probe', () => {
    const lines: [string, unknown][] = [];
    const log = createRequestLog({
      info: (line: unknown) => void lines.push(['info', line]),
      debug: (line: unknown) => void lines.push(['debug', line]),
    });
    log(request);
    log({ ...request, operation: 'GET /health/ready' });
    expect(lines).toEqual([
      ['info', { ...request, ms: 12.3 }],
      ['debug', { ...request, operation: 'GET /health/ready', ms: 12.3 }],
    ]);
  });
});

describe('the log on a terminal', () => {
  it('is text, with the stack of a failure', () => {
    const written: string[] = [];
    const log = pino(
      {},
      readableLog((text) => written.push(text)),
    );
    log.info({ status: 200, operation: 'GET /v1/customers' }, 'request');
    log.error({ err: new Error('no database') }, 'a request failed');
    expect(written[0]).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} {2}info {2}request {2}status=200 {2}operation=GET \/v1\/customers\n$/,
    );
    expect(written[1]).toContain('ERROR  a request failed');
    expect(written[2]).toContain('Error: no database\n    at ');
  });
});

describe('the metrics', () => {
  const metrics = createMetrics();
  metrics.show({
    connections: () => ({ used: 3, idle: 7, waiting: 2 }),
    rateBook: () => ({ ...loadBundledReferenceData(), version: '2026.11.27-1+1', asOf: '2026-11-20' }),
    webhooks: {
      outcomes: () => ({ delivered: 5, retried: 2, failed: 1 }),
      countPending: async () => 4,
      unreadMs: () => 61_500,
    },
    recounts: { right: 8, wrong: 1 },
    rateBookRefusal: () => 'Version 3 does not fit this release.',
    rateChecks: { done: 3, failed: 1 },
    openStreams: () => 6,
    waitingRequests: () => 7,
    now: () => new Date('2026-11-22T10:00:00Z'),
  });

  it('count requests by operation and status, and show the store and the rate book', async () => {
    metrics.onServed(request);
    metrics.onServed({ ...request, status: 404 });
    const text = await metrics.text();
    const labels = 'door="REST",operation="GET /v1/customers",status="200"';
    expect(text).toContain(`tollgate_request_duration_seconds_count{${labels}} 1`);
    expect(text).toContain(`tollgate_request_duration_seconds_bucket{le="0.01",${labels}} 0`);
    expect(text).toContain(`tollgate_request_duration_seconds_bucket{le="0.025",${labels}} 1`);
    expect(text).toContain('tollgate_refused_requests_total{status="404"} 1');
    expect(text).toContain('tollgate_store_connections{state="waiting"} 2');
    expect(text).toContain('tollgate_rate_book_info{version="2026.11.27-1+1"} 1');
    expect(text).toContain('tollgate_rate_book_age_days 2');
    expect(text).toContain('tollgate_rate_book_refused 1');
    expect(text).toContain('tollgate_local_rates_age_days{state="MN"} 96');
    expect(text).toMatch(/^tollgate_local_rates_overdue\{state="MN"\} 1$/m);
    expect(text).toMatch(/^tollgate_local_rates_overdue\{state="CO"\} 0$/m);
    expect(text).toContain('tollgate_webhook_attempts_total{outcome="retried"} 2');
    expect(text).toContain('tollgate_webhook_backlog 4');
    expect(text).toContain('tollgate_webhook_unread_seconds 61.5');
    expect(text).toContain('tollgate_recounts_total{result="wrong"} 1');
    expect(text).toContain('tollgate_rate_book_checks_total{result="failed"} 1');
    expect(text).toContain('tollgate_open_streams 6');
    expect(await metrics.text(), 'asked again').toContain('tollgate_webhook_attempts_total{outcome="retried"} 2');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  it('distinguish a limited number of operation names, because clients choose them', async () => {
    const query = { ...request, door: 'GRAPHQL' } as const;
    metrics.onServed({ ...query, operation: 'query nobodys', clientId: null });
    for (let name = 0; name < 2_000; name++) metrics.onServed({ ...query, operation: `query q${name}`, clientId: 'c' });
    metrics.onServed({ ...request, operation: 'GET /v1/nexus' });
    const text = await metrics.text();
    expect(text).toContain('operation="GET /v1/nexus"');
    expect(text, 'without a token').not.toContain('nobodys');
    expect(new Set(text.match(/operation="[^"]*"/g)).size).toBeLessThanOrEqual(503);
    expect(text).toContain('operation="other"');
  });
});

describe('the metrics of a gateway at work', () => {
  it('count calculations, refusals, costs, statements, waits and looks into caches', async () => {
    const metrics = createMetrics();
    const store = await openWatchedStore([metrics.store]);
    const gateway = await startApp({ store, metrics });
    const quote = (state: string) => ({ items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }], ...aPlace(state) });
    const calculate = '/v1/transactions/calculate';
    expect((await gateway.send('POST', calculate, quote('MN'))).status).toBe(200);
    expect((await gateway.send('POST', calculate, quote('MN'))).status).toBe(200);
    expect((await gateway.send('POST', calculate, { items: [] })).status).toBe(400);
    const asked = (query: string) => gateway.send('POST', '/graphql', { query });
    await asked('query names { customers { nodes { name } } }');
    await asked('query names { customers { nodes { name } } }');
    await asked('query lost { customer(by: {id: "00000000-0000-4000-8000-000000000000"}) { name } }');
    await asked('{ nothing }');
    const text = await metrics.text();
    await store.close();
    for (const line of [
      'tollgate_calculations_total{result="TAXED"} 2',
      'tollgate_refusals_total{door="REST",code="INVALID_INPUT"} 1',
      'tollgate_refusals_total{door="GRAPHQL",code="GRAPHQL_VALIDATION_FAILED"} 1',
      'tollgate_graphql_operation_cost_count{operation="query names"} 2',
      'tollgate_cache_look_ups_total{cache="graphql_documents",hit="true"} 1',
      'tollgate_cache_look_ups_total{cache="tokens",hit="false"} 1',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).toMatch(/^tollgate_cache_look_ups_total\{cache="tenants",hit="true"\} \d+$/m);
    expect(text).toMatch(/^tollgate_statement_duration_seconds_count\{operation="SELECT",failed="false"\} [1-9]/m);
    expect(text).toMatch(/^tollgate_store_wait_seconds_count [1-9]/m);
  });
});

const aPlace = (state: string) => ({
  shippingAddress: { street: '250 Marquette Ave', city: 'Minneapolis', state, zip: '55401', country: 'US' },
});
