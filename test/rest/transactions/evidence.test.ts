import { afterAll, beforeAll, expect, it } from 'vitest';
import { toDecimalText } from '../../../src/domain/base/amount.ts';
import { appliedCertificates, buyerOf } from '../../../src/domain/transactions/evidence.ts';
import { zero } from '../../../src/tax/numbers/decimal.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { aSnapshot } from '../../support/records.ts';

type Body = Record<string, unknown>;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const customerPath = (externalId: string) => `/v1/customers/source/9/externalId/${externalId}`;
const invoicePath = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;

async function storeCustomer(externalId: string, more: Body = {}): Promise<string> {
  const body = aCustomerBody({ externalId, ...more });
  return (await bodyOf<{ serviceId: string }>(app.send('PUT', customerPath(externalId), body))).serviceId;
}

async function storeCertificate(customerId: string, more: Body = {}): Promise<string> {
  const exemption = {
    customerId,
    country: 'US',
    certificate: { certificateId: 'MN-4711', name: 'ST3' },
    classification: { code: 'RESALE', description: 'For resale' },
    validationDates: { fromDate: '2026-01-01', toDate: '2026-12-31' },
    ...more,
  };
  await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] });
  const [stored] = await bodyOf<{ serviceId: string }[]>(app.send('GET', `/v1/exemptions?customerId=${customerId}`));
  return stored!.serviceId;
}

const storeInvoice = async (externalId: string, customerId: string, more: Body = {}) =>
  bodyOf<Body>(app.send('PUT', invoicePath(externalId), anInvoiceBody(customerId, { externalId, ...more })));

const selection = `buyer { name customerType taxNumber }
  certificates { exemptionId country state certificateId name exemptionReason classification { code description } validFrom validThrough
    exemptionType exemptFraction reducedRate taxCodes }`;
async function inGraphql(externalId: string): Promise<Body> {
  const query = `query ($by: TransactionBy!) { transaction(by: $by) { ${selection} calculations { nodes { ${selection} } } } }`;
  const variables = { by: { key: { source: '9', externalId } } };
  return (await bodyOf<{ data: { transaction: Body } }>(app.send('POST', '/graphql', { query, variables }))).data
    .transaction;
}

it('an invoice keeps the certificate and the buyer as they were', async () => {
  const customerId = await storeCustomer('reseller', { name: 'Prairie Books', taxNumber: 'MN-1' });
  const exemptionId = await storeCertificate(customerId);
  const { buyer, certificates, salesTax } = await storeInvoice('exempt', customerId);
  expect(salesTax).toMatchObject({ amount: 0 });
  expect(buyer).toEqual({ name: 'Prairie Books', customerType: 'RETAIL', taxNumber: 'MN-1' });
  expect(certificates).toEqual([
    {
      exemptionId,
      place: 'US-MN',
      country: 'US',
      state: 'MN',
      certificateId: 'MN-4711',
      name: 'ST3',
      exemptionReason: 'RESALE',
      classification: { code: 'RESALE', description: 'For resale' },
      validFrom: '2026-01-01',
      validThrough: '2026-12-31',
      exemptionType: 'FULLY',
      taxCodes: [],
    },
  ]);

  const patch = { certificate: { certificateId: 'MN-9999', name: 'Other' }, validationDates: { toDate: '2026-02-01' } };
  expect((await app.send('PATCH', `/v1/exemptions/serviceId/${exemptionId}`, patch)).status).toBe(200);
  await storeCustomer('reseller', { name: 'River Books', taxNumber: null, customerType: 'RESELLER' });
  const read = await bodyOf<Body>(app.send('GET', invoicePath('exempt')));
  expect(read).toMatchObject({ buyer, certificates, customer: { name: 'River Books' } });
  expect(await inGraphql('exempt')).toMatchObject({
    buyer,
    certificates: [
      { exemptionId, certificateId: 'MN-4711', name: 'ST3', validFrom: '2026-01-01', validThrough: '2026-12-31' },
    ],
  });

  // A new calculation after the certificate has expired; the earlier one keeps its evidence.
  await app.send('POST', `${invoicePath('exempt')}/recalculate`, { reason: 'The certificate was wrong' });
  const { calculations, ...now } = await inGraphql('exempt');
  expect(now).toEqual({
    buyer: { name: 'River Books', customerType: 'RESELLER', taxNumber: null },
    certificates: [],
  });
  expect(calculations).toMatchObject({ nodes: [now, { buyer, certificates: [{ certificateId: 'MN-4711' }] }] });
});

