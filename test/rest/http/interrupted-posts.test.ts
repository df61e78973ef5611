import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../../../src/ports/stores.ts';
import { allRoutes } from '../../../src/rest/routes.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';
import { replacedStores } from '../../support/replaced-stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member
type Json = any;

const clock = aClock('2026-07-10T08:00:00Z');
/** Set while the process dies after its work: neither the response nor the failure reaches the key. */
let isDying = false;

function dying(stores: Stores): Stores {
  return {
    ...stores,
    forTenant(tenantId, actor, work) {
      const records = stores.forTenant(tenantId, actor, work);
      const { idempotencyKeys } = records;
      const unlessDying = <Args extends unknown[]>(settle: (...args: Args) => Promise<void>) =>
        isDying ? () => Promise.reject(new Error('the process died')) : settle;
      return replacedStores(records, {
        idempotencyKeys: {
          ...idempotencyKeys,
          answer: unlessDying(idempotencyKeys.answer),
          release: unlessDying(idempotencyKeys.release),
        },
      });
    },
  };
}

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp({ wrap: dying, now: clock.now });
  customerId = (await ok('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody())).serviceId;
});
afterAll(() => app.close());

async function ok(method: string, path: string, body?: unknown): Promise<Json> {
  const response = await app.send(method, path, body);
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return bodyOf<Json>(response);
}

const invoice = async (externalId: string, more: Json = {}) =>
  (
    await ok(
      'PUT',
      `/v1/transactions/source/9/externalId/${externalId}`,
      anInvoiceBody(customerId, { externalId, ...more }),
    )
  ).serviceId as string;

async function endpoint(): Promise<string> {
  const hook = { url: 'https://dying.example.com/hook', eventTypes: ['customer.*'] };
  return (await ok('POST', '/v1/webhook_endpoints', hook)).serviceId;
}

async function delivered(): Promise<string> {
  const { serviceId } = await ok('POST', `/v1/webhook_endpoints/serviceId/${await endpoint()}/test`);
  await app.store.database.prisma.$executeRaw`
    UPDATE webhook_deliveries SET status = 'DELIVERED' WHERE service_id = ${serviceId}::uuid`;
  clock.advance(1_000);
  return serviceId;
}

