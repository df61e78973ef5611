import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { fileReturn, pathOfReturn, readReturn, reopenReturn } from '../../support/returns.ts';

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

const sold = (externalId: string, shippingAddress: Json, unitPrice: number, day = '2026-06-10') => {
  const dates = { createdDate: day, updatedDate: day };
  const items = [anItemBody({ unitPrice, quantity: 1, taxCode: 'C1S1' })];
  const body = anInvoiceBody(customerId, { externalId, items, shippingAddress, externalTimestamps: dates });
  return app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
};
const austin = { country: 'US', state: 'TX', city: 'Austin', zip: '78701', isPartial: true };
const formOf = (query: string, name = { place: 'US-TX', period: '2026-06' }) =>
  app.send('GET', `${pathOfReturn(name, '/form')}?${query}`);
const read = async (query: string, name?: Parameters<typeof formOf>[1]) => {
  const { payment, lines, notices, hasLocalPrepayments } = await bodyOf<Json>(formOf(query, name));
  const steps = payment.steps.map(({ kind, amount }: Json) => [kind, amount]);
  const box = (wanted: string) => lines.find((line: Json) => line.box === wanted)?.value;
  return { ...payment, steps: Object.fromEntries(steps), told: payment.steps, box, notices, hasLocalPrepayments };
};

describe('the amount payable in Texas', () => {
  beforeAll(async () => {
    // 8.25 % of 1,000.40 is 82.53, including 20.01 for city and transit. The form multiplies 1,000 by the state's 6.25 %.
    expect((await sold('tx', austin, 1000.4)).status).toBe(201);
  });

  it('has half a percent less on the due day, of the state and local tax after prepayments', async () => {
    const { steps, amountPayable, told, box, dueOn } = await read(
      'filedOn=2026-07-20&prepaidAmount=50&prepaidLocalAmount=10',
    );
    expect([dueOn, box('8a'), box('8b'), box('9a'), box('9b')]).toEqual(['2026-07-20', '62.5', '20.01', '40', '10']);
    // 0.005 of 22.50 is 0.1125, and of 10.01 it is 0.05005.
    expect([box('10a'), box('10b'), box('11a'), box('11b')]).toEqual(['22.5', '10.01', '0.11', '0.05']);
    expect(steps).toEqual({ TAX_CHARGED: 82.53, FORM_ROUNDING: -0.02, PREPAYMENT: -50, ON_TIME_DISCOUNT: -0.16 });
    expect([amountPayable, box('15')]).toEqual([32.35, '32.35']);
    const [discount] = told.filter(({ kind }: Json) => kind === 'ON_TIME_DISCOUNT');
    expect(discount.reason).toContain('0.5 % of the tax');
    expect(discount.sources[0].title).toContain('Texas Comptroller');
  });

  it('has no discount a day later, and states why', async () => {
    const { steps, amountPayable, told } = await read('filedOn=2026-07-21');
    expect([steps.ON_TIME_DISCOUNT, amountPayable]).toEqual([0, 82.51]);
    expect(told.at(-1).reason).toContain('after the due date 2026-07-20');
  });

  it('moves a due day at a weekend to Monday', async () => {
    await sold('tx-may', austin, 100, '2026-05-10');
    // 20 June 2026 is a Saturday.
    const { dueOn, steps } = await read('filedOn=2026-06-22', { place: 'US-TX', period: '2026-05' });
    expect([dueOn, steps.ON_TIME_DISCOUNT]).toEqual(['2026-06-22', -0.04]);
  });

  it.each([
    ['prepaidAmount=50', 'REQUIRED'],
    ['prepaidAmount=5&prepaidLocalAmount=6', 'OUT_OF_RANGE'],
    ['prepaidAmount=-1', 'OUT_OF_RANGE'],
    ['filedOn=20-07-2026', 'INVALID_FORMAT'],
    ['filedOn=2020-01-01', 'OUT_OF_RANGE'],
    ['filedOn=2026-06-30', 'OUT_OF_RANGE'],
  ])('refuses %s', async (query, code) => {
    const { status, errors } = await bodyOf<Json>(formOf(query));
    expect([status, errors[0].code]).toEqual([400, code]);
  });

  it('leaves tax, filed figures and journal as they are', async () => {
    const before = await readReturn(app, { place: 'US-TX', period: '2026-06' });
    const journal = await (await app.send('GET', '/v1/journal?period=2026-06')).text();
    await read('filedOn=2026-07-20');
    await fileReturn(app, { place: 'US-TX', period: '2026-06' });
    const after = await readReturn(app, { place: 'US-TX', period: '2026-06' });
    expect(after.figures).toEqual(before.figures);
    expect(await (await app.send('GET', '/v1/journal?period=2026-06')).text()).toBe(journal);
    // The day it was filed decides by default: long after the due day.
    const { steps, filedOn } = await read('');
    expect([steps.ON_TIME_DISCOUNT, filedOn > '2026-07-20']).toEqual([0, true]);
  });

  it('has no discount for an amendment of a late filing, unless it corrects the day', async () => {
    await app.send('POST', pathOfReturn({ place: 'US-TX', period: '2026-06' }, '/reopen'), {
      reason: 'A late invoice',
    });
    const late = await read('');
    expect([late.steps.ON_TIME_DISCOUNT, late.box('11a')]).toEqual([0, '0']);
    const corrected = await read('filedOn=2026-07-20');
    // 0.005 of 62.50 is 0.3125, and of 20.01 it is 0.10005.
    expect([corrected.steps.ON_TIME_DISCOUNT, corrected.box('11a'), corrected.box('11b')]).toEqual([
      -0.41,
      '0.31',
      '0.1',
    ]);
  });
});

