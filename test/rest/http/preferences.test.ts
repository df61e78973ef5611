import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';
import { operations, resolved } from '../../support/openapi.ts';

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
  it('omits the record from the response to a write, and keeps its headers', async () => {
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

  it('is requested by name: any other preference is ignored', async () => {
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
  it('counts all records that match the filter, on any page', async () => {
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
      'count=exact, handling=lenient',
    ]);
    expect(await bodyOf<unknown[]>(counted)).toHaveLength(1);
    expect((await app.send('GET', path)).headers.get('x-total-count')).toBeNull();
  });
});

describe('Prefer: handling', () => {
  it('lenient ignores unknown parameters, strict refuses them, and the answer says which it followed', async () => {
    const misspelled = '/v1/customers?limit=1&sourse=9';
    const lenient = await app.send('GET', misspelled, undefined, { Prefer: 'handling=lenient' });
    expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([200, 'handling=lenient']);
    const strict = await app.send('GET', misspelled, undefined, { Prefer: 'handling=strict' });
    expect([strict.status, strict.headers.get('preference-applied')]).toEqual([400, null]);
  });
});

describe('Prefer: return=representation', () => {
  it('shows the exemptions that were stored, with their ids', async () => {
    const { serviceId: customerId } = await bodyOf<{ serviceId: string }>(put('Ada'));
    const body = {
      exemption: { customerId, certificate: { certificateId: 'ST3' } },
      states: [{ abbreviation: 'MN' }, { abbreviation: 'WI' }],
    };
    const quiet = await app.send('POST', '/v1/exemptions', body);
    expect([await quiet.json(), quiet.headers.get('preference-applied')]).toEqual([{}, null]);
    const shown = await app.send('POST', '/v1/exemptions', body, { Prefer: 'return=representation' });
    expect(shown.headers.get('preference-applied')).toBe('return=representation');
    const { exemptions } = await bodyOf<{ exemptions: { serviceId: string }[] }>(shown);
    expect(exemptions).toMatchObject([
      { customerId, place: 'US-MN', certificateStatus: 'ACTIVE' },
      { customerId, place: 'US-WI' },
    ]);
    const read = await app.send('GET', `/v1/exemptions/serviceId/${exemptions[0]!.serviceId}`);
    expect(await read.json()).toEqual(exemptions[0]);
  });
});

it('the document has one parameter for each operation that follows any', () => {
  const preferOf = (id: string) => {
    const { operation } = operations.find((one) => one.id === id)!;
    const all = [operation.parameters ?? []]
      .flat()
      .map(resolved)
      .filter(({ name }) => name === 'Prefer');
    return all.map(({ description }) => String(description).match(/`\w+=\w+`/g));
  };
  expect(preferOf('putCustomer')).toEqual([['`return=minimal`', '`handling=strict`']]);
  expect(preferOf('listCustomers')).toEqual([['`count=exact`', '`handling=lenient`', '`handling=strict`']]);
  expect(preferOf('upsertExemptions')).toEqual([['`return=representation`', '`handling=strict`']]);
  expect(preferOf('createToken')).toEqual([]);
});
