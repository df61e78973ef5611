import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const customerPath = (externalId: string) => `/v1/customers/source/9/externalId/${externalId}`;
const transactionPath = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const tagOf = (response: Response): string => {
  const tag = response.headers.get('etag');
  expect(tag).toMatch(/^"[\w.-]+"$/);
  return tag ?? '';
};

/** A separate customer for each test. */
let name: string;
let customerId: string;
let tag: string;
beforeEach(async () => {
  name = `c-${++count}`;
  const created = await app.send('PUT', customerPath(name), aCustomerBody({ externalId: name }));
  tag = tagOf(created);
  customerId = (await bodyOf<{ serviceId: string }>(created)).serviceId;
});

const putCustomer = (more: Record<string, unknown>, headers?: Record<string, string>) =>
  app.send('PUT', customerPath(name), aCustomerBody({ externalId: name, ...more }), headers);

async function expectFailed(response: Response): Promise<void> {
  expect(response.status).toBe(412);
  expect(await response.json()).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
}

describe('an entity tag', () => {
  it('is on every response with one customer, and changes only with it', async () => {
    expect(tagOf(await app.send('GET', customerPath(name)))).toBe(tag);
    expect(tagOf(await app.send('HEAD', customerPath(name)))).toBe(tag);
    expect(tagOf(await app.send('GET', `/v1/customers/serviceId/${customerId}`))).toBe(tag);
    expect(tagOf(await putCustomer({}))).toBe(tag);
    const renamed = tagOf(await putCustomer({ name: 'Grace' }));
    expect(renamed).not.toBe(tag);
    const patched = await app.send('PATCH', `/v1/customers/serviceId/${customerId}`, { name: 'Ada' });
    expect([tag, renamed]).not.toContain(tagOf(patched));
  });

  it('distinguishes the forms of a document, and the full form changes with its customer', async () => {
    const invoice = anInvoiceBody(customerId, { externalId: name });
    const full = tagOf(await app.send('PUT', transactionPath(name), invoice));
    const thin = tagOf(await app.send('GET', `${transactionPath(name)}?detailed=false`));
    expect(thin).not.toBe(full);
    expect(tagOf(await app.send('GET', transactionPath(name)))).toBe(full);
    await putCustomer({ name: 'Grace' });
    const after = await app.send('GET', transactionPath(name), undefined, { 'If-None-Match': full });
    expect(after.status).toBe(200);
    expect(tagOf(after)).not.toBe(full);
    expect(tagOf(await app.send('GET', `${transactionPath(name)}?detailed=false`))).toBe(thin);
  });

  it('is on the account, and changes with its settings', async () => {
    const before = tagOf(await app.send('GET', '/v1/account'));
    const changed = tagOf(await app.send('PATCH', '/v1/account', { oneStopShop: true }));
    expect(changed).not.toBe(before);
    await expectFailed(await app.send('PATCH', '/v1/account', { oneStopShop: false }, { 'If-Match': before }));
    const undone = await app.send('PATCH', '/v1/account', { oneStopShop: false }, { 'If-Match': changed });
    expect(tagOf(undone)).toBe(before);
    expect((await app.send('GET', '/v1/account', undefined, { 'If-None-Match': before })).status).toBe(304);
  });
});

describe('If-None-Match on GET', () => {
  it.each(['GET', 'HEAD'])('answers %s with 304, the tag and no body if nothing changed', async (method) => {
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await app.send(method, customerPath(name), undefined, { 'If-None-Match': known });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(tag);
      expect(response.headers.get('content-type')).toBeNull();
      expect(await response.text()).toBe('');
    }
  });

  it('answers the record if it has changed', async () => {
    const response = await app.send('GET', customerPath(name), undefined, { 'If-None-Match': '"other"' });
    expect(response.status).toBe(200);
  });

  it('has no effect if there is no record', async () => {
    const response = await app.send('GET', customerPath('nobody'), undefined, { 'If-None-Match': '*' });
    expect(response.status).toBe(404);
  });
});

