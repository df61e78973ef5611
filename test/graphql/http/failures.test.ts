import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/base/errors.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { aCustomer, aTransaction } from '../../support/records.ts';
import { replacedStores } from '../../support/replaced-stores.ts';
import { ask } from '../ask.ts';

const logged: { level: number; err: { message: string }; requestId: string; path: string[] }[] = [];
const log = pino(
  new Writable({
    write(line, _encoding, done) {
      logged.push(JSON.parse(String(line)));
      done();
    },
  }),
);

/** The result or error of the next calls of a store method, by its name. */
const planned = new Map<string, () => unknown>();
function failing(stores: Stores): Stores {
  const planning = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, member, receiver) {
        const plan = planned.get(String(member));
        if (!plan) return Reflect.get(target, member, receiver);
        return async () => plan();
      },
    });
  return {
    ...stores,
    checkWrites: () => stores.checkWrites(),
    forTenant: (tenantId) => {
      const records = stores.forTenant(tenantId);
      const { customers, transactions } = records;
      return replacedStores(records, { customers: planning(customers), transactions: planning(transactions) });
    },
  };
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ wrap: failing, log });
});
afterAll(() => app.close());
afterEach(() => {
  planned.clear();
  logged.length = 0;
});

const fail = (member: string, error: unknown) =>
  planned.set(member, () => {
    throw error;
  });

describe('an unexpected failure', () => {
  it('reveals nothing, and can be found in the log by the request id', async () => {
    fail('listShown', new Error('connection to 10.0.0.7 refused'));
    const { status, data, errors } = await ask(app, '{ transactions { nodes { id reason } } }', {
      headers: { 'X-Request-Id': 'req-7' },
    });
    expect(status).toBe(200);
    expect(data).toEqual({ transactions: null });
    expect(errors).toEqual([
      {
        message: 'An internal error occurred. If it persists, report the requestId.',
        path: ['transactions', 'nodes'],
        locations: [{ line: 1, column: 18 }],
        extensions: { code: 'INTERNAL', retryable: true, requestId: 'req-7' },
      },
    ]);
    const [entry] = logged;
    expect(entry).toMatchObject({ requestId: 'req-7', path: ['transactions', 'nodes'] });
    expect(entry!.err.message).toBe('connection to 10.0.0.7 refused');
  });

  it('in one nullable field does not affect the others', async () => {
    fail('findByKey', new Error('broken row'));
    const query = '{ customer(by: { key: { source: "9", externalId: "x" } }) { id } customers { totalCount } }';
    const { data, errors } = await ask(app, query);
    expect(data).toEqual({ customer: null, customers: { totalCount: 0 } });
    expect(errors).toMatchObject([{ path: ['customer'], extensions: { code: 'INTERNAL' } }]);
  });

  it('includes a null in a non-null field', async () => {
    const customer = aCustomer();
    planned.set('list', () => [{ ...customer, source: null }, customer]);
    const { data, errors } = await ask(app, '{ customers { nodes { source } } }');
    expect(data).toEqual({ customers: null });
    expect(errors).toMatchObject([{ path: ['customers', 'nodes', 0, 'source'], extensions: { code: 'INTERNAL' } }]);
    expect(JSON.stringify(errors)).not.toContain('non-nullable');
  });

  it('includes an unknown enum value and a missing customer', async () => {
    planned.set('listSummaries', () => [aTransaction('0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e')]);
    const gone = await ask(app, '{ transactions { nodes { customer { id } } } }');
    expect(gone.errors).toMatchObject([
      { path: ['transactions', 'nodes', 0, 'customer'], extensions: { code: 'INTERNAL' } },
    ]);
    planned.set('list', () => [{ ...aCustomer(), customerType: 'WHOLESALE' }]);
    const unknown = await ask(app, '{ customers { nodes { customerType } } }');
    expect(unknown.errors).toMatchObject([
      { path: ['customers', 'nodes', 0, 'customerType'], extensions: { code: 'INTERNAL' } },
    ]);
    expect(JSON.stringify(unknown.errors)).not.toContain('WHOLESALE');
  });
});