it('allows 2.5 % of the first 1,200 of tax in Florida, at most 30', async () => {
  const miami = { country: 'US', state: 'FL', city: 'Miami', zip: '33101', isPartial: true };
  // 6 % for the state, and 1 % of Miami-Dade County on the first 5,000 of an item.
  await sold('fl', miami, 600);
  await sold('fl-large', miami, 20_000, '2026-05-10');
  const june = await read('filedOn=2026-07-20', { place: 'US-FL', period: '2026-06' });
  expect(['A.1', 'A.4', '15(d)', '11', '14'].map(june.box)).toEqual(['600', '42', '6', '1.05', '40.95']);
  const may = await read('filedOn=2026-06-20&prepaidAmount=100', { place: 'US-FL', period: '2026-05' });
  // Of the 1,250, only 1,150 are paid with this return: 2.5 % of them are 28.75.
  expect(['A.4', '15(d)', '8', '10', '11'].map(may.box)).toEqual(['1250', '50', '100', '1150', '28.75']);
  expect([may.box('14'), may.amountPayable]).toEqual(['1121.25', 1121.25]);
  const { box } = await read('filedOn=2026-06-20', { place: 'US-FL', period: '2026-05' });
  expect([box('10'), box('11')]).toEqual(['1250', '30']);
});

it('rounds the lines of Illinois to whole dollars, and 1.75 % of them', async () => {
  // 10.25 % in Chicago.
  await sold('il', { country: 'US', state: 'IL', city: 'Chicago', zip: '60601', isPartial: true }, 1000);
  const { box, steps, amountPayable } = await read('filedOn=2026-07-20&prepaidAmount=50', {
    place: 'US-IL',
    period: '2026-06',
  });
  expect(['1', '2', '3', '9', '10'].map(box)).toEqual(['1103', '103', '1000', '103', '2']);
  expect(['11', '16', '18', '19'].map(box)).toEqual(['101', '101', '50', '50']);
  expect(steps).toEqual({ TAX_CHARGED: 102.5, FORM_ROUNDING: 0.5, PREPAYMENT: -50, ON_TIME_DISCOUNT: -2 });
  expect(amountPayable).toBe(51);
});

it('has the quarters of New York from March, with 5 % of the tax less', async () => {
  // 4 % for the state, 4.5 % for the city and 0.375 % for the commuter district.
  await sold('ny', { country: 'US', state: 'NY', city: 'New York', zip: '10001', isPartial: true }, 1000, '2026-04-10');
  const quarter = { place: 'US-NY', period: '2026-03-01..2026-05-31' };
  const { box, dueOn } = await read('filedOn=2026-06-22&prepaidAmount=10', quarter);
  expect(['12', '13', '14', '16', '17', '18', '20'].map(box)).toEqual([
    ...['1000', undefined, '88.75', '10', '78.75', '4.44', '74.31'],
  ]);
  expect(dueOn).toBe('2026-06-22');
  expect((await formOf('', { place: 'US-NY', period: '2026-Q2' })).status).toBe(404);
});

