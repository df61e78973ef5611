import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';

type CustomerBody = {
  readonly serviceId: string;
  readonly externalId: string;
  readonly address?: unknown;
  readonly internalTimestamps: { readonly createdDate: string; readonly updatedDate: string };
};
type Problem = { readonly code: string; readonly errors: readonly { pointer: string; code: string }[] };

let app: TestApp;
let clock = Date.parse('2026-07-01T12:00:00.000Z');
beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock) });
});
afterAll(() => app.close());

const pathOf = (externalId: string, source = '9') =>
  `/v1/customers/source/${source}/externalId/${encodeURIComponent(externalId)}`;

const aBody = (externalId: string, changes: Record<string, unknown> = {}) => ({
  externalId,
  source: '9',
  name: 'Prairie Books',
  address: { city: 'Minneapolis', country: 'US', state: 'MN', street: '350 S 5th St', zip: '55401', isPartial: false },
  email: 'books@example.com',
  externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15T10:00:00-05:00' },
  comment: 'pays late',
  ...changes,
});

const put = (externalId: string, changes?: Record<string, unknown>) =>
  app.send('PUT', pathOf(externalId), aBody(externalId, changes));

describe('PUT', () => {
  it('remarks on an externalId that looks like another one, and keeps it', async () => {
    for (const externalId of ['blank ', 'Cafe\u0301']) {
      const notices = [{ code: 'EXTERNAL_ID_UNUSUAL', pointer: '/externalId' }];
      const stored = await bodyOf<CustomerBody>(put(externalId));
      expect(stored).toMatchObject({ externalId, notices });
      const again = await app.send('PUT', pathOf(externalId), stored);
      expect([again.status, await again.json()]).toEqual([200, stored]);
      expect(await bodyOf(app.send('GET', pathOf(externalId)))).toEqual(stored);
    }
  });

  it('answers 201 with the full customer and its location', async () => {
    const response = await put('made');
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe('/v1/customers/source/9/externalId/made');
    expect(await response.json()).toEqual({
      serviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      externalId: 'made',
      source: '9',
      name: 'Prairie Books',
      address: {
        city: 'Minneapolis',
        country: 'US',
        county: null,
        state: 'MN',
        street: '350 S 5th St',
        zip: '55401',
        isPartial: false,
      },
      email: 'books@example.com',
      customerType: 'RETAIL',
      internalTimestamps: { createdDate: '2026-07-01T12:00:00.000Z', updatedDate: '2026-07-01T12:00:00.000Z' },
      externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15T10:00:00-05:00' },
      comment: 'pays late',
    });
  });

  it('answers 200 when it replaces a customer, and drops omitted fields', async () => {
    await put('replaced');
    clock += 60_000;
    const response = await put('replaced', { comment: undefined, email: null, name: 'Plains Books' });
    expect(response.status).toBe(200);
    expect(response.headers.get('location')).toBe('/v1/customers/source/9/externalId/replaced');
    const customer = await bodyOf<CustomerBody>(response);
    expect(customer).toMatchObject({ name: 'Plains Books' });
    expect(customer).not.toHaveProperty('comment');
    expect(customer).not.toHaveProperty('email');
    const { createdDate, updatedDate } = customer.internalTimestamps;
    expect(Date.parse(updatedDate) - Date.parse(createdDate)).toBe(60_000);
  });

  it('answers 200 and changes nothing when the request is repeated or contains the record as read', async () => {
    const first = await (await put('repeated')).json();
    clock += 60_000;
    const again = await put('repeated');
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(first);
    const read = await (await app.send('GET', pathOf('repeated'))).json();
    const sentBack = await app.send('PUT', pathOf('repeated'), read);
    expect(sentBack.status).toBe(200);
    expect(await sentBack.json()).toEqual(first);
  });

  it('accepts numbers in the key, and answers text', async () => {
    const response = await app.send('PUT', pathOf('17'), aBody('17', { externalId: 17, source: 9 }));
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ externalId: '17', source: '9' });
  });

  it.each(['a/b', 'ä ö/ü?#%', '100%', '%2F', '名前/😀', 'a+b c', "it's;v=1", '__proto__', ' '])(
    'keeps the external id %j as it is',
    async (externalId) => {
      const created = await put(externalId);
      expect(created.status).toBe(201);
      const location = created.headers.get('location') ?? '';
      expect(location).toMatch(/^[\x21-\x7e]+$/);
      const found = await app.send('GET', location);
      expect(found.status).toBe(200);
      expect(await found.json()).toMatchObject({ externalId });
    },
  );

  it('treats members with hostile names as unknown', async () => {
    const body = `{"__proto__":{"isAdmin":true},"constructor":{"prototype":1},"comment":"a","comment":"b",${JSON.stringify(
      aBody('hostile', { comment: undefined }),
    ).slice(1)}`;
    const headers = { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'application/json' };
    const response = await app.fetch(pathOf('hostile'), { method: 'PUT', headers, body });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ externalId: 'hostile', comment: 'b' });
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
});

