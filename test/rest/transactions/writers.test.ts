import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';

let app: TestApp;
let customerId: string;
const clock = aClock();
beforeAll(async () => {
  app = await startApp({ now: clock.now });
  const customer = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  ({ serviceId: customerId } = await bodyOf<{ serviceId: string }>(customer));
});
afterAll(() => app.close());

type Stored = { internalTimestamps: { createdDate: string; updatedDate: string } };

const put = (externalId: string, unitPrice: number) => {
  const invoice = anInvoiceBody(customerId, { externalId, items: [anItemBody({ unitPrice })] });
  return app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, invoice);
};

it('a document that many requests change concurrently accepts every change, one after another', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, price) => put('HOT', price + 1)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(39).fill(200), 201]);
  const last = await app.send('GET', '/v1/transactions/source/9/externalId/HOT');
  expect(last.headers.get('etag')).toBe(answers.at(-1)?.headers.get('etag'));
});

it('a clock that was set back takes no record back, so that a list of changes still has it', async () => {
  const first = await bodyOf<Stored>(put('BACK', 1));
  clock.advance(-3_600_000);
  const changed = await bodyOf<Stored>(put('BACK', 2));
  expect(changed.internalTimestamps).toEqual(first.internalTimestamps);
  const since = encodeURIComponent(first.internalTimestamps.updatedDate);
  const list = await bodyOf<{ externalId: string }[]>(app.send('GET', `/v1/transactions?updatedSince=${since}`));
  expect(list.map(({ externalId }) => externalId)).toContain('BACK');

  const renamed = aCustomerBody({ name: 'Grace Hopper' });
  const customer = await bodyOf<Stored>(app.send('PUT', '/v1/customers/source/9/externalId/c-1', renamed));
  const { createdDate, updatedDate } = customer.internalTimestamps;
  expect(Date.parse(updatedDate)).toBeGreaterThanOrEqual(Date.parse(createdDate));
});