it('lists the quarter of New York that its form covers, with the same due day', async () => {
  const registrations = [{ validFrom: '2026-03-01', filingFrequency: 'QUARTERLY' }];
  await app.send('PUT', '/v1/nexus/place/US-NY', { registrations });
  const due = await bodyOf<Json>(app.send('GET', '/v1/returns/due?dueFrom=2026-04-01&dueTo=2026-10-31'));
  const ofState = due.filter(({ taxReturn }: Json) => taxReturn.state === 'NY');
  // 20 June 2026 is a Saturday, and 20 September 2026 a Sunday.
  expect(ofState.map(({ dueOn, taxReturn: { from, to } }: Json) => [from, to, dueOn])).toEqual([
    ['2026-03-01', '2026-05-31', '2026-06-22'],
    ['2026-06-01', '2026-08-31', '2026-09-21'],
  ]);
  for (const period of ['2026-03-01..2026-05-31', '2026-06-01..2026-08-31']) {
    expect((await formOf('', { place: 'US-NY', period })).status).toBe(200);
  }
});

it('uses the greater of the tax charged and 6 % of all sales in Pennsylvania', async () => {
  // Of 0.08, 6 % are nothing; of two such sales, a cent. Philadelphia adds 2 %.
  await sold('pa', { country: 'US', state: 'PA', city: 'Philadelphia', zip: '19103', isPartial: true }, 100);
  for (const id of ['pa-1', 'pa-2']) {
    await sold(id, { country: 'US', state: 'PA', city: 'Harrisburg', zip: '17101', isPartial: true }, 0.08);
  }
  const { box, steps, amountPayable } = await read('filedOn=2026-07-20', { place: 'US-PA', period: '2026-06' });
  expect(['1', '2', '3', '4'].map(box)).toEqual(['100.16', '100.16', '6.01', undefined]);
  // 1 % of 8.01.
  expect(steps).toEqual({ TAX_CHARGED: 8, FORM_ROUNDING: 0.01, PREPAYMENT: 0, ON_TIME_DISCOUNT: -0.08 });
  expect(amountPayable).toBe(7.93);
});

it('deducts 2 % of state and of local tax in Arkansas', async () => {
  // 6.5 % for the state, and the taxes of Pulaski County and Little Rock.
  await sold('ar', { country: 'US', state: 'AR', city: 'Little Rock', zip: '72201', isPartial: true }, 1_000_000);
  const { steps, told, box } = await read('filedOn=2026-07-20', { place: 'US-AR', period: '2026-06' });
  const local = steps.TAX_CHARGED - 65_000;
  // 2 % of 65,000 is more than the 1,000 of a month.
  expect(steps.ON_TIME_DISCOUNT).toBe(-(1_000 + local * 0.02));
  expect([local > 0, box('TotalTaxDue')]).toEqual([true, String(steps.TAX_CHARGED)]);
  expect(told.at(-1).reason).toContain('2 % of the state tax, at most 1000 USD a month, and 2 % of local tax.');
});

it.each([
  ['prepaidAmount=-5', 'prepaidAmount', 'prepaidAmount must be at least 0.'],
  ['prepaidAmount=5&prepaidLocalAmount=2', 'prepaidLocalAmount', 'Omit prepaidLocalAmount.'],
])('refuses %s in Florida, naming %s', async (query, field, words) => {
  const { status, errors } = await bodyOf<Json>(formOf(query, { place: 'US-FL', period: '2026-06' }));
  expect([status, JSON.stringify(errors)]).toEqual([400, expect.stringContaining(words)]);
  expect(JSON.stringify(errors)).toContain(field);
});

it('states that a prepayment is rounded as on the form of Illinois', async () => {
  const { steps, told } = await read('filedOn=2026-07-20&prepaidAmount=1000.55', { place: 'US-IL', period: '2026-06' });
  expect(steps.PREPAYMENT).toBe(-1001);
  expect(told.find(({ kind }: Json) => kind === 'PREPAYMENT').reason).toContain('rounded as on the form');
});

