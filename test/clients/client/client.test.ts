import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createClient, type TollgateClient, TollgateError } from '@tollgate/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { clientOf } from '../client-of.ts';

let app: TestApp;
let tollgate: TollgateClient;
const asked: string[] = [];
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-06-15T15:00:00Z') });
  tollgate = createClient(await clientOf(app, (path) => asked.push(path)));
});
afterAll(() => app.close());

const on = (day: string) => ({ createdDate: day, updatedDate: day });
const minneapolis = { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' };
const lamps = { name: 'Lamp', taxCode: 'C1S1', unitPrice: '100', quantity: '2' };
const ada = { source: '9', externalId: 'C-ADA' };

describe('the package', () => {
  const file = fileURLToPath(import.meta.resolve('@tollgate/client'));

  it('has at most 12 kB compressed, and uses nothing that only Node has', () => {
    const code = readFileSync(file, 'utf8');
    expect(file).toContain('node_modules/@tollgate/client/index.js');
    expect(gzipSync(code).length).toBeLessThan(12_000);
    expect(code).not.toMatch(/\b(?:require|process|Buffer|setImmediate)\b|\bfrom\s*["']|\bimport\s*[("']/);
  });
});

describe('the client', () => {
  it('quotes a cart, with its tax by jurisdiction', async () => {
    const shippingFee = { taxCode: 'C6S1', totalPrice: '14' };
    const quote = await tollgate.quote({ items: [lamps], shippingFee, shippingAddress: minneapolis });
    // 9.025 % of 200, and of 14: 1.2635.
    expect(quote).toMatchObject({
      currency: 'USD',
      taxDate: '2026-06-15',
      salesTax: { amount: '19.31', rate: '0.09025' },
      finalTransactionAmount: '233.31',
      items: [{ name: 'Lamp', taxAmount: '18.05', reason: 'TAXED' }],
      shippingFee: { taxAmount: '1.26' },
    });
    expect(quote.items[0]!.taxLines[0]).toMatchObject({ appliedRate: '0.06875', jurisdiction: { name: 'Minnesota' } });
  });

  it('gets one token for concurrent calls', async () => {
    const fresh = createClient(await clientOf(app, (path) => asked.push(path)));
    asked.length = 0;
    await Promise.all([1, 2, 3].map(() => fresh.quote({ items: [lamps], shippingAddress: minneapolis })));
    expect(asked).toEqual(['/v1/token', '/graphql', '/graphql', '/graphql']);
  });

  it('stores a customer, an invoice and its refund, and reads them', async () => {
    const { serviceId } = await tollgate.upsertCustomer({ ...ada, name: 'Ada', externalTimestamps: on('2026-06-01') });
    expect(await tollgate.findCustomer(ada)).toMatchObject({ serviceId, version: 1, customerType: 'RETAIL' });
    expect(await tollgate.findCustomer({ ...ada, externalId: 'C-NONE' })).toBeNull();
    const invoice = { source: '9', externalId: 'INV-1' };
    const stored = await tollgate.storeTransaction({
      ...invoice,
      customerId: serviceId,
      transactionType: 'INVOICE',
      transactionStatus: 'PAID',
      externalTimestamps: on('2026-06-15'),
      items: [lamps],
      shippingAddress: minneapolis,
    });
    expect(stored).toMatchObject({ externalId: 'INV-1', version: 1, finalTransactionAmount: '218.05' });
    expect(await tollgate.findTransaction(invoice)).toEqual({ ...stored, __typename: undefined });
    const refund = await tollgate.refund({
      source: '9',
      externalId: 'REF-1',
      createdFrom: 'INV-1',
      externalTimestamps: on('2026-06-20'),
      items: [{ name: 'Lamp', taxCode: 'C1S1', quantity: '1' }],
    });
    // Half of 18.05: 9.025, a tie that goes up.
    expect(refund).toMatchObject({ salesTax: { amount: '9.03' }, finalTransactionAmount: '109.03' });
    const cancelled = await tollgate.cancelTransaction({ source: '9', externalId: 'REF-1' }, 'Not received');
    expect(cancelled.transactionStatus).toBe('CANCELLED');
  });

  it('validates addresses and tax numbers, and lists certificates', async () => {
    const [best] = await tollgate.validateAddress(minneapolis);
    expect(best!.address).toMatchObject({ city: 'Minneapolis', county: 'Hennepin County', state: 'MN' });
    const check = await tollgate.validateTaxNumber({ countryCode: 'DE', vatNumber: 'DE136695976' });
    expect(check).toMatchObject({ status: 'FORMAT_ONLY', vatNumber: 'DE136695976' });
    const school = { source: '9', externalId: 'C-SCHOOL' };
    const { serviceId } = await tollgate.upsertCustomer({ ...school, externalTimestamps: on('2026-06-01') });
    const exemption = { customerId: serviceId, certificate: { certificateId: 'MN-1' }, exemptionStatus: 'ACTIVE' };
    await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] });
    expect(await tollgate.certificates(school)).toMatchObject([
      { stateCode: 'MN', certificateStatus: 'ACTIVE', certificate: { certificateId: 'MN-1' } },
    ]);
    await expect(tollgate.certificates({ ...ada, externalId: 'C-NONE' })).rejects.toMatchObject({ kind: 'NotFound' });
  });

  it('executes any other operation, and requests to REST', async () => {
    const data = await tollgate.graphql<{ transaction: { externalId: string } }>(
      'query One($key: RecordKey!) { transaction(by: { key: $key }) { externalId } }',
      { key: { source: '9', externalId: 'INV-1' } },
    );
    expect(data.transaction.externalId).toBe('INV-1');
    const path = '/v1/transactions/source/9/externalId/INV-1';
    expect(await tollgate.rest({ method: 'GET', path })).toMatchObject({ finalTransactionAmount: 218.05 });
  });

  it('reports errors by kind, code and field', async () => {
    const failed = await tollgate
      .quote({ items: [lamps], shippingAddress: { ...minneapolis, zip: '10001' } })
      .catch((error) => error);
    expect(failed).toBeInstanceOf(TollgateError);
    expect(failed).toMatchObject({ kind: 'InvalidInput', isTemporary: false });
    expect(failed.issues[0].path).toEqual(['shippingAddress', 'zip']);
    expect(failed.message).toContain('shippingAddress.zip: ');
    const orphan = tollgate.refund({
      source: '9',
      externalId: 'REF-9',
      createdFrom: 'INV-NONE',
      externalTimestamps: on('2026-06-20'),
      items: [],
    });
    await expect(orphan).rejects.toMatchObject({ kind: 'NotFound', code: 'INVOICE_NOT_FOUND' });
    await expect(tollgate.graphql('{ nothing }')).rejects.toMatchObject({ kind: 'Refused' });
    await expect(tollgate.rest({ method: 'GET', path: '/v1/nothing' })).rejects.toMatchObject({
      kind: 'NotFound',
      status: 404,
    });
    const stranger = createClient({ ...(await clientOf(app)), clientSecret: 'wrong' });
    await expect(stranger.quote({ items: [lamps] })).rejects.toMatchObject({ kind: 'Unauthenticated' });
  });
});
