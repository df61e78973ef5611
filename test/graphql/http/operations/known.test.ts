import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digest } from '../../../../src/graphql/http/operations/persisted.ts';
import type { ServedRequest } from '../../../../src/http/served-request.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { aCustomerBody } from '../../../support/bodies.ts';

const persisted = '{ customers(first: 2) { nodes { name } } }';
const settings = {
  http: { allowedOrigins: { listed: ['https://shop.example'], loopback: false } },
  costPerMinute: 100_000_000,
  requestsPerMinute: 100_000,
  now: () => new Date('2026-07-02T12:00:00Z'),
  authNow: () => new Date('2026-07-02T12:00:00Z'),
};
const operations = new Map([[digest(persisted), persisted]]);

/** The same gateway twice: one answers requests for known operations itself, the other passes everything to Yoga. */
const served: Record<'known' | 'yoga', ServedRequest[]> = { known: [], yoga: [] };
let doors: Record<'known' | 'yoga', TestApp>;
let servers: Record<'known' | 'yoga', Server>;
let token: string;
let narrowToken: string;

beforeAll(async () => {
  const graphql = { persisted: { operations, isOnly: false }, usesYogaAlone: false };
  // Stores the records, so that neither gateway has used any of its budget.
  const maker = await startApp(settings);
  const { store, tenant } = maker;
  const known = await startApp({ ...settings, store, tenant, graphql, onServed: (one) => served.known.push(one) });
  const yoga = await startApp({
    ...settings,
    store,
    tenant,
    graphql: { ...graphql, usesYogaAlone: true },
    onServed: (one) => served.yoga.push(one),
  });
  doors = { known, yoga };
  token = await known.token();
  narrowToken = await known.token(['customers:read']);
  for (let index = 0; index < 60; index++) {
    const externalId = `C-${index}`;
    await maker.send('PUT', `/v1/customers/source/9/externalId/${externalId}`, {
      ...aCustomerBody(),
      externalId,
      name: `Ærø ${'x'.repeat(200)}`,
    });
  }
  servers = { known: createServer(known.listener), yoga: createServer(yoga.listener) };
  for (const server of Object.values(servers)) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  for (const server of Object.values(servers)) {
    server.close();
    server.closeAllConnections();
  }
  await doors.known.close();
});

type Sent = {
  readonly body: unknown;
  readonly headers?: Record<string, string>;
  readonly path?: string;
  readonly times?: number;
};
type Received = { readonly status: number; readonly headers: Record<string, unknown>; readonly body: string };

/** The last of several equal requests, as answered by Node's server. */
async function send(door: 'known' | 'yoga', { body, headers, path = '/graphql', times = 2 }: Sent) {
  let received: (Received & { readonly isDirect: boolean }) | null = null;
  for (let time = 0; time < times; time++) received = await sendOnce(servers[door], { body, headers, path });
  return received!;
}

function sendOnce(server: Server, { body, headers, path }: Sent): Promise<Received & { readonly isDirect: boolean }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port: (server.address() as AddressInfo).port,
        host: '127.0.0.1',
        path,
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
          'X-Request-Id': 'r-1',
          ...headers,
        },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const { date: _, 'keep-alive': _kept, ...others } = response.headers;
        resolve({
          status: response.statusCode!,
          headers: others,
          body: Buffer.concat(chunks).toString('latin1'),
          isDirect: response.rawHeaders.includes('Content-Type'), // Yoga writes it in lower case.
        });
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}

const costLeft = /"cost";r=(\d+)/;

/** Both doors write to one store, so a write can cost one of them less. */
const withoutCost = ({ headers, ...received }: Received): Received => ({
  ...received,
  headers: { ...headers, ratelimit: String(headers.ratelimit).replace(costLeft, '') },
});

