import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { fileReturn, readReturn, reopenReturn } from '../../support/returns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-08-01T02:00:00Z') });
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterAll(() => app.close());

const lamp = (unitPrice: number) => anItemBody({ unitPrice, quantity: 1 });
const sold = (externalId: string, region: string, items: readonly Json[], more: Json = {}) =>
  bodyOf<Json>(
    app.send(
      'PUT',
      `/v1/transactions/source/9/externalId/${externalId}`,
      anInvoiceBody(customerId, {
        externalId,
        items,
        currency: 'CAD',
        shippingAddress: { country: 'CA', region },
        externalTimestamps: { createdDate: '2026-06-10', updatedDate: '2026-06-10' },
        ...more,
      }),
    ),
  );
const file = (place: string, period: string) => bodyOf<Json>(fileReturn(app, { place, period }));
const reopen = (place: string, period: string) => bodyOf<Json>(reopenReturn(app, { place, period }));
const read = (place: string, period: string) => readReturn(app, { place, period });
const totalsOf = async (place: string) => (await read(place, '2026-06')).figures.totals;
const statusOf = async (externalId: string) =>
  (await bodyOf<Json>(app.send('GET', `/v1/transactions/source/9/externalId/${externalId}`))).transactionFilingStatus;

describe('a country and its provinces with their own tax', () => {
  const june = '2026-06';

  it('report their own taxes, of the same documents', async () => {
    // 5 % GST in Vancouver and Montreal, 13 % HST in Toronto; 7 % PST, with books exempt, and 9.975 % QST.
    await sold('vancouver', 'BC', [lamp(100), anItemBody({ taxCode: 'C1S30', unitPrice: 20, quantity: 1 })]);
    await sold('toronto', 'ON', [lamp(200)]);
    await sold('montreal', 'QC', [lamp(40)]);
    expect(await totalsOf('CA')).toMatchObject([
      { grossSalesAmount: 360, taxableAmount: 360, taxAmount: 34, transactionCount: 3, currency: 'CAD' },
    ]);
    expect(await totalsOf('CA-BC')).toMatchObject([
      { grossSalesAmount: 120, taxableAmount: 100, exemptAmount: 20, taxAmount: 7, transactionCount: 1 },
    ]);
    expect(await totalsOf('CA-QC')).toMatchObject([{ taxableAmount: 40, taxAmount: 3.99, transactionCount: 1 }]);
    const { figures } = await read('CA-BC', june);
    expect(figures.jurisdictions).toMatchObject([{ jurisdiction: { jurisdictionId: 'CA-BC' }, taxAmount: 7 }]);
  });

  it('can all be filed, and a document stays filed until each of its returns is reopened', async () => {
    expect(await file('CA', june)).toMatchObject({ status: 'FILED', filings: [{ transactionCount: 3 }] });
    expect(await file('CA-BC', june)).toMatchObject({ status: 'FILED', filings: [{ transactionCount: 1 }] });
    expect(await totalsOf('CA')).toMatchObject([{ taxAmount: 34 }]);
    // A return for Alberta would report the same GST.
    expect(await file('CA-AB', june)).toMatchObject({ code: 'RETURN_OVERLAPS' });

    await reopen('CA', june);
    expect([await statusOf('vancouver'), await statusOf('toronto')]).toEqual(['FILED', 'NOT_FILED']);
    // Its province is still closed.
    expect(await sold('late', 'BC', [lamp(10)])).toMatchObject({ reportingPeriod: { from: '2026-07-01' } });
    expect(await sold('found', 'ON', [lamp(10)])).not.toHaveProperty('reportingPeriod');
    expect(await file('CA', june)).toMatchObject({ status: 'AMENDED' });
    expect((await read('CA', june)).difference.totals).toMatchObject([{ taxAmount: 1.3, transactionCount: 1 }]);

    await reopen('CA-BC', june);
    expect(await statusOf('vancouver')).toBe('FILED');
    await reopen('CA', june);
    expect(await statusOf('vancouver')).toBe('NOT_FILED');
  });
});

describe('filing', () => {
  it('waits for the end of the period, by the clock of the place', async () => {
    // It is 1 August in London, but 31 July in Chicago.
    const refused = await file('US-MN', '2026-07');
    expect(refused).toMatchObject({ status: 400, errors: [{ parameter: 'period', code: 'PERIOD_NOT_ENDED' }] });
    expect(refused.errors[0].message).toContain('2026-07-31');
    expect(await read('US-MN', '2026-07')).toMatchObject({ status: 'DRAFT', version: 0 });
    expect(await file('GB', '2026-07-01..2026-07-31')).toMatchObject({ status: 'FILED', period: '2026-07' });
    expect(await file('US-MN', '2026-Q3')).toMatchObject({ errors: [{ parameter: 'period' }] });
    expect(await file('US-MN', '2026-07-01..2026-07-30')).toMatchObject({
      status: 'FILED',
      path: '/v1/returns/place/US-MN/period/2026-07-01..2026-07-30',
    });
  });
});

describe('what is due', () => {
  it('is the rest of a quarter if only one month was filed', async () => {
    await app.send('PUT', '/v1/nexus/place/US-TX', {
      registrations: [{ validFrom: '2025-01-01', filingFrequency: 'QUARTERLY' }],
    });
    const due = async () =>
      (await bodyOf<Json>(app.send('GET', '/v1/returns/due?dueFrom=2025-07-01&dueTo=2025-07-31'))).map((one: Json) => [
        one.dueOn,
        one.taxReturn.from,
        one.taxReturn.to,
      ]);
    expect(await due()).toEqual([['2025-07-21', '2025-04-01', '2025-06-30']]);
    await file('US-TX', '2025-05');
    expect(await due()).toEqual([
      ['2025-07-21', '2025-04-01', '2025-04-30'],
      ['2025-07-21', '2025-06-01', '2025-06-30'],
    ]);
    await file('US-TX', '2025-04');
    await file('US-TX', '2025-06');
    expect(await due()).toEqual([]);
  });
});