/** Where each request is sent, with which body. */
const posts: Readonly<Record<string, () => Promise<readonly [string, unknown?]>>> = {
  '/v1/customers/batch': async () => [
    '/v1/customers/batch',
    [aCustomerBody({ externalId: 'c-2' }), aCustomerBody({ externalId: 'c-3' })],
  ],
  '/v1/customers/serviceId/:serviceId/erase': async () => {
    const { serviceId } = await ok(
      'PUT',
      '/v1/customers/source/9/externalId/c-4',
      aCustomerBody({ externalId: 'c-4' }),
    );
    return [`/v1/customers/serviceId/${serviceId}/erase`, { reason: 'Asked for' }];
  },
  '/v1/transactions/batch': async () => [
    '/v1/transactions/batch',
    ['b-1', 'b-2'].map((externalId) => anInvoiceBody(customerId, { externalId })),
  ],
  '/v1/transactions/serviceId/:serviceId/recalculate': async () => [
    `/v1/transactions/serviceId/${await invoice('r-1')}/recalculate`,
    { reason: 'late certificate' },
  ],
  '/v1/transactions/serviceId/:serviceId/convert': async () => [
    `/v1/transactions/serviceId/${await invoice('o-1', { transactionType: 'SALES_ORDER' })}/convert`,
    {
      transactionType: 'INVOICE',
      externalId: 'o-1-invoice',
      externalTimestamps: { createdDate: '2026-06-20', updatedDate: '2026-06-20' },
    },
  ],
  '/v1/transactions/mark_filed': async () => {
    await invoice('f-1', { externalTimestamps: { createdDate: '2026-04-02', updatedDate: '2026-04-02' } });
    return ['/v1/transactions/mark_filed', { country: 'US', state: 'MN', from: '2026-04-01', to: '2026-04-30' }];
  },
  '/v1/transactions/reopen': async () => {
    await invoice('f-2', { externalTimestamps: { createdDate: '2026-03-02', updatedDate: '2026-03-02' } });
    const march = { country: 'US', state: 'MN', from: '2026-03-01', to: '2026-03-31' };
    await ok('POST', '/v1/transactions/mark_filed', march);
    return ['/v1/transactions/reopen', { ...march, reason: 'An invoice was missing' }];
  },
  '/v1/returns/place/:place/period/:period/filings': async () => [
    '/v1/returns/place/US-MN/period/2026-02/filings',
    { referenceNumber: 'R-1' },
  ],
  '/v1/returns/place/:place/period/:period/reopen': async () => {
    await ok('POST', '/v1/returns/place/US-MN/period/2026-01/filings', {});
    return ['/v1/returns/place/US-MN/period/2026-01/reopen', { reason: 'An invoice was missing' }];
  },
  '/v1/exemptions': async () => [
    '/v1/exemptions',
    {
      exemption: { customerId, country: 'US', certificate: { certificateId: 'A-1' } },
      states: [{ abbreviation: 'MN' }],
    },
  ],
  '/v1/exemptions/serviceId/:serviceId/tax_refunds': async () => {
    const { serviceId: buyer } = await ok(
      'PUT',
      '/v1/customers/source/9/externalId/c-5',
      aCustomerBody({ externalId: 'c-5' }),
    );
    await ok(
      'PUT',
      '/v1/transactions/source/9/externalId/t-1',
      anInvoiceBody(buyer, { externalId: 't-1', items: [anItemBody({ unitPrice: 100 })] }),
    );
    const exemption = { customerId: buyer, country: 'US', exemptionType: 'FULLY' };
    await ok('POST', '/v1/exemptions', { exemption, states: [{ abbreviation: 'MN' }] });
    const [{ serviceId }] = await ok('GET', `/v1/exemptions?customerId=${buyer}`);
    return [`/v1/exemptions/serviceId/${serviceId}/tax_refunds`, { from: '2026-01-01' }];
  },
  '/v1/exchange_rates/batch': async () => [
    '/v1/exchange_rates/batch',
    { rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', publishedOn: '2026-06-15', rate: 1.085, source: 'ECB' }] },
  ],
  '/v1/products/batch': async () => [
    '/v1/products/batch',
    { products: [{ source: '9', externalId: 'SKU-1', taxCode: 'C1S1' }] },
  ],
  '/v1/certificate_requests': async () => ['/v1/certificate_requests', { customerId, states: ['MN'] }],
  '/v1/certificate_requests/serviceId/:serviceId/decide': async () => {
    const { serviceId } = await ok('POST', '/v1/certificate_requests', { customerId, states: ['MN'] });
    return [`/v1/certificate_requests/serviceId/${serviceId}/decide`, { decision: 'REVOKED' }];
  },
  '/v1/clients': async () => ['/v1/clients', { name: 'Shop', scopes: ['tax:read'] }],
  '/v1/clients/clientId/:clientId/rotate_secret': async () => {
    const { clientId } = await ok('POST', '/v1/clients', { name: 'Till', scopes: ['tax:read'] });
    return [`/v1/clients/clientId/${clientId}/rotate_secret`, {}];
  },
  '/v1/webhook_endpoints': async () => [
    '/v1/webhook_endpoints',
    { url: 'https://dying.example.com/hook', eventTypes: ['*'] },
  ],
  '/v1/webhook_endpoints/serviceId/:serviceId/rotate_secret': async () => [
    `/v1/webhook_endpoints/serviceId/${await endpoint()}/rotate_secret`,
    {},
  ],
  '/v1/webhook_endpoints/serviceId/:serviceId/test': async () => [
    `/v1/webhook_endpoints/serviceId/${await endpoint()}/test`,
  ],
  '/v1/webhook_endpoints/serviceId/:serviceId/redeliver': async () => {
    const { endpointId } = await ok('GET', `/v1/webhook_deliveries/serviceId/${await delivered()}`);
    return [
      `/v1/webhook_endpoints/serviceId/${endpointId}/redeliver`,
      { since: '2026-07-01T00:00:00Z', onlyFailed: false },
    ];
  },
  '/v1/webhook_deliveries/serviceId/:serviceId/redeliver': async () => [
    `/v1/webhook_deliveries/serviceId/${await delivered()}/redeliver`,
  ],
};

/** They are repeatable without a key: stored data does not change again, and the response reports it. */
const saysUnchanged: Readonly<Record<string, readonly [Json, Json]>> = {
  '/v1/customers/batch': [
    { results: [{ status: 201 }, { status: 201 }] },
    { results: [{ status: 200 }, { status: 200 }] },
  ],
  '/v1/transactions/batch': [
    { results: [{ status: 201 }, { status: 201 }] },
    { results: [{ status: 200 }, { status: 200 }] },
  ],
  '/v1/transactions/mark_filed': [
    { changedCount: 1, unchangedCount: 0 },
    { changedCount: 0, unchangedCount: 1 },
  ],
  '/v1/transactions/reopen': [
    { changedCount: 1, unchangedCount: 0 },
    { changedCount: 0, unchangedCount: 1 },
  ],
  '/v1/products/batch': [
    { changedCount: 1, unchangedCount: 0 },
    { changedCount: 0, unchangedCount: 1 },
  ],
  '/v1/exemptions/serviceId/:serviceId/tax_refunds': [{ rows: [{ outcome: 'REFUNDED' }] }, { rows: [] }],
};

/** The number of changes, documents, rates, endpoints and deliveries of the tenant. */
async function countRows(): Promise<Json> {
  const counted = (table: string) => `(SELECT count(*)::int FROM ${table} WHERE tenant_id = '${app.tenant.tenantId}')`;
  const tables = [
    'changes',
    'transactions',
    'calculations',
    'exchange_rates',
    'certificate_requests',
    'webhook_endpoints',
    'webhook_deliveries',
    'clients',
  ];
  const [row] = await app.store.database.prisma.$queryRawUnsafe<Json[]>(
    `SELECT ${tables.map((table) => `${counted(table)} AS ${table}`).join(', ')}`,
  );
  return row;
}

describe('a POST that did its work and died before it answered', () => {
  it('is tried for every path', () => {
    const plain = (path: string) =>
      path.replace(/\/(source\/.*externalId|serviceId|place\/.*period|scheme\/.*period)\/:\w+/, '/:');
    const written = allRoutes.filter(
      ({ method, scopes, options }) => method === 'POST' && scopes && !options?.storesNothing,
    );
    const untried = new Set(written.map(({ path }) => plain(path)));
    for (const path of Object.keys(posts)) untried.delete(plain(path));
    // Uploads are streams; their rows are stored as those of POST /v1/exemptions and PUT of a product.
    expect([...untried].sort()).toEqual(['/v1/exemption_imports', '/v1/product_imports']);
  });

  it.each(Object.entries(posts))('%s does nothing twice, and is answered', async (path, prepare) => {
    const [url, body] = await prepare();
    const send = () => app.send('POST', url, body, { 'Idempotency-Key': path.replaceAll(/\W/g, '-') });
    isDying = true;
    const first = await send();
    isDying = false;
    expect(first.status, path).toBeLessThan(300);
    const counted = await countRows();
    clock.advance(61_000);
    const again = await send();
    expect(again.status).toBe(first.status);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    // Only the first response contains the secret of a client or a webhook endpoint.
    const [{ clientSecret, secret, ...answer }, repeated] = [await bodyOf<Json>(first), await bodyOf<Json>(again)];
    if (saysUnchanged[path]) {
      expect(answer).toMatchObject(saysUnchanged[path][0]);
      expect(repeated).toMatchObject(saysUnchanged[path][1]);
    } else {
      expect(repeated).toEqual(answer);
    }
    expect(await countRows()).toEqual(counted);
  });
});
