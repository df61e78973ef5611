import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRegisters } from '../../../../src/adapters/registers/create-registers.ts';
import { tracedSender } from '../../../../src/adapters/webhooks/sender.ts';
import type { WebhookRequest } from '../../../../src/ports/webhook-sender.ts';
import { statementFacts } from '../../../../src/server/observation/statements/statement-text.ts';
import { startTracing, type Traces } from '../../../../src/server/observation/tracing/start-tracing.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { aCustomerBody } from '../../../support/bodies.ts';
import { reference } from '../../../support/context.ts';
import { openWatchedStore } from '../../../support/stores.ts';
import { type ReceivedSpan, startSpanReceiver } from './span-receiver.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpan = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${callerSpan}-01`;
/** Concurrent requests that share the connections of the pool. */
const manyTraces = Array.from({ length: 20 }, (_, index) => String(index + 1).padStart(32, 'a'));
const lines: string[] = [];
let receiver: Awaited<ReturnType<typeof startSpanReceiver>>;
let traces: Traces;
let app: TestApp;
let token: string;

/** All spans of the requests below, sent when tracing ends. */
beforeAll(async () => {
  receiver = await startSpanReceiver();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
  process.env.OTEL_EXPORTER_OTLP_HEADERS = 'x-team=tax';
  const log = pino({ mixin: () => traces?.logFields() ?? {} }, { write: (line) => void lines.push(line) });
  traces = startTracing(log);
  const store = await openWatchedStore([traces.store]);
  app = await startApp({ store, tracing: traces, onServed: (served) => log.info(served, 'request') });
  token = await app.token();
  await app.send('PUT', '/v1/customers/source/9/externalId/secret-1', aCustomerBody({ externalId: 'secret-1' }), {
    traceparent,
  });
  await graphql(
    'query findThem { customer(by: {key: {source: "9", externalId: "secret-1"}}) { exemptions { nodes { serviceId } } } }',
  );
  await app.fetch('/v1/customers', { headers: { Authorization: 'Bearer stolen' } });
  await Promise.all(
    manyTraces.map((id) => app.send('GET', '/v1/customers', undefined, { traceparent: `00-${id}-${callerSpan}-01` })),
  );
  await askServices();
  await overNode();
  await traces.close();
  await store.close();
});
afterAll(() => receiver.close());

const graphql = (query: string) =>
  app.fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });

async function askServices(): Promise<void> {
  const log = pino({ level: 'silent' });
  const settings = { vies: { url: `${receiver.url}/vies`, requester: null }, hmrc: null, timeoutMs: 2_000 };
  const [vies] = createRegisters(settings, { reference, log, now: () => new Date(), tracing: traces.parts });
  await vies!.find({ country: 'DE', number: 'DE136695976' });
  const sent: WebhookRequest[] = [];
  const sender = {
    send: async (request: WebhookRequest) => {
      sent.push(request);
      return { kind: 'UNANSWERED', failure: 'The endpoint refused the connection.' } as const;
    },
  };
  const request = { url: 'https://shop.example/hook?key=secret-1', headers: { a: 'b' }, body: 'secret-1' };
  await tracedSender(sender, traces.parts).send(request, new AbortController().signal);
  expect(sent[0]).toMatchObject({ headers: { a: 'b', traceparent: expect.stringMatching(/^00-/) } });
}

