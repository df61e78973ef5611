import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

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
const post = (action: 'file' | 'reopen', name: Json) => bodyOf<Json>(app.send('POST', `/v1/returns/${action}`, name));
const read = (name: Record<string, string>) =>
  bodyOf<Json>(app.send('GET', `/v1/returns/figures?${new URLSearchParams(name)}`));
const totalsOf = async (name: Record<string, string>) => (await read(name)).figures.totals;
const statusOf = async (externalId: string) =>
  (await bodyOf<Json>(app.send('GET', `/v1/transactions/source/9/externalId/${externalId}`))).transactionFilingStatus;

describe('a country and its provinces with a tax of their own', () => {
  const june = { month: '2026-06' };
  const [canada, columbia, quebec] = [
    { country: 'CA', ...june },
    { country: 'CA', state: 'BC', ...june },
    { country: 'CA', state: 'QC', ...june },
  ];

  it('report their own taxes, of the same documents', async () => {
    // 5 % GST in Vancouver and Montreal, 13 % HST in Toronto; 7 % PST, with books exempt, and 9.975 % QST.
    await sold('vancouver', 'BC', [lamp(100), anItemBody({ taxCode: 'C1S30', unitPrice: 20, quantity: 1 })]);
    await sold('toronto', 'ON', [lamp(200)]);
    await sold('montreal', 'QC', [lamp(40)]);
    expect(await totalsOf(canada)).toMatchObject([
      { grossSalesAmount: 360, taxableAmount: 360, taxAmount: 34, documentCount: 3, currency: 'CAD' },
    ]);
    expect(await totalsOf(columbia)).toMatchObject([
      { grossSalesAmount: 120, taxableAmount: 100, exemptAmount: 20, taxAmount: 7, documentCount: 1 },
    ]);
    expect(await totalsOf(quebec)).toMatchObject([{ taxableAmount: 40, taxAmount: 3.99, documentCount: 1 }]);
    const { figures } = await read(columbia);
    expect(figures.jurisdictions).toMatchObject([{ jurisdiction: { jurisdictionId: 'CA-BC' }, taxAmount: 7 }]);
  });

  it('can all be filed, and a document stays filed until each of its returns is reopened', async () => {
    expect(await post('file', canada)).toMatchObject({ status: 'FILED', filings: [{ documentCount: 3 }] });
    expect(await post('file', columbia)).toMatchObject({ status: 'FILED', filings: [{ documentCount: 1 }] });
    expect(await totalsOf(canada)).toMatchObject([{ taxAmount: 34 }]);
    // A return for Alberta would report the same GST.
    expect(await post('file', { country: 'CA', state: 'AB', ...june })).toMatchObject({ code: 'RETURN_OVERLAPS' });

    const reason = 'A sale was missing';
    await post('reopen', { ...canada, reason });
    expect([await statusOf('vancouver'), await statusOf('toronto')]).toEqual(['FILED', 'NOT_FILED']);
    // Its province is still closed.
    expect(await sold('late', 'BC', [lamp(10)])).toMatchObject({ reportingPeriod: { from: '2026-07-01' } });
    expect(await sold('found', 'ON', [lamp(10)])).not.toHaveProperty('reportingPeriod');
    expect(await post('file', canada)).toMatchObject({ status: 'AMENDED' });
    expect((await read(canada)).difference.totals).toMatchObject([{ taxAmount: 1.3, documentCount: 1 }]);

    await post('reopen', { ...columbia, reason });
    expect(await statusOf('vancouver')).toBe('FILED');
    await post('reopen', { ...canada, reason });
    expect(await statusOf('vancouver')).toBe('NOT_FILED');
  });
});

describe('filing', () => {
  it('waits for the end of the period, by the clock of the place', async () => {
    // It is 1 August in London, but 31 July in Chicago.
    const july = { country: 'US', state: 'MN', month: '2026-07' };
    const refused = await post('file', july);
    expect(refused).toMatchObject({ status: 400, errors: [{ pointer: '/month', code: 'PERIOD_NOT_ENDED' }] });
    expect(refused.errors[0].message).toContain('2026-07-31');
    expect(await read(july)).toMatchObject({ status: 'DRAFT', version: 0 });
    expect(await post('file', { country: 'GB', from: '2026-07-01', to: '2026-07-31' })).toMatchObject({
      status: 'FILED',
    });
    expect(await post('file', { country: 'US', state: 'MN', quarter: '2026-Q3' })).toMatchObject({
      errors: [{ pointer: '/quarter' }],
    });
    expect(await post('file', { country: 'US', state: 'MN', from: '2026-07-01', to: '2026-07-30' })).toMatchObject({
      status: 'FILED',
    });
  });
});

describe('what is due', () => {
  it('is the rest of a quarter of which a month was filed alone', async () => {
    await app.send('PUT', '/v1/nexus/states/TX', {
      registrations: [{ validFrom: '2025-01-01', filingFrequency: 'QUARTERLY' }],
    });
    const texas = { country: 'US', state: 'TX' };
    const due = async () =>
      (await bodyOf<Json>(app.send('GET', '/v1/returns/due?since=2025-07-01&by=2025-07-31'))).map((one: Json) => [
        one.dueOn,
        one.return.from,
        one.return.to,
      ]);
    expect(await due()).toEqual([['2025-07-20', '2025-04-01', '2025-06-30']]);
    await post('file', { ...texas, month: '2025-05' });
    expect(await due()).toEqual([
      ['2025-07-20', '2025-04-01', '2025-04-30'],
      ['2025-07-20', '2025-06-01', '2025-06-30'],
    ]);
    await post('file', { ...texas, month: '2025-04' });
    await post('file', { ...texas, month: '2025-06' });
    expect(await due()).toEqual([]);
  });
});