describe('If-Match', () => {
  it.each([
    ['the tag in force', () => tag],
    ['one of several', () => `"other" , ${tag}`],
    ['any', () => '*'],
  ])('accepts a PUT with %s', async (_what, given) => {
    expect((await putCustomer({ name: 'Grace' }, { 'If-Match': given() })).status).toBe(200);
  });

  it.each([
    ['another tag', () => '"other"'],
    ['the weak form of the tag in force', () => `W/${tag}`],
  ])('rejects a PUT with %s, and changes nothing', async (_what, given) => {
    await expectFailed(await putCustomer({ name: 'Grace' }, { 'If-Match': given() }));
    expect(tagOf(await app.send('GET', customerPath(name)))).toBe(tag);
  });

  it('never creates', async () => {
    const body = aCustomerBody({ externalId: 'never' });
    await expectFailed(await app.send('PUT', customerPath('never'), body, { 'If-Match': '*' }));
    expect((await app.send('GET', customerPath('never'))).status).toBe(404);
  });

  it('applies to PATCH and DELETE', async () => {
    const patch = (known: string) =>
      app.send('PATCH', `/v1/customers/serviceId/${customerId}`, { name: 'Grace' }, { 'If-Match': known });
    await expectFailed(await patch('"other"'));
    expect((await patch(tag)).status).toBe(200);

    const stored = await app.send('PUT', transactionPath(name), anInvoiceBody(customerId, { externalId: name }));
    const remove = (known: string) => app.send('DELETE', transactionPath(name), undefined, { 'If-Match': known });
    await expectFailed(await remove('"other"'));
    expect((await remove(tagOf(stored))).status).toBe(204);
  });

  it('accepts the tag of either form of a document; the tag of the full form also covers its customer', async () => {
    const put = (unitPrice: number, known?: string) =>
      app.send(
        'PUT',
        transactionPath(name),
        anInvoiceBody(customerId, { externalId: name, items: [anItemBody({ unitPrice })] }),
        known === undefined ? {} : { 'If-Match': known },
      );
    const first = tagOf(await put(1));
    const second = await put(2, first);
    expect(second.status).toBe(200);
    await expectFailed(await put(3, first));
    const thin = tagOf(await app.send('GET', `${transactionPath(name)}?detailed=false`));
    await putCustomer({ name: 'Grace' });
    await expectFailed(await put(3, tagOf(second)));
    expect((await put(3, thin)).status).toBe(200);
  });

  it('is 404 for an unknown id', async () => {
    const path = '/v1/customers/serviceId/0190a0a0-0000-7000-8000-000000000000';
    expect((await app.send('PATCH', path, { name: 'x' }, { 'If-Match': '*' })).status).toBe(404);
  });

  it('accepts one of many requests that read the same version', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => putCustomer({ name: `Reader ${index}` }, { 'If-Match': tag })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 412)]);
  });
});

describe('If-None-Match on PUT', () => {
  it('only creates, even under concurrent requests', async () => {
    const put = () =>
      app.send('PUT', transactionPath(name), anInvoiceBody(customerId, { externalId: name }), { 'If-None-Match': '*' });
    const statuses = (await Promise.all(Array.from({ length: 8 }, put))).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 412)]);
  });

  it('rejects while the record matches the tag', async () => {
    await expectFailed(await putCustomer({ name: 'Grace' }, { 'If-None-Match': tag }));
    expect((await putCustomer({ name: 'Grace' }, { 'If-None-Match': '"other"' })).status).toBe(200);
  });
});

it.each([
  ['GET', 'If-None-Match', '17'],
  ['PUT', 'If-Match', 'abc'],
  ['PUT', 'If-Match', ''],
  ['PUT', 'If-None-Match', '"a" "b"'],
  ['PUT', 'If-Match', '*, "a"'],
])('rejects %s with %s: %s, which is not a list of tags', async (method, header, value) => {
  const body = method === 'PUT' ? aCustomerBody({ externalId: name }) : undefined;
  const response = await app.send(method, customerPath(name), body, { [header]: value });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ parameter: header, code: 'INVALID_FORMAT' }] });
});

it('answers a repeated PUT with the same bytes', async () => {
  const invoice = anInvoiceBody(customerId, { externalId: name });
  const created = await app.send('PUT', transactionPath(name), invoice);
  expect(created.status).toBe(201);
  const text = await created.text();
  for (let time = 0; time < 2; time++) {
    const again = await app.send('PUT', transactionPath(name), invoice);
    expect(again.status).toBe(200);
    expect(await again.text()).toBe(text);
    expect(again.headers.get('etag')).toBe(created.headers.get('etag'));
  }
});