/** Through Node's own server, as in production. */
async function overNode(): Promise<void> {
  const server = createServer(app.listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/v1/customers`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await response.text();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const named = (name: string | RegExp): ReceivedSpan => {
  const found = receiver.spans.find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  expect(found, `${name} of ${receiver.spans.map((span) => span.name).join(' | ')}`).toBeDefined();
  return found!;
};
const within = (parent: ReceivedSpan) => receiver.spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);

describe('a traced request', () => {
  it('is part of the trace of its caller, and contains its use case with its statements', () => {
    const request = named(/^PUT \/v1\/customers/);
    expect(request).toMatchObject({ traceId, parentSpanId: callerSpan, kind: 2 });
    expect(request.attributes).toMatchObject({
      'http.request.method': 'PUT',
      'http.route': '/v1/customers/source/:source/externalId/:externalId',
      'http.response.status_code': 201,
      'tollgate.client_id': expect.stringMatching(/^client_/),
    });
    const useCase = named('putCustomer');
    expect(useCase).toMatchObject({ traceId, parentSpanId: request.spanId });
    const statement = within(useCase).find(({ name }) => name === 'INSERT customers');
    expect(statement).toMatchObject({ kind: 3, attributes: { 'db.operation.name': 'INSERT' } });
    expect(statement?.attributes['db.query.text']).toMatch(/INSERT INTO .*\$1/s);
  });

  it('is named by its GraphQL operation, with a use case for each root field', () => {
    const request = named('query findThem');
    expect(request.parentSpanId ?? '').toBe('');
    expect(request.attributes).toMatchObject({
      'graphql.operation.name': 'findThem',
      'http.response.status_code': 200,
    });
    const useCase = within(request).find(({ name }) => name === 'customer');
    expect(within(useCase!).map(({ name }) => name)).toContain('SELECT customers');
    const texts = within(request).map(({ attributes }) => String(attributes['db.query.text']));
    expect(texts.join(), 'of a field further in').toMatch(/FROM .*exemptions/);
  });

  it('is shown with its status when it is refused', () => {
    const refused = receiver.spans.find(({ attributes }) => attributes['http.response.status_code'] === 401);
    expect(refused).toMatchObject({ name: 'GET /v1/customers' });
  });

  it('ends once Node has sent the response', () => {
    const [request] = receiver.spans.filter(
      ({ name, attributes }) => name === 'GET /v1/customers' && attributes['http.response.status_code'] === 200,
    );
    expect(within(request!).map(({ name }) => name)).toContain('listCustomers');
  });

  it('keeps its statements when others wait for the same connection', () => {
    for (const id of manyTraces) {
      const names = receiver.spans.filter((span) => span.traceId === id).map(({ name }) => name);
      expect(names.filter((name) => name === 'SELECT customers')).toHaveLength(1);
    }
  });

  it('has its trace in its line of the log', () => {
    const line = lines.find((one) => one.includes('"operation":"PUT '));
    expect(JSON.parse(line!)).toMatchObject({ traceId, msg: 'request' });
  });
});

describe('a traced call to another service', () => {
  it('continues the trace there', () => {
    const call = named('POST VIES');
    const asked = receiver.requests.find(({ path }) => path.startsWith('/vies'));
    expect(asked?.headers.traceparent).toBe(`00-${call.traceId}-${call.spanId}-01`);
    expect(call).toMatchObject({ kind: 3, attributes: { 'http.response.status_code': 200 } });
  });

  it('is an error without an answer', () => {
    expect(named('POST webhook')).toMatchObject({
      attributes: { 'server.address': 'shop.example' },
      status: { code: 2 },
    });
  });
});

describe('the data sent to the collector', () => {
  it('has no token, no body, no path and no name', () => {
    const text = receiver.texts.join();
    for (const secret of [token, 'stolen', 'secret-1', aCustomerBody().name, '136695976']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('{"key":"service.name","value":{"stringValue":"tollgate"}}');
    expect(receiver.requests.find(({ path }) => path === '/v1/traces')?.headers['x-team']).toBe('tax');
  });
});

describe('a statement', () => {
  it.each([
    ["SELECT a FROM customers WHERE tenant_id = $1 AND state = 'MN'", 'SELECT', 'customers', "'MN'"],
    ['INSERT INTO "public"."webhook_events" (a) VALUES ($1)', 'INSERT', 'webhook_events', null],
    ["UPDATE transactions SET a = 'it''s' WHERE b = $1", 'UPDATE', 'transactions', 'it'],
    ['WITH old AS (SELECT 1 FROM filings) UPDATE transactions SET a = 1', 'UPDATE', 'filings', null],
    ['BEGIN', 'BEGIN', null, null],
  ])('is reported without constants: %s', (text, operation, table, hidden) => {
    const facts = statementFacts(text);
    expect(facts).toMatchObject({ operation, table });
    if (hidden) expect(facts.text).not.toContain(hidden);
  });
});

describe('a collector that refuses', () => {
  it('is reported in the log, and disturbs neither responses nor the end', async () => {
    const refusing = await startSpanReceiver(400);
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = refusing.url;
    const warnings: string[] = [];
    const failing = startTracing(pino({}, { write: (line) => void warnings.push(line) }));
    const other = await startApp({ tracing: failing });
    expect((await other.send('GET', '/v1/customers')).status).toBe(200);
    await failing.close();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('spans could not be sent');
    await other.close();
    await refusing.close();
  });
});
