import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('every REST response', () => {
  it.each([
    ['GET', '/v1/account', 200],
    ['GET', '/v1/customers', 200],
    ['GET', '/v1/exemption_imports/template', 200],
    ['GET', '/v1/docs', 200],
    ['GET', '/v1/docs/errors/INTERNAL', 200],
    ['GET', '/health/live', 200],
    ['OPTIONS', '/v1/customers', 204],
    ['POST', '/v1/token', 400],
    ['GET', '/v1/customers/serviceId/x', 400],
    ['GET', '/nowhere', 404],
    ['PUT', '/v1/customers', 405],
    ['DELETE', '/v1/nexus/place/US-TX', 204],
    ['GET', `/v1/customers?${'x'.repeat(9_000)}`, 414],
  ])('to %s %s is not cached, not sniffed and restricted by a policy', async (method, path, status) => {
    const answer = await app.send(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('prevents other origins from embedding or opening its pages', async () => {
    for (const path of ['/v1/docs', '/v1/docs/errors', '/v1/docs/errors/INTERNAL']) {
      const { headers } = await app.fetch(path);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });
});
