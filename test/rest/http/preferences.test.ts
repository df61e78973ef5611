import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const path = '/v1/customers/source/9/externalId/brief';
const minimal = { Prefer: 'return=minimal' };
const put = (name: string, headers = {}) =>
  app.send('PUT', path, aCustomerBody({ externalId: 'brief', name }), headers);

describe('Prefer: return=minimal', () => {
  it('leaves the record out of the answer to a write, and keeps its headers', async () => {
    const created = await put('Ada', minimal);
    expect([created.status, await created.text(), created.headers.get('location')]).toEqual([201, '', path]);
    const changed = await put('Ada Lovelace', minimal);
    expect([changed.status, await changed.text()]).toEqual([204, '']);
    for (const { headers } of [created, changed]) expect(headers.get('preference-applied')).toBe('return=minimal');
    const read = await app.send('GET', path);
    expect(read.headers.get('etag')).toBe(changed.headers.get('etag'));
    expect(await read.json()).toMatchObject({ name: 'Ada Lovelace' });
  });

  it('changes no failure and no reading', async () => {
    const refused = await app.send('PUT', path, { name: 7 }, minimal);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(await bodyOf<object>(app.send('GET', path, undefined, minimal))).toHaveProperty('serviceId');
  });

  it('is asked for by name: any other preference is passed over', async () => {
    for (const Prefer of ['return=representation', 'respond-async', 'minimal']) {
      const response = await put('Ada Lovelace', { Prefer });
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ name: 'Ada Lovelace' }),
      ]);
      expect(response.headers.get('preference-applied')).toBeNull();
    }
  });
});

describe('Prefer: count=exact', () => {
  it('counts the whole list that the filter finds, whatever the page', async () => {
    const path = '/v1/customers?source=4&limit=1';
    for (const externalId of ['count-1', 'count-2', 'count-3']) {
      await app.send(
        'PUT',
        `/v1/customers/source/4/externalId/${externalId}`,
        aCustomerBody({ source: '4', externalId }),
      );
    }
    const counted = await app.send('GET', path, undefined, { Prefer: 'count=exact, handling=lenient' });
    expect([counted.headers.get('x-total-count'), counted.headers.get('preference-applied')]).toEqual([
      '3',
      'count=exact',
    ]);
    expect(await bodyOf<unknown[]>(counted)).toHaveLength(1);
    expect((await app.send('GET', path)).headers.get('x-total-count')).toBeNull();
  });
});
