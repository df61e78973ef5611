import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { operations } from '../../support/openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = any;

let app: TestApp;
let customer: Body;
beforeAll(async () => {
  app = await startApp();
  customer = await bodyOf<Body>(app.send('PUT', customerAt(), aCustomerBody({ externalId: 'twice' })));
});
afterAll(() => app.close());

const customerAt = () => '/v1/customers/source/9/externalId/twice';
const documentAt = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const byId = (noun: string, { serviceId }: Body) => `/v1/${noun}/serviceId/${serviceId}`;
const store = (externalId: string, more: object = {}) =>
  bodyOf<Body>(app.send('PUT', documentAt(externalId), anInvoiceBody(customer.serviceId, { externalId, ...more })));

it('every operation on a customer or a document is at its key and at its id; only PUT needs the key', () => {
  for (const noun of ['customers', 'transactions']) {
    const at = (address: string) =>
      operations
        .filter(({ path }) => path.startsWith(`/v1/${noun}/${address}`))
        .map(({ method, path }) => `${method} ${path.slice(`/v1/${noun}/${address}`.length)}`)
        .sort();
    const byKey = at('source/{source}/externalId/{externalId}');
    expect(byKey.length).toBeGreaterThan(4);
    expect(at('serviceId/{serviceId}')).toEqual(byKey.filter((one) => one !== 'PUT '));
  }
});

describe('at its id', () => {
  it.each(['/calculations', '/trace', '/checks', '/refundable', ''])(
    'a document answers %s as at its key',
    async (below) => {
      const document = await store('read');
      const [atKey, atId] = await Promise.all(
        [documentAt('read'), byId('transactions', document)].map((path) => app.send('GET', path + below)),
      );
      expect(atId!.status).toBe(200);
      expect(atId!.headers.get('etag')).toBe(atKey!.headers.get('etag'));
      expect(await bodyOf<Body>(atId!)).toEqual(await bodyOf<Body>(atKey!));
    },
  );

  it('a document is changed, calculated again, converted and cancelled', async () => {
    const estimate = await store('estimate', { transactionType: 'ESTIMATE' });
    const path = byId('transactions', estimate);
    const patched = await app.send('PATCH', path, { documentName: 'Offer' });
    expect(await bodyOf<Body>(patched)).toMatchObject({ externalId: 'estimate', documentName: 'Offer' });
    const stale = await app.send('POST', `${path}/recalculate`, { reason: 'Late' }, { 'If-Match': '"old"' });
    expect(stale.status).toBe(412);
    const again = await app.send('POST', `${path}/recalculate`, { reason: 'Late' });
    expect(await bodyOf<Body>(again)).toMatchObject({ calculationNumber: 2 });
    const externalTimestamps = { createdDate: '2026-06-20', updatedDate: '2026-06-20' };
    const to = { externalId: 'invoice', transactionType: 'INVOICE', externalTimestamps };
    const converted = await app.send('POST', `${path}/convert`, to);
    expect([converted.status, converted.headers.get('location')]).toEqual([201, documentAt('invoice')]);
    expect((await app.send('DELETE', byId('transactions', await bodyOf<Body>(converted)))).status).toBe(204);
    expect(await bodyOf<Body>(app.send('GET', documentAt('invoice')))).toMatchObject({
      transactionStatus: 'CANCELLED',
    });
  });

  it('and at its key, a customer is changed, covered and erased', async () => {
    for (const path of [customerAt(), byId('customers', customer)]) {
      expect(await bodyOf<Body>(app.send('PATCH', path, { comment: path }))).toMatchObject({ comment: path });
      const { states } = await bodyOf<Body>(app.send('GET', `${path}/exemption_coverage?state=MN`));
      expect(states).toMatchObject([{ state: 'MN', stateName: 'Minnesota', status: 'GAP' }]);
      const erased = await bodyOf<Body>(app.send('POST', `${path}/erase`, { reason: 'Asked' }));
      expect(erased).toMatchObject({ serviceId: customer.serviceId, externalId: 'twice' });
      expect(erased).not.toHaveProperty('comment');
    }
  });

  it('nothing is found under the id of another kind of record', async () => {
    const document = await store('other');
    for (const path of [byId('customers', document), byId('transactions', customer)]) {
      expect((await app.send('PATCH', path, {})).status).toBe(404);
    }
  });
});