describe('a failure that asks the client to wait', () => {
  it('uses the status and the headers', async () => {
    fail('list', new AppError('NOT_READY', 'Starting.', { retryAfter: 3 }));
    const { status, headers, errors } = await ask(app, '{ customers { nodes { id } } }');
    expect(status).toBe(503);
    expect(headers.get('Retry-After')).toBe('3');
    expect(errors).toMatchObject([{ message: 'Starting.', extensions: { code: 'NOT_READY', retryAfter: 3 } }]);
    expect(logged).toMatchObject([
      { level: 50, requestId: headers.get('X-Request-Id'), err: { message: 'Starting.' } },
    ]);
  });
});

describe('the log', () => {
  it('contains no rejected requests, and nothing that was sent', async () => {
    const token = await app.token();
    await ask(app, '{ customers { nodes { id } } }', { token: null });
    await ask(app, '{ customers { nodes { id } } }', { token: 'nonsense' });
    await ask(app, '{ customers { nodes { id } } }', { scopes: [] });
    expect(logged).toEqual([]);
    fail('list', new Error('broken'));
    const query = 'query Secretive ($name: String) { customers(filter: { name: { eq: $name } }) { nodes { id } } }';
    await ask(app, query, { token, variables: { name: 'Confidential' } });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toMatch(/Secretive|Confidential|Bearer|eyJ/);
  });

  it('contains failures outside of an operation, whose responses show no stack trace', async () => {
    const breaking = pino(
      {
        hooks: {
          logMethod(given, method) {
            if (given[1] === 'a field failed') throw new Error('no log');
            method.apply(this, given);
          },
        },
      },
      new Writable({
        write(line, _encoding, done) {
          logged.push(JSON.parse(String(line)));
          done();
        },
      }),
    );
    const breakable = await startApp({ store: app.store, wrap: failing, log: breaking });
    fail('list', new Error('broken'));
    const { status, headers, errors } = await ask(breakable, '{ customers { nodes { id } } }');
    expect(status).toBe(500);
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    const requestId = headers.get('X-Request-Id');
    expect(errors).toEqual([
      {
        message: 'An internal error occurred. If it persists, report the requestId.',
        extensions: { code: 'INTERNAL', retryable: true, requestId },
      },
    ]);
    expect(logged).toMatchObject([{ requestId, err: { message: 'no log' } }]);
  });
});