describe('400', () => {
  it('reports all errors of path and body at once', async () => {
    const body = aBody('other', { source: '3', name: '', externalTimestamps: { createdDate: 'yesterday' } });
    const response = await app.send('PUT', pathOf('one'), body);
    expect(response.status).toBe(400);
    const problem = await bodyOf<Problem>(response);
    expect(problem.code).toBe('INVALID_INPUT');
    expect(problem.errors.map((fault) => [fault.pointer, fault.code])).toEqual([
      ['/name', 'TOO_SHORT'],
      ['/externalTimestamps/createdDate', 'INVALID_FORMAT'],
      ['/externalTimestamps/updatedDate', 'REQUIRED'],
      ['/source', 'KEY_MISMATCH'],
      ['/externalId', 'KEY_MISMATCH'],
    ]);
  });

  it('is KEY_MISMATCH if path and body differ only in the key', async () => {
    const response = await app.send('PUT', pathOf('one'), aBody('two'));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'KEY_MISMATCH',
      errors: [{ pointer: '/externalId', message: 'externalId is "two" in the body and "one" in the path.' }],
    });
  });

  it.each(['0', '11', 'x', '٣', '1 '])('rejects the source %j', async (source) => {
    const response = await app.send('GET', pathOf('one', encodeURIComponent(source)));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'source', in: 'path' }] });
  });

  it('accepts the source 10', async () => {
    expect((await app.send('PUT', pathOf('ten', '10'), aBody('ten', { source: '10' }))).status).toBe(201);
  });

  it.each(['%', '%zz', '%c3', '%ff%fe'])('rejects the path %s', async (encoded) => {
    const response = await app.send('GET', `/v1/customers/source/9/externalId/${encoded}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('rejects an external id with more than 256 characters or with NUL', async () => {
    expect((await app.send('GET', pathOf('x'.repeat(256)))).status).toBe(404);
    expect((await app.send('GET', pathOf('x'.repeat(257)))).status).toBe(400);
    expect((await app.send('GET', pathOf('a\0b'))).status).toBe(400);
  });

  it.each([null, [], 7, 'text', [{}]])('rejects the body %j', async (body) => {
    const response = await app.send('PUT', pathOf('one'), body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('rejects a body that is not JSON', async () => {
    const headers = { Authorization: `Bearer ${await app.token()}` };
    const response = await app.fetch(pathOf('one'), { method: 'PUT', headers: { ...headers, 'Content-Type': '*/*' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'MALFORMED_JSON' });
  });
});

describe('GET', () => {
  it('finds a customer by its key and by its service id', async () => {
    const created = await bodyOf<CustomerBody>(put('found'));
    expect(await (await app.send('GET', pathOf('found'))).json()).toEqual(created);
    expect(await (await app.send('GET', `/v1/customers/serviceId/${created.serviceId}`)).json()).toEqual(created);
    const upper = `/v1/customers/serviceId/${created.serviceId.toUpperCase()}`;
    expect((await app.send('GET', upper)).status).toBe(200);
  });

  it('answers 404 for an unknown customer, 400 for an invalid id', async () => {
    const unknown = await app.send('GET', '/v1/customers/serviceId/0190a0a0-0000-7000-8000-000000000000');
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({
      code: 'NOT_FOUND',
      detail: expect.stringMatching(/^Customer 0190a0a0.* not found\.$/),
    });
    const noId = await app.send('GET', '/v1/customers/serviceId/7');
    expect(noId.status).toBe(400);
    expect(await noId.json()).toMatchObject({ errors: [{ parameter: 'serviceId', in: 'path' }] });
  });
});

describe('PATCH', () => {
  it('keeps absent fields, clears those that are null, and merges the address', async () => {
    const { serviceId } = await bodyOf<CustomerBody>(put('patched'));
    const patch = { comment: null, name: 'Plains Books', address: { zip: '55402', street: null } };
    const response = await app.send('PATCH', `/v1/customers/serviceId/${serviceId}`, patch);
    expect(response.status).toBe(200);
    const customer = await bodyOf<CustomerBody>(response);
    expect(customer).toMatchObject({
      name: 'Plains Books',
      email: 'books@example.com',
      address: { city: 'Minneapolis', country: 'US', county: null, state: 'MN', zip: '55402', isPartial: false },
    });
    expect(customer).not.toHaveProperty('comment');
    expect(customer.address).not.toHaveProperty('street');
  });

  it('refuses to keep a city that does not match a new ZIP code', async () => {
    const { serviceId } = await bodyOf<CustomerBody>(put('moved'));
    const send = (address: object) => app.send('PATCH', `/v1/customers/serviceId/${serviceId}`, { address });
    const moved = { zip: '10001', state: 'NY' };
    const refused = await send(moved);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: [{ pointer: '/address/city', code: 'CITY_NOT_AT_ZIP', message: expect.stringContaining('Minneapolis') }],
    });
    expect((await send({ ...moved, city: null })).status).toBe(200);
    expect((await send({ zip: '55401', state: 'MN', city: 'Some Suburb' })).status).toBe(200);
    // The stored city was unknown before, so a new ZIP code says nothing about it.
    expect((await send({ zip: '55402' })).status).toBe(200);
  });

  it('accepts the media type of a merge patch', async () => {
    const { serviceId } = await bodyOf<CustomerBody>(put('typed'));
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    const response = await app.send('PATCH', `/v1/customers/serviceId/${serviceId}`, { name: 'B' }, headers);
    expect(response.status).toBe(200);
  });

  it('ignores read-only fields, so that a record can be sent as read', async () => {
    const read = await bodyOf<CustomerBody>(put('read'));
    const path = `/v1/customers/serviceId/${read.serviceId}`;
    expect(await bodyOf(app.send('PATCH', path, read))).toEqual(read);
    const others = { serviceId: '0190a0a0-0000-7000-8000-000000000000', internalTimestamps: { createdDate: 'x' } };
    expect(await bodyOf(app.send('PATCH', path, { ...read, ...others }))).toEqual(read);
  });

  it.each([
    [{ nmae: 'slip' }, '/nmae', 'UNKNOWN_FIELD'],
    [{ externalId: 'other' }, '/externalId', 'KEY_MISMATCH'],
    [{ name: '' }, '/name', 'TOO_SHORT'],
    [{ externalTimestamps: null }, '/externalTimestamps', 'REQUIRED'],
  ])('refuses %j', async (patch, pointer, code) => {
    const { serviceId } = await bodyOf<CustomerBody>(put('refused'));
    const response = await app.send('PATCH', `/v1/customers/serviceId/${serviceId}`, patch);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer, code }] });
  });

  it('answers 404 for an unknown customer', async () => {
    const path = '/v1/customers/serviceId/0190a0a0-0000-7000-8000-000000000000';
    expect((await app.send('PATCH', path, { name: 'B' })).status).toBe(404);
  });
});

describe('the list', () => {
  const idsOf = async (response: Response) =>
    (await bodyOf<readonly CustomerBody[]>(response)).map((customer) => customer.externalId);

  it('is newest first, and can be filtered by source', async () => {
    for (const externalId of ['l-1', 'l-2', 'l-3']) {
      clock += 1_000;
      await app.send('PUT', pathOf(externalId, '4'), aBody(externalId, { source: '4' }));
    }
    expect(await idsOf(await app.send('GET', '/v1/customers?source=4'))).toEqual(['l-3', 'l-2', 'l-1']);
    expect((await idsOf(await app.send('GET', '/v1/customers'))).slice(0, 3)).toEqual(['l-3', 'l-2', 'l-1']);
  });

  it('can be read page by page through its links', async () => {
    const first = await app.send('GET', '/v1/customers?source=4&limit=2');
    expect(await idsOf(first)).toEqual(['l-3', 'l-2']);
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(next).toContain('source=4&limit=2&cursor=');
    const second = await app.send('GET', next);
    expect(await idsOf(second)).toEqual(['l-1']);
    expect(second.headers.get('link')).toBeNull();
  });

  it('rejects forged cursors, as every list does', async () => {
    const forged = Buffer.from('["transactions","2026-07-01T10:00:00.000Z"]').toString('base64url');
    const response = await app.send('GET', `/v1/customers?cursor=${forged}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ parameter: 'cursor', message: 'The cursor does not belong to this list.' }],
    });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=2&limit=3', 'limit'],
    ['limit=2&cursor=nonsense', 'cursor'],
    ['source=11', 'source'],
    ['sourse=4', 'sourse'],
  ])('refuses the query %s', async (query, parameter) => {
    const response = await app.send('GET', `/v1/customers?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ parameter, in: 'query' }],
    });
  });
});
