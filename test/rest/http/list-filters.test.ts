import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';

type Listed = { readonly externalId: string; readonly internalTimestamps: { readonly updatedDate: string } };

const clock = aClock();
let app: TestApp;
let customerId: string;

const dated = (createdDate: string) => ({ externalTimestamps: { createdDate, updatedDate: createdDate } });
const put = async (noun: string, body: Record<string, unknown>) => {
  clock.advance(1_000);
  const response = await app.send('PUT', `/v1/${noun}/source/${body.source}/externalId/${body.externalId}`, body);
  expect([200, 201]).toContain(response.status);
  return response;
};
const putInvoice = (externalId: string, more: Record<string, unknown>) =>
  put('transactions', anInvoiceBody(customerId, { externalId, ...more }));

beforeAll(async () => {
  app = await startApp({ now: clock.now });
  for (const externalId of ['c-1', 'c-2']) {
    const stored = await put('customers', aCustomerBody({ externalId, source: externalId === 'c-1' ? '9' : '3' }));
    customerId = (await bodyOf<{ serviceId: string }>(stored)).serviceId;
  }
  await putInvoice('mn-june', dated('2026-06-30T23:30:00-05:00'));
  await putInvoice('mn-july', { ...dated('2026-07-01'), createdFrom: 'order-7' });
  await putInvoice('tx', { ...dated('2026-07-02'), shippingAddress: { state: 'TX', country: 'US', isPartial: true } });
  await putInvoice('qc', { ...dated('2026-07-03'), shippingAddress: { country: 'CA', region: 'QC' } });
  await putInvoice('de', { ...dated('2026-07-04'), shippingAddress: { country: 'DE' } });
});
afterAll(() => app.close());

const names = async (query: string) => {
  const listed = await bodyOf<Listed[]>(app.send('GET', `/v1/transactions?${query}`));
  return listed.map(({ externalId }) => externalId);
};

describe('transactions', () => {
  it.each([
    ['state=MN', ['mn-july', 'mn-june']],
    ['state=Texas', ['tx']],
    ['country=US', ['tx', 'mn-july', 'mn-june']],
    ['country=Canada', ['qc']],
    ['country=CAN&state=Quebec', ['qc']],
    ['state=CA-QC', ['qc']],
    ['country=DEU', ['de']],
    ['country=FR', []],
    ['from=2026-07-01', ['de', 'qc', 'tx', 'mn-july']],
    ['to=2026-06-30', ['mn-june']],
    ['from=2026-07-01&to=2026-07-02&state=mn', ['mn-july']],
    ['from=2026-07-02&to=2026-07-02', ['tx']],
    ['createdFrom=order-7', ['mn-july']],
    ['createdFrom=order-7&source=3', []],
  ])('can be filtered by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    expect(await names(`${query}&limit=1`)).toEqual(expected.slice(0, 1));
  });

  it('can be filtered by the date of the last change', async () => {
    const [newest] = await bodyOf<Listed[]>(app.send('GET', '/v1/transactions?limit=1'));
    const since = newest!.internalTimestamps.updatedDate;
    expect(await names(`updatedSince=${since}`)).toEqual(['de']);
    await putInvoice('mn-june', { ...dated('2026-06-30'), documentName: 'changed' });
    expect(await names(`updatedSince=${since}`)).toEqual(['de', 'mn-june']);
    // The same body again changes nothing and does not count as a change.
    await putInvoice('mn-july', { ...dated('2026-07-01'), createdFrom: 'order-7' });
    expect(await names(`updatedSince=${since}`)).toEqual(['de', 'mn-june']);
  });

  it('keep their filter on the next page', async () => {
    const page = await app.send('GET', '/v1/transactions?state=minnesota&from=2026-06-01&limit=1');
    const [, next] = /<([^>]+)>/.exec(page.headers.get('link')!)!;
    expect((await bodyOf<Listed[]>(app.send('GET', next!))).map(({ externalId }) => externalId)).toEqual(['mn-june']);
  });

  it.each<[string, unknown[]]>([
    ['state=ZZ', [{ parameter: 'state', code: 'UNKNOWN_VALUE' }]],
    ['country=Atlantis', [{ parameter: 'country', code: 'UNKNOWN_VALUE' }]],
    ['country=DE&state=Bavaria', [{ parameter: 'state', code: 'UNKNOWN_VALUE' }]],
    ['from=2026-07-02&to=2026-07-01', [{ parameter: 'to', code: 'OUT_OF_RANGE' }]],
    ['from=7/1/2026', [{ parameter: 'from', code: 'INVALID_FORMAT' }]],
    ['from=2026-07-01T10:00:00Z', [{ parameter: 'from', code: 'INVALID_FORMAT' }]],
    ['updatedSince=now', [{ parameter: 'updatedSince', code: 'INVALID_FORMAT' }]],
    ['createdFrom=', [{ parameter: 'createdFrom' }]],
    ['country=US&country=CA', [{ parameter: 'country', code: 'REPEATED_PARAMETER' }]],
    [
      'source=x&country=Atlantis&from=2026-07-02&to=2026-07-01&stat=MN',
      [{ parameter: 'stat' }, { parameter: 'source' }, { parameter: 'country' }, { parameter: 'to' }],
    ],
  ])('are not listed for the invalid query %s', async (query, errors) => {
    const response = await app.send('GET', `/v1/transactions?${query}`);
    expect(response.status).toBe(400);
    expect((await bodyOf<{ errors: unknown[] }>(response)).errors).toMatchObject(errors);
  });
});

describe('customers', () => {
  it('can be filtered by source and by the date of the last change', async () => {
    const listed = (query: string) => bodyOf<Listed[]>(app.send('GET', `/v1/customers?${query}`));
    const [newest] = await listed('');
    expect(await listed('source=3')).toEqual([newest]);
    const since = encodeURIComponent(newest!.internalTimestamps.updatedDate);
    expect(await listed(`updatedSince=${since}`)).toEqual([newest]);
    expect((await app.send('GET', '/v1/customers?updatedSince=1')).status).toBe(400);
  });
});