describe('an error found by GraphQL itself', () => {
  it.each([
    ['{ customers { nodes { ', {}, 'GRAPHQL_PARSE_FAILED'],
    ['{ customers { nodes { nonsense } } }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    ['{ customers(first: "ten") { totalCount } }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    ['query ($first: Int) { customers(first: $first) { totalCount } }', { first: 'ten' }, 'BAD_USER_INPUT'],
    ['query ($id: UUID!) { customer(by: { serviceId: $id }) { id } }', { id: 'INV-1' }, 'BAD_USER_INPUT'],
    ['query ($id: UUID!) { customer(by: { serviceId: $id }) { id } }', {}, 'BAD_USER_INPUT'],
    ['query A { __typename } query B { __typename }', {}, 'BAD_USER_INPUT'],
  ])('in %s is an error of the request', async (query, variables, code) => {
    const { status, data, errors } = await ask(app, query, { variables });
    expect([200, 400]).toContain(status);
    expect(data).toBeUndefined();
    expect(errors![0]!.extensions).toMatchObject({ code, retryable: false, requestId: expect.any(String) });
    expect(logged).toEqual([]);
  });

  const quote = 'query ($input: QuoteInput!) { calculateTax(input: $input) { __typename } }';
  const list = 'query ($first: Int!) { customers(first: $first) { totalCount } }';
  const shippingAddress = { zip: '55401', country: 'US' };
  it.each([
    [quote, { input: { items: [{ unitPrice: '12,50' }] } }, ['items', 0, 'unitPrice'], 'INVALID_TYPE', /a number/],
    [quote, { input: { items: [{ nme: '" at "a.b"; c' }] } }, ['items', 0, 'nme'], 'UNKNOWN_FIELD', /not defined/],
    [quote, { input: { items: [{ name: null }] } }, ['items', 0, 'name'], 'REQUIRED', /not to be null/],
    [quote, { input: { items: [], shippingAddress, taxDate: 'no' } }, ['taxDate'], 'INVALID_TYPE', /calendar day/],
    [quote, { input: 7 }, [], 'INVALID_TYPE', /to be an object/],
    [quote, {}, [], 'REQUIRED', /was not provided/],
    [list, { first: 'ten' }, ['first'], 'INVALID_TYPE', /non-integer/],
    [list, { first: null }, ['first'], 'REQUIRED', /must not be null/],
  ])('of %s with %j is an issue at %j', async (query, variables, path, code, message) => {
    const { errors } = await ask(app, query, { variables });
    const issues = errors!.flatMap(({ extensions }) => extensions.issues);
    expect(issues).toContainEqual({ path, code, message: expect.stringMatching(message) });
  });

  it('names the variable and the expected value', async () => {
    const query = 'mutation ($input: CustomerInput!) { upsertCustomer(input: $input) { __typename } }';
    const { errors } = await ask(app, query, { variables: { input: { source: '9' } } });
    expect(errors!.map(({ message }) => message)).toEqual([
      expect.stringContaining('"externalId" of required type "String!" was not provided'),
      expect.stringContaining('"externalTimestamps" of required type "ExternalTimestampsInput!" was not provided'),
    ]);
  });
});

describe('HTTP', () => {
  const post = async (body: BodyInit, headers: Record<string, string> = { 'Content-Type': 'application/json' }) => {
    const response = await app.fetch('/graphql', { method: 'POST', body, headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  it('generates a request id if none or an invalid one was sent', async () => {
    const own = await ask(app, '{ __typename }', { headers: { 'X-Request-Id': 'mine:1' } });
    expect(own.headers.get('X-Request-Id')).toBe('mine:1');
    const made = await ask(app, '{ __typename }', { headers: { 'X-Request-Id': 'a b' } });
    expect(made.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/graphql', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/json; charset=utf-16', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    // With a token, a browser first sends a preflight; without one, a form is useless.
    ['multipart/form-data; boundary=x', 401, 'UNAUTHENTICATED'],
  ])('rejects %s', async (type, status, code) => {
    const answer = await post('query={__typename}', { 'Content-Type': type });
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([status, code]);
  });

  it('allows calls by browsers only from the configured origins', async () => {
    const allowedOrigins = { listed: ['https://shop.example'], loopback: true };
    const shared = await startApp({ store: app.store, http: { allowedOrigins } });
    const allowedOrigin = async (origin: string) => {
      const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
      const response = await shared.fetch('/graphql', { method: 'OPTIONS', headers });
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
      return response.headers.get('Access-Control-Allow-Origin');
    };
    expect(await allowedOrigin('https://shop.example')).toBe('https://shop.example');
    expect(await allowedOrigin('http://localhost:5173')).toBe('http://localhost:5173');
    expect(await allowedOrigin('https://else.example')).toBeNull();
    expect(await allowedOrigin('http://localhost.else.example')).toBeNull();
    await shared.close();
  });

  it('allows calls from any origin with *, but never with credentials', async () => {
    const shared = await startApp({
      store: app.store,
      http: { allowedOrigins: { listed: ['*'], loopback: false } },
    });
    const response = await shared.fetch('/graphql', { method: 'OPTIONS', headers: { Origin: 'https://else.example' } });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://else.example');
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    await shared.close();
  });

  it('rejects batches, bodies that are not JSON, and bodies above 2 MB', async () => {
    expect((await post('[{"query":"{ __typename }"}]')).status).toBe(400);
    const malformed = await post('{"query":');
    expect(malformed.status).toBe(400);
    expect(malformed.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    const large = JSON.stringify({ query: '{ __typename }', variables: { text: 'x'.repeat(2_000_000) } });
    const undeclared = await post(large);
    expect(undeclared.status).toBe(413);
    expect(undeclared.body.errors[0].extensions.code).toBe('BODY_TOO_LARGE');
    const declared = await post('{}', { 'Content-Type': 'application/json', 'Content-Length': '2000001' });
    expect(declared.status).toBe(413);
    expect(declared.body.errors[0].extensions.limit).toEqual({
      name: 'bodyBytes',
      requested: 2_000_001,
      allowed: 2_000_000,
    });
  });
});