/** Both responses, which must be equal, and whether the first came without Yoga. */
async function compared(sent: Sent): Promise<boolean> {
  const { isDirect, ...known } = await send('known', sent);
  const { isDirect: _, ...yoga } = await send('yoga', sent);
  expect(withoutCost(known)).toEqual(withoutCost(yoga));
  const [ours, theirs] = [served.known.at(-1), served.yoga.at(-1)].map((one) => ({ ...one, ms: null }));
  expect(ours).toEqual(theirs);
  return isDirect;
}

it('charges the same either way', async () => {
  const chargedFor = async (door: 'known' | 'yoga', body: unknown) => {
    const left = [await send(door, { body }), await send(door, { body, times: 1 })].map(({ headers }) =>
      Number(costLeft.exec(String(headers.ratelimit))?.[1]),
    );
    return left[0]! - left[1]!;
  };
  for (const body of [list, short, long]) {
    const charged = await chargedFor('known', body);
    expect(charged).toBeGreaterThan(300);
    expect(await chargedFor('yoga', body)).toBe(charged);
  }
});

const list = { query: '{ customers(first: 3) { nodes { name } } }' };
const short = { query: '{ customers(first: 1) { pageInfo { hasNextPage } } }' };
const long = { query: '{ customers(first: 60) { nodes { name source externalId version createdAt } } }' };
const named = {
  query: 'query One($first: Int) { customers(first: $first) { nodes { name } } } query Two { __typename }',
};
const upsert = `mutation Keep($input: CustomerInput!) {
  upsertCustomer(input: $input) { __typename ... on Customer { name version } ... on InvalidInput { message } } }`;

const dates = { createdDate: '2026-07-01', updatedDate: '2026-07-01' };
const customer = { source: '9', externalId: 'C-M', name: 'Ada', externalTimestamps: dates };

describe('is answered without Yoga, and as Yoga would:', () => {
  it.each<[string, Sent]>([
    ['a query', { body: list }],
    [
      'a query with an operation name and variables',
      { body: { ...named, operationName: 'One', variables: { first: 2 } } },
    ],
    ['variables that are null', { body: { ...list, variables: null, extensions: null, operationName: null } }],
    ['a result with a typed error', { body: { query: upsert, variables: { input: { ...customer, source: '99' } } } }],
    ['an unknown record', { body: { query: '{ customer(by: { key: { source: "9", externalId: "?" } }) { name } }' } }],
    ['any type', { body: list, headers: { Accept: '*/*' } }],
    ['the new type', { body: list, headers: { Accept: 'application/graphql-response+json' } }],
    [
      'several types',
      { body: list, headers: { Accept: 'text/html, application/json;q=0.9, application/graphql-response+json' } },
    ],
    [
      'the types of urql',
      {
        body: list,
        headers: {
          Accept:
            'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
        },
      },
    ],
    ['gzip', { body: long, headers: { 'Accept-Encoding': 'gzip' } }],
    ['brotli', { body: long, headers: { 'Accept-Encoding': 'gzip, br' } }],
    ['a short answer, which is not compressed', { body: short, headers: { 'Accept-Encoding': 'gzip' } }],
    ['a page of another origin that is not allowed', { body: list, headers: { Origin: 'https://other.example' } }],
    ['capitals', { body: list, headers: { 'Content-Type': 'Application/JSON ; charset=utf-8' } }],
    ['a charset', { body: list, headers: { 'Content-Type': 'application/json; charset=utf-8' } }],
    ['an operation by its id', { body: { documentId: `sha256:${digest(persisted)}` } }],
    [
      'an operation that Apollo registered',
      {
        body: { ...list, extensions: { persistedQuery: { version: 1, sha256Hash: digest(list.query) } } },
      },
    ],
    [
      'the hash of one that was registered',
      {
        body: { extensions: { persistedQuery: { version: 1, sha256Hash: digest(list.query) } } },
      },
    ],
    [
      'other letters than ASCII',
      { body: { query: '{ customers(first: 1, filter: { name: { startsWith: "Ærø" } }) { nodes { name } } }' } },
    ],
  ])('%s', async (_, sent) => {
    expect(await compared(sent)).toBe(true);
  });

  it('a mutation', async () => {
    expect(await compared({ body: { query: upsert, variables: { input: customer } } })).toBe(true);
  });
});

