import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { fileReturn, pathOfReturn } from '../../support/returns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterAll(() => app.close());

const lamp = (unitPrice: number, taxCode = 'C1S1') => anItemBody({ unitPrice, quantity: 1, taxCode });
const groceries = (unitPrice: number) => lamp(unitPrice, 'C1S10');
const sold = async (externalId: string, shippingAddress: Json, items: readonly Json[], more: Json = {}) => {
  const timestamps = { createdDate: '2026-06-10', updatedDate: '2026-06-10' };
  const body = { externalId, items, shippingAddress, externalTimestamps: timestamps, ...more };
  const path = `/v1/transactions/source/9/externalId/${externalId}`;
  return bodyOf<Json>(app.send('PUT', path, anInvoiceBody(customerId, body)));
};
const at = (state: string, city: string, zip: string) => ({ country: 'US', state, city, zip, isPartial: true });
const formOf = (state: string, query = '', period = '2026-06') =>
  app.send('GET', `${pathOfReturn({ place: `US-${state}`, period }, '/form')}${query}`);
/** The boxes of the form, followed by its rows as cells by name. */
const read = async (state: string) => {
  const { lines, notices, ...form } = await bodyOf<Json>(formOf(state));
  const boxes = lines.filter((line: Json) => !line.jurisdiction).map(({ box, value }: Json) => [box, value]);
  const rows = new Map<string, Json>();
  for (const { jurisdiction, box, value } of lines.filter((line: Json) => line.jurisdiction)) {
    rows.set(jurisdiction.jurisdictionId, { ...rows.get(jurisdiction.jurisdictionId), [box]: value });
  }
  return { ...form, boxes: Object.fromEntries(boxes), rows, codes: notices.map(({ code }: Json) => code) };
};

describe('the form of Texas', () => {
  it('has whole dollars of sales, the state tax that it multiplies, and a list of local taxes', async () => {
    // 8.25 % of 800: 50 for the state, 8 for the city and 8 for the transit authority.
    const { salesTax } = await sold('tx', at('TX', 'Austin', '78701'), [lamp(800), groceries(20.6)]);
    expect(salesTax.amount).toBe(66);
    const { formCode, sources, boxes, rows, codes } = await read('TX');
    expect([formCode, JSON.stringify(sources)]).toEqual(['TX_01_114', expect.stringContaining('Comptroller')]);
    // No prepayment, and too late for the discount.
    const payable = { '10a': '50', '10b': '16', '13a': '50', '13b': '16', '15a': '50', '15b': '16', 15: '66' };
    expect(boxes).toEqual({
      ...{ 1: '821', 2: '800', 3: undefined, 4: '800', '8a': '50', '8b': '16' },
      ...{ '9a': '0', '9b': '0', '11a': '0', '11b': '0', ...payable },
    });
    expect(rows).toEqual(
      new Map([
        ['TX-DAUSTIN-MTA', { 1: 'Austin MTA', 2: undefined, 3: '800', 4: '0.01', 5: '8' }],
        ['TX-MAUSTIN', { 1: 'Austin', 2: undefined, 3: '800', 4: '0.01', 5: '8' }],
      ]),
    );
    expect(codes).toEqual(['LOCAL_CODE_MISSING', 'BOX_NOT_KNOWN']);
  });

  it('is also a file, and keeps the figures of the day it was filed', async () => {
    await fileReturn(app, { place: 'US-TX', period: '2026-06' });
    await sold('tx-late', at('TX', 'Austin', '78701'), [lamp(100)]);
    const file = await (await formOf('TX', '?format=csv')).text();
    const [head, first, ...others] = file.trim().split('\r\n');
    expect(head).toBe('form,box,label,jurisdictionId,jurisdictionLevel,jurisdictionName,value,currency,decimalPlaces');
    expect(first).toBe('01-114,1,TOTAL TEXAS SALES,,,,821,USD,0');
    expect(others).toContain('01-116,3,AMOUNT SUBJECT TO TAX,TX-MAUSTIN,CITY,Austin,800,USD,0');
  });

  it('omits other currencies without a rate to dollars, with a notice', async () => {
    await sold('tx-euro', at('TX', 'Austin', '78701'), [lamp(50)], {
      currency: 'EUR',
      externalTimestamps: { createdDate: '2026-05-10', updatedDate: '2026-05-10' },
    });
    const { lines, notices } = await bodyOf<Json>(formOf('TX', '', '2026-05'));
    expect(lines[0]).toMatchObject({ box: '1', value: '0' });
    expect(notices.find(({ code }: Json) => code === 'CURRENCY_LEFT_OUT').message).toContain('EUR');
  });
});

