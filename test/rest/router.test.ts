import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const aKey = '/v1/customers/source/9/externalId/c-1';
const uuid = '0190a0a0-0000-7000-8000-000000000000';

describe('401', () => {
  it.each([
    ['GET', '/v1/customers'],
    ['GET', aKey],
    ['PUT', aKey],
    ['GET', `/v1/customers/serviceId/${uuid}`],
    ['PATCH', `/v1/customers/serviceId/${uuid}`],
    ['GET', '/v1/transactions'],
    ['GET', '/v1/transactions/source/9/externalId/t-1'],
    ['PUT', '/v1/transactions/source/9/externalId/t-1'],
    ['DELETE', '/v1/transactions/source/9/externalId/t-1'],
    ['GET', `/v1/transactions/serviceId/${uuid}`],
    ['POST', '/v1/transactions/calculate'],
    ['POST', '/v1/exemptions'],
    ['GET', '/v1/exemptions'],
  ])('answers %s %s without a token, before it reads the body', async (method, path) => {
    const response = await app.fetch(path, { method, ...(method.startsWith('P') && { body: 'not json' }) });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });

  it('answers a token that is not valid', async () => {
    const response = await app.fetch(aKey, { headers: { Authorization: 'Bearer forged' } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('403', () => {
  it.each([
    ['GET', '/v1/customers', 'customers:read'],
    ['GET', aKey, 'customers:read'],
    ['PUT', aKey, 'customers:write'],
    ['GET', `/v1/customers/serviceId/${uuid}`, 'customers:read'],
    ['PATCH', `/v1/customers/serviceId/${uuid}`, 'customers:write'],
    ['GET', '/v1/transactions', 'transactions:read'],
    ['GET', '/v1/transactions/source/9/externalId/t-1', 'transactions:read'],
    ['PUT', '/v1/transactions/source/9/externalId/t-1', 'transactions:write'],
    ['DELETE', '/v1/transactions/source/9/externalId/t-1', 'transactions:write'],
    ['GET', `/v1/transactions/serviceId/${uuid}`, 'transactions:read'],
    ['POST', '/v1/transactions/calculate', 'tax:read'],
    ['POST', '/v1/exemptions', 'exemptions:write'],
    ['GET', '/v1/exemptions', 'exemptions:read'],
  ])('answers %s %s without the scope %s, before it reads the body', async (method, path, scope) => {
    const Authorization = `Bearer ${await app.token(['admin'])}`;
    const init = { method, headers: { Authorization }, ...(method.startsWith('P') && { body: 'not json' }) };
    const response = await app.fetch(path, init);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'FORBIDDEN', detail: `The token lacks the scope ${scope}.` });
  });
});

describe('404 and 405', () => {
  it.each(['/v1', '/v1/customer', `${aKey}/more`, '/v1/customers/source/9/externalId/', '/v2/customers'])(
    'knows no path %s',
    async (path) => {
      const response = await app.send('GET', path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({ code: 'PATH_NOT_FOUND', detail: `Unknown path "${path}".` });
    },
  );

  it.each([
    ['DELETE', aKey, 'GET, HEAD, OPTIONS, PATCH, PUT'],
    ['POST', '/v1/transactions', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/token', 'OPTIONS, POST'],
    ['POST', '/v1/transactions/source/9/externalId/t-1', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'],
    ['PURGE', '/health/live', 'GET, HEAD, OPTIONS'],
  ])('does not accept %s %s', async (method, path, allow) => {
    const response = await app.send(method, path);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });
});

describe('HEAD and OPTIONS', () => {
  it('HEAD answers like GET, without a body', async () => {
    const response = await app.send('HEAD', '/v1/customers');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe('');
  });

  it('OPTIONS lists the methods of the path', async () => {
    const response = await app.fetch(aKey, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, PATCH, PUT');
  });
});

describe('headers', () => {
  it('prevents caching and sniffing of responses', async () => {
    const { headers } = await app.send('GET', '/v1/customers');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('echoes a request id, even in a problem', async () => {
    const response = await app.send('GET', aKey, undefined, { 'X-Request-Id': 'order-17.a' });
    expect(response.headers.get('x-request-id')).toBe('order-17.a');
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', requestId: 'order-17.a' });
  });

  it.each(['', 'two words', 'x'.repeat(129), '<script>', '{"a":1}'])('generates an id in place of %j', async (sent) => {
    const response = await app.send('GET', '/health/live', undefined, { 'X-Request-Id': sent });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});

describe('cross-origin requests', () => {
  let open: TestApp;
  beforeAll(async () => {
    open = await startApp({
      store: app.store,
      http: { allowedOrigins: { listed: ['https://shop.example'], loopback: true } },
    });
  });
  afterAll(() => open.close());

  const from = (origin: string) => ({ Origin: origin });

  it('answers the preflight of a known origin', async () => {
    const headers = { ...from('https://shop.example'), 'Access-Control-Request-Method': 'PUT' };
    const response = await open.fetch(aKey, { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
    const allowed = response.headers.get('access-control-allow-headers')?.split(',');
    expect(allowed).toEqual(expect.arrayContaining(['Authorization', 'Idempotency-Key', 'If-Match', 'If-None-Match']));
    expect(response.headers.get('access-control-max-age')).toBe('600');
  });

  it('allows a known origin to read responses and problems', async () => {
    for (const [path, status] of [
      ['/v1/customers', 200],
      [aKey, 404],
      ['/nowhere', 404],
    ] as const) {
      const response = await open.send('GET', path, undefined, from('https://shop.example'));
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
      const exposed = response.headers.get('access-control-expose-headers')?.split(',');
      expect(exposed).toEqual(
        expect.arrayContaining(['ETag', 'Idempotency-Replayed', 'Link', 'Location', 'Retry-After']),
      );
      expect(response.headers.get('vary')).toContain('Origin');
    }
  });

  it.each(['http://localhost:5173', 'http://127.0.0.1', 'https://[::1]:3000'])(
    'allows %s, on this machine',
    async (origin) => {
      const response = await open.send('GET', '/v1/customers', undefined, from(origin));
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    },
  );

  it.each([
    'https://other.example',
    'https://shop.example:8443',
    'http://localhost.other.example',
    'http://127.0.0.1.nip.io',
    'null',
  ])('does not allow %s', async (origin) => {
    const response = await open.send('GET', '/v1/customers', undefined, from(origin));
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('vary')).toContain('Origin');
  });

  it('allows any origin with *, without credentials', async () => {
    const any = await startApp({ store: app.store, http: { allowedOrigins: { listed: ['*'], loopback: true } } });
    const response = await any.send('GET', '/v1/customers', undefined, from('https://other.example'));
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    await any.close();
  });

  it('are off unless origins are configured', async () => {
    const response = await app.send('GET', '/v1/customers', undefined, from('https://shop.example'));
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});
