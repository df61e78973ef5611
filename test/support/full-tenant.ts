import { randomUUID } from 'node:crypto';
import { createTenantScope } from '../../src/stores/sql/tenant-scope.ts';
import { foldChanges } from '../../src/stores/totals/fold-changes.ts';
import { bodyOf, type TestApp } from './app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from './bodies.ts';
import { samplePdf } from './sample-files.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member
type Json = any;

/** Longer than the pieces of files in archives. */
const longPdf = Buffer.concat([samplePdf, Buffer.alloc(600_000, '% scan\n'), Buffer.from('%%EOF\n')]);

/** Creates records in every table for the app's tenant. */
export async function fillTenant(app: TestApp): Promise<void> {
  const ok = async (method: string, path: string, body?: Json, headers?: Record<string, string>) => {
    const response = await app.send(method, path, body, headers);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return bodyOf<Json>(response);
  };
  const { serviceId: customerId } = await ok('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  await ok('PATCH', `/v1/customers/serviceId/${customerId}`, { name: 'Grace “Amazing”\u2028Hopper' });
  const exemption = { exemption: { customerId }, states: [{ code: 'WI' }] };
  await ok('POST', '/v1/exemptions', exemption, { 'Idempotency-Key': randomUUID() });
  const [{ serviceId }] = await ok('GET', '/v1/exemptions');
  await app.fetch(`/v1/exemptions/serviceId/${serviceId}/file`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'application/pdf' },
    body: longPdf,
  });
  const request = await ok('POST', '/v1/certificate_requests', { customerId, states: ['WI'] });
  const { link } = await ok('GET', `/v1/certificate_requests/serviceId/${request.serviceId}/invitation`);
  const paper = new FormData();
  paper.append('file', new File([longPdf], 'st3.pdf', { type: 'application/pdf' }));
  await app.fetch(link, { method: 'POST', body: paper });
  const declaration = {
    physicalNexus: [{ validFrom: '2025-01-01', note: 'Warehouse' }],
    economicNexus: [],
    registrations: [],
  };
  await ok('PUT', '/v1/nexus/place/US-MN', declaration);
  await ok('POST', '/v1/exchange_rates/batch', {
    rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', publishedOn: '2026-06-15', rate: 1.085, source: 'ECB' }],
  });
  await ok('PUT', '/v1/products/source/9/externalId/SKU-1', { source: '9', externalId: 'SKU-1', taxCode: 'C1S1' });
  const put = (externalId: string, more: Json = {}) =>
    ok('PUT', `/v1/transactions/source/9/externalId/${externalId}`, anInvoiceBody(customerId, { externalId, ...more }));
  await put('i-1', { items: [anItemBody({ unitPrice: 90 })] });
  await put('i-1', { items: [anItemBody({ unitPrice: 100, quantity: 1 })] });
  await ok('POST', '/v1/returns/place/US-MN/period/2026-06/filings', { referenceNumber: 'R-1' });
  await foldChanges(createTenantScope(app.store.database, app.tenant.tenantId));
  const hook = { url: 'https://shop.example.com/hooks', eventTypes: ['transaction.*'] };
  const { serviceId: endpointId } = await ok('POST', '/v1/webhook_endpoints', hook);
  await ok('POST', `/v1/webhook_endpoints/serviceId/${endpointId}/test`);
  await app.store.database.prisma.$executeRaw`
    INSERT INTO webhook_notices VALUES (${app.tenant.tenantId}::uuid, 'US/MN/2026', '2026-07-01')`;
  const dates = { createdDate: '2026-07-02', updatedDate: '2026-07-02' };
  await app.records.rulings.add(
    [
      {
        ...{ part: 'RULE', country: 'US', subdivision: 'NE', taxCode: 'C1S3', source: 'Ruling 29-26-1' },
        row: { category: 'clothing', taxable: 'no', from: '2026-06-01' },
      },
    ],
    new Date('2026-06-15T10:00:00Z'),
  );
  await put('i-2', { externalTimestamps: dates });
  await app.records.taxNumberChecks.insert({
    serviceId: randomUUID(),
    countryCode: 'DE',
    vatNumber: 'DE129273398',
    isRegistered: true,
    register: 'VIES',
    consultationNumber: 'WAPIAAAA',
    name: 'Firma',
    address: 'Straße 1\nBerlin',
    checkedAt: new Date('2026-06-15T10:00:00Z'),
    internalTimestamps: {
      createdDate: new Date('2026-06-15T10:00:00Z'),
      updatedDate: new Date('2026-06-15T10:00:00Z'),
    },
  });
}