describe('is left to Yoga, with the same answer:', () => {
  it.each<[string, Sent]>([
    ['another charset', { body: list, headers: { 'Content-Type': 'application/json; charset=utf-16' } }],
    ['a new operation', { body: { query: '{ customers(first: 59) { nodes { name } } }' }, times: 1 }],
    ['no token', { body: list, headers: { Authorization: '' } }],
    ['a wrong token', { body: list, headers: { Authorization: 'Bearer no' } }],
    ['the type name', { body: { query: '{ __typename }' } }],
    ['introspection', { body: { query: getIntrospectionQuery() } }],
    ['wrong variables', { body: { ...named, operationName: 'One', variables: { first: 'x' } } }],
    ['an unknown operation name', { body: { ...named, operationName: 'Three' } }],
    ['no operation name where one is needed', { body: named }],
    ['broken JSON', { body: '{"query":' }],
    ['a body that is not an object', { body: '"text"' }],
    ['a batch', { body: [list] }],
    ['an unknown member', { body: { ...list, more: 1 } }],
    ['a query that is not a text', { body: { query: 1 } }],
    ['variables that are a list', { body: { ...list, variables: [] } }],
    ['an unknown id', { body: { documentId: 'sha256:none' } }],
    [
      'a hash that does not match',
      {
        body: { ...list, extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } },
      },
    ],
    ['an operation that is invalid', { body: { query: '{ none }' } }],
    ['a media type that only begins like JSON', { body: list, headers: { 'Content-Type': 'application/jsonx' } }],
    ['an answer in a type that only begins like JSON', { body: list, headers: { Accept: 'application/jsonx' } }],
    ['another media type', { body: list, headers: { 'Content-Type': 'text/plain' } }],
    ['an answer in another type', { body: list, headers: { Accept: 'text/html' } }],
    ['a page of an allowed origin', { body: list, headers: { Origin: 'https://shop.example' } }],
    ['another path', { body: list, path: '/graphql?x=1' }],
  ])('%s', async (_, sent) => {
    expect(await compared(sent)).toBe(false);
  });

  it('a field that the token may not read, beside one that it may', async () => {
    const query = '{ customers(first: 1) { nodes { name } } webhookEndpoints { url } }';
    const headers = { Authorization: `Bearer ${narrowToken}` };
    expect(await compared({ body: { query }, headers })).toBe(false);
  });
});

describe('is counted once', () => {
  it('whether Yoga takes over or not', async () => {
    const left = async (door: 'known' | 'yoga', body: unknown) => {
      const response = await doors[door].send('POST', '/graphql', body);
      return Number(response.headers.get('ratelimit-remaining'));
    };
    for (const body of [list, { query: '{ none }' }, { query: '{ webhookEndpoint(by: {}) { url } }' }, named]) {
      for (const door of ['known', 'yoga'] as const)
        expect((await left(door, body)) - (await left(door, body))).toBe(1);
    }
  });

  it('with its cost, even if its result has errors', async () => {
    const limited = { ...settings, store: doors.known.store, costPerMinute: 100 };
    const costs = async (usesYogaAlone: boolean) => {
      const app = await startApp({ ...limited, graphql: { usesYogaAlone } });
      const narrow = await app.token(['customers:read']);
      const query = '{ webhookEndpoints { url } customers(first: 5) { nodes { name } } }';
      const statuses: number[] = [];
      for (let time = 0; time < 12; time++) {
        const headers = { Authorization: `Bearer ${narrow}` };
        statuses.push((await app.send('POST', '/graphql', { query }, headers)).status);
      }
      return statuses;
    };
    const statuses = await costs(false);
    expect(statuses).toEqual(await costs(true));
    expect(statuses).toContain(429);
  });
});