it.each([
  // 103 on the form, less 2 of discount and 1,001 of prepayments.
  ['US-IL', '2026-06', 'filedOn=2026-07-20&prepaidAmount=1000.55', '900', false],
  // 88.75 less 4.44 and 100.
  ['US-NY', '2026-03-01..2026-05-31', 'filedOn=2026-06-22&prepaidAmount=100', '15.69', false],
  // 8.01 on the form less 0.08 and 10.
  ['US-PA', '2026-06', 'filedOn=2026-07-20&prepaidAmount=10', '2.07', false],
  // 8.25 less 10, a day after the due day.
  ['US-TX', '2026-05', 'filedOn=2026-06-23&prepaidAmount=10&prepaidLocalAmount=2', '1.75', true],
])('reports prepayments in %s that exceed the tax', async (place, period, query, excess, isSeparate) => {
  const { notices, hasLocalPrepayments } = await read(query, { place, period });
  const told = notices.find(({ code }: Json) => code === 'PREPAYMENT_EXCEEDS_TAX');
  expect(told.message).toBe(`The prepayments and the discount exceed the tax by ${excess} USD.`);
  expect(hasLocalPrepayments).toBe(isSeparate);
  const { notices: others } = await read(query.replace(/prepaid\w+=[\d.]+/g, ''), { place, period });
  expect(others.map(({ code }: Json) => code)).not.toContain('PREPAYMENT_EXCEEDS_TAX');
});

it('credits at most the tax due in Florida, and names the credit that remains', async () => {
  const { box, amountPayable, notices } = await read('filedOn=2026-07-21&prepaidAmount=1000.55', {
    place: 'US-FL',
    period: '2026-06',
  });
  // Of 1,000.55, the tax of 42 is credited.
  expect([box('8'), box('10'), amountPayable]).toEqual(['42', '0', 0]);
  expect(notices.find(({ code }: Json) => code === 'PREPAYMENT_EXCEEDS_TAX').message).toContain('958.55 USD');
});

it('has a notice for a state with an unknown discount', async () => {
  await sold('mn', minneapolis, 100);
  const { steps, notices, amountPayable } = await read('filedOn=2026-07-20&prepaidAmount=2', {
    place: 'US-MN',
    period: '2026-06',
  });
  expect(steps).toEqual({ TAX_CHARGED: 9.03, FORM_ROUNDING: 0, PREPAYMENT: -2 });
  expect([amountPayable, notices.at(-1).code]).toEqual([7.03, 'DISCOUNT_UNKNOWN']);
});

it('deducts payments of earlier filings from the amount payable of an amendment', async () => {
  const miami = { country: 'US', state: 'FL', city: 'Miami', zip: '33101', isPartial: true };
  const april = { place: 'US-FL', period: '2026-04' };
  await sold('fl-april', miami, 600, '2026-04-10'); // 7 % is 42.
  expect((await fileReturn(app, april, { amountPaid: 40.95 })).status).toBe(201);
  expect((await read('', april)).steps).not.toHaveProperty('PAID_EARLIER');
  await reopenReturn(app, april);
  await sold('fl-late', miami, 100, '2026-04-11');
  const amended = await read('', april);
  expect([amended.steps.TAX_CHARGED, amended.steps.PAID_EARLIER, amended.amountPayable]).toEqual([49, -40.95, 8.05]);
  let paidBefore = -40.95;
  for (const details of [{ amountPaid: 8.05 }, {}, { amountPaid: 1, paidCurrency: 'EUR' }]) {
    expect((await fileReturn(app, april, details)).status).toBe(201);
    // The form of a filed amendment deducts what was paid before it, not its own payment.
    expect((await read('', april)).steps.PAID_EARLIER).toBe(paidBefore);
    paidBefore = -49;
    await reopenReturn(app, april);
  }
  const { steps, told, amountPayable } = await read('', april);
  expect([steps.PAID_EARLIER, amountPayable]).toEqual([-49, 0]);
  expect(told.at(-1).reason).toContain('were assumed to be paid as they were payable: 0 USD.');
  const { notices } = await read('prepaidAmount=10', april);
  expect(notices.map(({ message }: Json) => message)).toContain(
    'The prepayments, the discount and the amounts paid with earlier filings exceed the tax by 10 USD.',
  );
});
