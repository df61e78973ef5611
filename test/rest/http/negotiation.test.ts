import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const path = '/v1/customers/source/9/externalId/accepted';

describe('Accept', () => {
  it.each([
    '*/*',
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/*',
    'application/problem+json',
    'text/html, application/xhtml+xml, */*;q=0.8',
    'text/html;q=1, application/json;q=0.1',
    'application/json, */*;q=0',
  ])('%s takes JSON', async (Accept) => {
    expect((await app.send('GET', '/v1/customers', undefined, { Accept })).status).toBe(200);
  });

  it.each(['text/html', 'application/xml', 'application/json;q=0', 'application/*;q=0, */*', '*/*;q=0', 'nonsense'])(
    '%s does not',
    async (Accept) => {
      const response = await app.send('GET', '/v1/account', undefined, { Accept });
      expect(response.status).toBe(406);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({ code: 'NOT_ACCEPTABLE', status: 406 });
    },
  );

  it('is checked after the token and before any change', async () => {
    const refused = await app.send('PUT', path, aCustomerBody({ externalId: 'accepted' }), { Accept: 'text/csv' });
    expect(refused.status).toBe(406);
    expect((await app.send('GET', path)).status).toBe(404);
    expect((await app.fetch(path, { headers: { Accept: 'text/csv' } })).status).toBe(401);
  });
});

describe('415 lists the accepted types', () => {
  it.each([
    ['PUT', path, 'accept', 'application/json'],
    ['POST', '/v1/exemptions', 'accept-post', 'application/json'],
    [
      'PATCH',
      '/v1/customers/serviceId/0190a0a0-0000-7000-8000-000000000000',
      'accept-patch',
      'application/json, application/merge-patch+json',
    ],
  ])('for %s %s in %s', async (method, where, header, types) => {
    const response = await app.send(method, where, {}, { 'Content-Type': 'application/xml' });
    expect(response.status).toBe(415);
    expect(response.headers.get(header)).toBe(types);
    expect(response.headers.get('accept-encoding')).toBe('identity');
  });
});

it('rejects a URL that is too long', async () => {
  const response = await app.send('GET', `/v1/customers?source=${'9'.repeat(8_200)}`);
  expect(response.status).toBe(414);
  expect(await response.json()).toMatchObject({ code: 'URI_TOO_LONG' });
});