it('only certificates that relieved a line are evidence, with the part that they relieved', async () => {
  const customerId = await storeCustomer('partly');
  await storeCertificate(customerId, { exemptionType: 'PARTIALLY', exemptFraction: 0.4, taxCodes: ['C1S1'] });
  // Minnesota does not tax clothing, so the certificate has no effect there.
  const coat = await storeInvoice('coat', customerId, { items: [anItemBody({ taxCode: 'C1S2' })] });
  expect(coat.certificates).toEqual([]);
  const lamp = await storeInvoice('lamp', customerId);
  expect(lamp.certificates).toMatchObject([{ exemptionType: 'PARTIALLY', exemptFraction: 0.4, taxCodes: ['C1S1'] }]);
  const forced = await storeInvoice('forced', customerId, {
    exemptionOverride: { kind: 'FORCE_EXEMPT', reason: 'Embassy' },
  });
  expect(forced).toMatchObject({ reason: 'CUSTOMER_EXEMPT', certificates: [] });
});

it('a refund shows the evidence of its invoice', async () => {
  const customerId = await storeCustomer('refunded', { name: 'Before' });
  await storeCertificate(customerId);
  const { certificates } = await storeInvoice('bought', customerId);
  await storeCustomer('refunded', { name: 'After' });
  const refund = await storeInvoice('returned', customerId, {
    transactionType: 'REFUND',
    createdFrom: 'bought',
    items: [],
  });
  expect(refund).toMatchObject({ buyer: { name: 'Before' }, certificates });
});

it('a quote shows the buyer only to those who may read customers', async () => {
  const customerId = await storeCustomer('quoted', { name: 'Secret Buyer' });
  await storeCertificate(customerId);
  const quote = { items: [anItemBody()], shippingAddress: minneapolis, customerId };
  const seen = await bodyOf<Body>(app.send('POST', '/v1/transactions/calculate', quote));
  expect(seen).toMatchObject({ buyer: { name: 'Secret Buyer' }, certificates: [{ certificateId: 'MN-4711' }] });
  const Authorization = `Bearer ${await app.token(['tax:read'])}`;
  const text = await (await app.send('POST', '/v1/transactions/calculate', quote, { Authorization })).text();
  expect(text).not.toContain('Secret Buyer');
  expect(text).not.toContain('MN-4711');
});

it('a document stored before evidence was copied shows what it has', () => {
  const certificate = {
    id: 'e-1',
    country: 'US',
    subdivision: 'MN',
    validFrom: null,
    validThrough: null,
    taxCodes: [],
  } as const;
  const nothing = toDecimalText(zero);
  const taxLine = { rate: 0, appliedRate: nothing, taxableAmount: nothing, exemptAmount: nothing, taxAmount: nothing };
  const taxLines = [{ ...taxLine, reason: 'CUSTOMER_EXEMPT', certificateId: 'e-1' } as const];
  const old = {
    ...aSnapshot(),
    items: [{ rule: 0, supply: { kind: 'TAXED' } as const, taxLines }],
    certificates: [{ ...certificate, relief: { kind: 'full' } as const }],
  };
  expect(buyerOf(old)).toBeNull();
  expect(appliedCertificates(old)).toMatchObject([
    { exemptionId: 'e-1', state: 'MN', certificateId: null, name: null },
  ]);
});
