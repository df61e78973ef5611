import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

type Body = Record<string, unknown>;
type Line = { readonly reason: string; readonly taxAmount: number };
type Document = { readonly items: readonly Line[]; readonly shippingFee?: Line; readonly salesTax: { amount: number } };

let app: TestApp;
let holders = 0;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function aHolder(...exemptions: { readonly exemption: Body; readonly states?: Body[] }[]): Promise<string> {
  const externalId = `holder-${holders++}`;
  const path = `/v1/customers/source/9/externalId/${externalId}`;
  const { serviceId } = await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody({ externalId })));
  for (const { exemption, states = [] } of exemptions) {
    const body = { exemption: { customerId: serviceId, ...exemption }, states };
    expect((await app.send('POST', '/v1/exemptions', body)).status).toBe(200);
  }
  return serviceId;
}

/** A lamp for 100.00 shipped to Minneapolis, where 9.025 % is 9.03, with optional changes. */
const document = (customerId: string, more: Body = {}): Body =>
  anInvoiceBody(customerId, { items: [anItemBody({ unitPrice: 100, quantity: 1 })], ...more });

const calculate = async (customerId: string, more: Body = {}): Promise<Document> => {
  const response = await app.send('POST', '/v1/transactions/calculate', document(customerId, more));
  expect(response.status).toBe(200);
  return bodyOf<Document>(response);
};

const on = (createdDate: string) => ({ externalTimestamps: { createdDate, updatedDate: createdDate } });
const minnesota = [{ code: 'MN' }];

describe('a certificate', () => {
  it.each<[string, Body, Body[], string, number]>([
    ['for the state', {}, minnesota, 'CUSTOMER_EXEMPT', 0],
    ['for the whole country', { country: 'US' }, [], 'CUSTOMER_EXEMPT', 0],
    ['for the state named in the exemption itself', { state: { name: 'Minnesota' } }, [], 'CUSTOMER_EXEMPT', 0],
    ['for several states', {}, [{ code: 'TX' }, ...minnesota], 'CUSTOMER_EXEMPT', 0],
    ['for another state', {}, [{ code: 'TX' }], 'TAXED', 9.03],
    ['for another country', { country: 'DE' }, [], 'TAXED', 9.03],
    ['that was cancelled', { exemptionStatus: 'CANCELLED' }, minnesota, 'TAXED', 9.03],
    ['for the tax code', { taxCodes: ['C1S1'] }, minnesota, 'CUSTOMER_EXEMPT', 0],
    ['for another tax code', { taxCodes: ['C1S9'] }, minnesota, 'TAXED', 9.03],
    ['for half', { exemptionType: 'PARTIALLY', exemptFraction: 0.5 }, minnesota, 'CUSTOMER_PARTLY_EXEMPT', 4.51],
    ['for a lower rate', { exemptionType: 'PARTIALLY', reducedRate: 0.01 }, minnesota, 'CUSTOMER_PARTLY_EXEMPT', 1],
    ['for a higher rate', { exemptionType: 'PARTIALLY', reducedRate: 0.1 }, minnesota, 'TAXED', 9.03],
  ])('%s', async (_what, exemption, states, reason, taxAmount) => {
    const { items } = await calculate(await aHolder({ exemption, states }));
    expect(items).toMatchObject([{ reason, taxAmount }]);
  });

  it.each([
    ['2026-05-31T23:59:59-05:00', 'TAXED'],
    ['2026-06-01', 'CUSTOMER_EXEMPT'],
    ['2026-06-01T00:30:00+14:00', 'CUSTOMER_EXEMPT'],
    ['2026-06-30T23:59:59-11:00', 'CUSTOMER_EXEMPT'],
    ['2026-07-01T00:00:00+14:00', 'TAXED'],
  ])('is valid on its first and last day in the time zone of the document: %s is %s', async (createdDate, reason) => {
    const validationDates = { fromDate: '2026-06-01T12:00:00Z', toDate: '2026-06-30T00:00:00-05:00' };
    const holder = await aHolder({ exemption: { validationDates }, states: minnesota });
    expect((await calculate(holder, on(createdDate))).items[0]!.reason).toBe(reason);
  });

  it('covers the lines with its tax codes, and no others', async () => {
    const holder = await aHolder({ exemption: { taxCodes: ['C1S1'] }, states: minnesota });
    const items = [
      anItemBody({ unitPrice: 100, quantity: 1, taxCode: 'C1S1' }),
      anItemBody({ unitPrice: 100, quantity: 1, taxCode: 'c1s1' }),
      anItemBody({ unitPrice: 100, quantity: 1, taxCode: 'C3S1' }),
      anItemBody({ unitPrice: 100, quantity: 1, taxCode: '' }),
    ];
    const { items: lines } = await calculate(holder, { items });
    expect(lines.map(({ reason }) => reason)).toEqual([
      'CUSTOMER_EXEMPT',
      'CUSTOMER_EXEMPT',
      expect.not.stringContaining('CUSTOMER'),
      'TAXED',
    ]);
  });

  it('of full relief takes precedence over partial relief, and each covers its own codes', async () => {
    const half = { exemptionType: 'PARTIALLY', exemptFraction: 0.5, certificate: { certificateId: 'half' } };
    const full = { country: 'US', taxCodes: ['C1S2'], certificate: { certificateId: 'full' } };
    const holder = await aHolder({ exemption: half, states: minnesota }, { exemption: full });
    const lamp = anItemBody({ unitPrice: 100, quantity: 1 });
    const coat = anItemBody({ unitPrice: 100, quantity: 1, taxCode: 'C1S2' });
    const { items, salesTax } = await calculate(holder, { items: [lamp, coat] });
    expect(items).toMatchObject([
      { reason: 'CUSTOMER_PARTLY_EXEMPT', taxAmount: 4.51 },
      { reason: 'CUSTOMER_EXEMPT', taxAmount: 0 },
    ]);
    expect(salesTax.amount).toBe(4.51);
  });

  it('that is changed or cancelled does not change the documents it exempted', async () => {
    const holder = await aHolder({ exemption: {}, states: minnesota });
    const body = document(holder, { externalId: holder });
    const path = `/v1/transactions/source/9/externalId/${holder}`;
    expect(await bodyOf(app.send('PUT', path, body))).toMatchObject({ salesTax: { amount: 0 } });
    const [exemption] = await bodyOf<{ serviceId: string }[]>(app.send('GET', `/v1/exemptions?customerId=${holder}`));
    const cancelled = { exemptionStatus: 'CANCELLED' };
    await app.send('PATCH', `/v1/exemptions/serviceId/${exemption!.serviceId}`, cancelled);
    expect(await bodyOf(app.send('PUT', path, body))).toMatchObject({ salesTax: { amount: 0 } });
    expect((await calculate(holder)).salesTax.amount).toBe(9.03);
  });
});