it('allocates the sales of California to areas with one rate of district taxes', async () => {
  // 7.25 % for the state, half a percent in Inyo County and one more in Bishop; Alpine County has no district tax.
  await sold('ca-1', at('CA', 'Bishop', '93514'), [lamp(400), groceries(50)]);
  await sold('ca-2', at('CA', 'Big Pine', '93513'), [lamp(200)]);
  await sold('ca-3', at('CA', 'Markleeville', '96120'), [lamp(100.6)]);
  const { formCode, boxes, rows, codes } = await read('CA');
  expect(formCode).toBe('CA_CDTFA_401_A');
  const lines = {
    1: '751',
    2: undefined,
    3: '751',
    11: '50',
    12: '701',
    13: '42',
    14: '2',
    15: '7',
    16: '7',
    17: '58',
  };
  expect(boxes).toEqual({ ...lines, A1: '701', A4: '600' });
  const area = (A5: string, A9: string, A10: string) => expect.objectContaining({ A5, A9, A10, code: undefined });
  expect([...rows]).toEqual([
    ['CA-C027', area('200', '0.005', '1')],
    ['CA-MBISHOP', area('400', '0.015', '6')],
  ]);
  expect(codes).toContain('FORM_TAX_DIFFERS');
});

it('subtracts the dollars of California that it shows: line 3 less line 11 is line 12', async () => {
  const july = { externalTimestamps: { createdDate: '2026-07-10', updatedDate: '2026-07-10' } };
  await sold('ca-cents', at('CA', 'Markleeville', '96120'), [lamp(50.5), groceries(49.9)], july);
  const { lines } = await bodyOf<Json>(formOf('CA', '', '2026-07'));
  const line = (box: string) => lines.find((one: Json) => one.box === box)?.value;
  expect([line('3'), line('11'), line('12')]).toEqual(['100', '49', '51']);
});

describe('the return of a Streamlined state', () => {
  it('depends on where sales ship from, and identifies jurisdictions by their codes', async () => {
    await sold('mn', minneapolis, [lamp(100), lamp(80, 'C1S2')]);
    const unknown = await read('MN');
    expect(unknown.formCode).toBe('SST_SER');
    expect(unknown.boxes).toMatchObject({ TotalSales: '180', ExemptionsDeductions: '80', TaxableSales: '100' });
    expect(unknown.boxes).toMatchObject({ StateTaxDueSalesInState: undefined, TotalTaxDue: '9.03' });
    expect(unknown.codes).toEqual(['BOX_NOT_KNOWN', 'ORIGIN_ASSUMED', 'DISCOUNT_UNKNOWN']);

    await app.send('PATCH', '/v1/account', { homeAddress: { country: 'US', state: 'WI' } });
    const { boxes, rows } = await read('MN');
    expect(boxes).toMatchObject({ StateTaxDueSalesInState: '0', StateTaxDueSalesOrigOutOfState: '6.88' });
    expect(rows.get('MN-C053')).toMatchObject({ JurisdictionCode: '053', JurisTaxDueSalesOrigOutOfState: '0.15' });
    expect(rows.get('MN-M43000')).toMatchObject({ JurisdictionCode: '43000', JurisTaxDueSalesOrigOutOfState: '0.5' });
  });
});

it('is not known for other places', async () => {
  expect(await bodyOf(formOf('NY'))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await app.send('GET', pathOfReturn({ place: 'DE', period: '2026-06' }, '/form'))).status).toBe(404);
  expect((await app.send('GET', pathOfReturn({ place: 'US', period: '2026-06' }, '/form'))).status).toBe(400);
});
