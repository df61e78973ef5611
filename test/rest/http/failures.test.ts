import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/base/errors.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { replacedStores } from '../../support/replaced-stores.ts';

let app: TestApp;
let failure: Error;
const logged: string[] = [];

beforeAll(async () => {
  app = await startApp({
    log: pino({ level: 'info' }, { write: (line: string) => logged.push(line) }),
    wrap: (stores) => ({
      ...stores,
      forTenant(tenantId) {
        const records = stores.forTenant(tenantId);
        const fail = async () => {
          throw failure;
        };
        return replacedStores(records, { customers: { ...records.customers, list: fail, findByKey: fail } });
      },
    }),
  });
});
afterAll(() => app.close());
beforeEach(() => {
  logged.length = 0;
});

const paths = ['/v1/customers', '/v1/customers?limit=5', '/v1/customers/source/9/externalId/c-1'];

describe('500', () => {
  it.each(paths)('does not reveal what went wrong at %s, and logs it with the request id', async (path) => {
    failure = new Error('column "hunter2" does not exist');
    const response = await app.send('GET', path, undefined, { 'X-Request-Id': 'r-500' });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'INTERNAL', status: 500, errors: [], requestId: 'r-500' });
    expect(text).not.toContain('hunter2');
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('hunter2');
    expect(logged[0]).toContain('"requestId":"r-500"');
    expect(logged[0]).not.toContain('Bearer');
  });
});

describe('503', () => {
  it.each(paths)('says that the store is unavailable and when to retry at %s', async (path) => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.7');
    failure = new AppError('NOT_READY', 'The store is currently unreachable. Try again.', {
      retryAfter: 1,
      cause,
    });
    const response = await app.send('GET', path);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    const text = await response.text();
    expect(text).toContain('NOT_READY');
    expect(text).not.toContain('10.0.0.7');
    expect(logged[0]).toContain('10.0.0.7');
  });
});

it('does not log errors of the client', async () => {
  failure = new AppError('NOT_FOUND', 'Customer not found.');
  expect((await app.send('GET', paths[2]!)).status).toBe(404);
  expect((await app.send('GET', '/v1/nothing')).status).toBe(404);
  expect(logged).toEqual([]);
});
