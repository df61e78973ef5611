import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';
import { fileReturn, type NamedReturn, pathOfReturn, reopenReturn } from '../../support/returns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

const june = { place: 'US-TX', period: '2026-06' };
const austin = { country: 'US', state: 'TX', city: 'Austin', zip: '78701', isPartial: true };

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
  await sell('tx', austin, 1000, '2026-06-10');
});
afterAll(() => app.close());

function sell(externalId: string, shippingAddress: object, unitPrice: number, day: string) {
  const externalTimestamps = { createdDate: day, updatedDate: day };
  const items = [anItemBody({ unitPrice, quantity: 1, taxCode: 'C1S1' })];
  const body = anInvoiceBody(customerId, { externalId, items, shippingAddress, externalTimestamps });
  return app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
}
const filing = (number: number, name: NamedReturn = june) =>
  bodyOf<Json>(app.send('GET', pathOfReturn(name, `/filings/${number}`)));
const formPayment = (query = '', asked = app) => formPaymentOf(june, query, asked);
const formPaymentOf = async (name: NamedReturn, query = '', asked = app): Promise<Json> =>
  (await bodyOf<Json>(asked.send('GET', pathOfReturn(name, `/form${query}`)))).payment;
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const amounts = ({ steps }: Json) => Object.fromEntries(steps.map(({ kind, amount }: Json) => [kind, amount]));

const onTime = { filedOn: '2026-07-20', prepaidAmount: 50, prepaidLocalAmount: 10 };
// Texas: 6.25 % and 2 % of 1,000 are 62.50 and 20. After prepayments of 40 and 10, 22.50 and 10 remain, and 0.5 % of
// them are 0.11 and 0.05.
const filed = { discountAmount: 0.16, amountPayable: 32.34, currency: 'USD', dueOn: '2026-07-20', ...onTime };

it('keep the discount, the prepayments and the amount payable in both doors and in the export', async () => {
  const body = await bodyOf<Json>(fileReturn(app, june, onTime));
  expect(body.filings[0].payment).toMatchObject(filed);
  const { payment } = await filing(1);
  expect(payment).toMatchObject(filed);
  expect(amounts(payment)).toEqual({ TAX_CHARGED: 82.5, FORM_ROUNDING: 0, PREPAYMENT: -50, ON_TIME_DISCOUNT: -0.16 });
  const by = { key: { country: 'US', state: 'TX', period: { month: '2026-06' } } };
  const selection =
    '{ discountAmount prepaidAmount prepaidLocalAmount amountPayable filedOn dueOn currency steps { kind amount } }';
  const query = `query ($by: TaxReturnBy!) { taxReturn(by: $by) { filings { payment ${selection} } } }`;
  const { data } = await ask(app, query, { variables: { by } });
  const { steps, ...overGraphql } = data.taxReturn.filings[0].payment;
  expect(steps.map(({ kind, amount }: Json) => [kind, Number(amount)])).toEqual(Object.entries(amounts(payment)));
  expect(overGraphql).toEqual({
    ...filed,
    ...{ discountAmount: '0.16', prepaidAmount: '50.00', prepaidLocalAmount: '10.00', amountPayable: '32.34' },
  });
  const [listed] = await bodyOf<Json>(app.send('GET', '/v1/returns?state=TX&country=US'));
  expect(listed.filings[0].payment).toEqual(payment);
  const [header, line] = (await (await app.send('GET', '/v1/returns?format=csv&state=TX&country=US')).text()).split(
    '\r\n',
  );
  expect(header).toMatch(/,paymentPrepaidAmount,paymentPrepaidLocalAmount,paymentDiscountAmount,currency,/);
  expect(line).toMatch(/,USD,2026-07-20,2026-07-20,32\.34,50\.00,10\.00,0\.16,USD,/);
});

it('are the same after a later due day, another rule and other prepayments', async () => {
  const before = await filing(1);
  const registrations = [{ validFrom: '2026-01-01', filingFrequency: 'MONTHLY', filingDueDay: 10 }];
  expect((await app.send('PUT', '/v1/nexus/place/US-TX', { registrations })).status).toBeLessThan(300);
  const filingTerms = () => ({ discounts: [], prepayments: [] });
  const changed = Object.assign(Object.create(reference), { filingTerms });
  const later = await startApp({
    ...{ store: app.store, tenant: app.tenant },
    rateBook: { current: () => changed, refusal: () => null },
  });
  for (const prepaid of [0, 20, 500]) {
    const stated = await formPayment(`?prepaidAmount=${prepaid}&prepaidLocalAmount=0`, later);
    expect([stated.discountAmount, stated.dueOn]).toEqual([undefined, '2026-07-20']);
    expect(await filing(1)).toEqual(before);
  }
  expect(await formPayment('', later)).toEqual(before.payment);
});

it('are not changed by filing again: the same details repeat it, others are refused', async () => {
  expect((await fileReturn(app, june, onTime)).status).toBe(200);
  expect((await fileReturn(app, june, {})).status).toBe(200);
  expect((await fileReturn(app, june, { prepaidAmount: '50.00', prepaidLocalAmount: 10 })).status).toBe(200);
  const other = await bodyOf<Json>(fileReturn(app, june, { ...onTime, prepaidAmount: 51 }));
  expect([other.status, other.code]).toEqual([409, 'RETURN_FILED']);
});

it('keep the boxes of the form with the payment after a later due day', async () => {
  const { lines, payment } = await bodyOf<Json>(app.send('GET', pathOfReturn(june, '/form')));
  const box = (wanted: string) => lines.find((line: Json) => line.box === wanted).value;
  expect([box('11a'), box('11b'), box('15'), payment.dueOn]).toEqual(['0.11', '0.05', '32.34', '2026-07-20']);
});

it('are read without the members that later builds added', async () => {
  const { prisma } = app.store.database;
  const { tenantId } = app.tenant;
  const stored = await prisma.$queryRaw<{ payment: Json }[]>`
    SELECT payment FROM return_filings WHERE tenant_id = ${tenantId}`;
  const { notices: _, discountBoxes: __, ...older } = stored[0]!.payment;
  await prisma.$executeRaw`UPDATE return_filings SET payment = ${older}::json WHERE tenant_id = ${tenantId}`;
  const by = { key: { country: 'US', state: 'TX', period: { month: '2026-06' } } };
  const query = 'query ($by: TaxReturnBy!) { taxReturn(by: $by) { filings { payment { notices { code } } } } }';
  const { data } = await ask(app, query, { variables: { by } });
  expect(data.taxReturn.filings).toEqual([{ payment: { notices: [] } }]);
  const { lines, payment } = await bodyOf<Json>(app.send('GET', pathOfReturn(june, '/form')));
  expect([payment.notices, lines.find(({ box }: Json) => box === '15').value]).toEqual([[], '32.34']);
  await prisma.$executeRaw`UPDATE return_filings SET payment = ${stored[0]!.payment}::json
    WHERE tenant_id = ${tenantId}`;
});

it('are the difference to pay for an amendment, which keeps the discount taken on time', async () => {
  await reopenReturn(app, june);
  await sell('tx-2', austin, 100, '2026-06-11');
  // The tax of another 100 is 8.25. The first filing has no recorded payment, so its amount payable counts as paid.
  const { steps } = await formPayment();
  expect(steps.at(-1).reason).toContain('assumed to be paid as they were payable: 32.34 USD.');
  expect(steps.at(-1).reason).not.toContain('Deduct');
  await fileReturn(app, june, { amountPaid: 8, paidCurrency: 'USD' });
  await reopenReturn(app, june);
  await sell('tx-3', austin, 200, '2026-06-12');
  // The tax of 1,300 is 107.25.
  await fileReturn(app, june, {});
  const [second, third] = [await filing(2), await filing(3)];
  expect([second.payment.amountPayable, third.payment.amountPayable]).toEqual([8.25, 16.75]);
  expect(amounts(third.payment)).toMatchObject({ TAX_CHARGED: 107.25, PREPAYMENT: -50, PAID_EARLIER: -40.34 });
  expect([third.payment.discountAmount, third.payment.filedOn > onTime.filedOn]).toEqual([0.16, true]);
  const { lines } = await bodyOf<Json>(app.send('GET', pathOfReturn(june, '/form')));
  const boxes = lines.filter((line: Json) => /^11[ab]$/.test(line.box)).map(({ value }: Json) => value);
  expect(boxes).toEqual(['0.11', '0.05']);
  expect((await filing(1)).payment).toMatchObject(filed);
});

it('reduce the discount with the tax, and take none for additional tax after the due day', async () => {
  const july = { ...june, period: '2026-07' };
  await sell('tx-july', austin, 1000, '2026-07-10');
  // The due day was the 10th. 0.5 % of 62.50 and of 20 is 0.31 and 0.10.
  await fileReturn(app, july, { filedOn: '2026-08-07', amountPaid: 82.09, paidCurrency: 'USD' });
  await reopenReturn(app, july);
  await sell('tx-july', austin, 2000, '2026-07-10');
  // An amendment on time has a discount on its whole tax: 0.5 % of 125 and of 40 is 0.63 and 0.20.
  const early = await formPaymentOf(july, '?filedOn=2026-08-08');
  const late = await formPaymentOf(july);
  expect([early.discountAmount, late.discountAmount]).toEqual([0.83, 0.41]);
  await sell('tx-july', austin, 400, '2026-07-10');
  await fileReturn(app, july, { amountPaid: -49.25, paidCurrency: 'USD' });
  // The tax is 33, with discounts of 0.125 and 0.04 as rounded on the form.
  const second = (await filing(2, july)).payment;
  expect([second.discountAmount, second.amountPayable]).toEqual([0.17, -49.26]);
});

it('follow the corrected day of a filing recorded too late, and keep its discount, in both doors', async () => {
  const november = { ...june, period: '2025-11' };
  await sell('tx-november', austin, 1000, '2025-11-10');
  // Recorded a day late: the 20th was a Saturday, so the due day was the 22nd.
  expect((await fileReturn(app, november, { filedOn: '2025-12-23' })).status).toBe(201);
  expect((await filing(1, november)).payment).toMatchObject({ discountAmount: 0, amountPayable: 82.5 });
  await reopenReturn(app, november);
  const { errors } = await bodyOf<Json>(fileReturn(app, november, { filedOn: '2025-11-30' }));
  expect(errors).toMatchObject([{ code: 'OUT_OF_RANGE', pointer: '/filedOn' }]);
  expect((await fileReturn(app, november, { filedOn: '2025-12-22' })).status).toBe(201);
  // 0.5 % of 62.50 and of 20 is 0.31 and 0.10; 82.50 was to be paid with the first filing.
  const { payment } = await filing(2, november);
  expect(payment).toMatchObject({ filedOn: '2025-12-22', discountAmount: 0.41, amountPayable: -0.41 });
  expect(amounts(payment)).toMatchObject({ TAX_CHARGED: 82.5, ON_TIME_DISCOUNT: -0.41, PAID_EARLIER: -82.5 });
  await reopenReturn(app, november);
  const by = { key: { country: 'US', state: 'TX', period: { month: '2025-11' } } };
  const mutation = `mutation ($input: FileTaxReturnInput!) { fileTaxReturn(input: $input) {
    ... on TaxReturn { filings { payment { filedOn discountAmount amountPayable } } } } }`;
  const { data } = await ask(app, mutation, { variables: { input: { by, filedOn: '2025-12-30' } } });
  expect(data.fileTaxReturn.filings.map(({ payment: one }: Json) => Object.values(one))).toEqual([
    ['2025-12-23', '0.00', '82.50'],
    ['2025-12-22', '0.41', '-0.41'],
    ['2025-12-30', '0.41', '0.00'],
  ]);
});

it('are paid in the currency of the return, whatever the currency of the account', async () => {
  const other = await startApp();
  await other.send('PATCH', '/v1/account', { defaultCurrency: 'GBP' });
  const paid = async (path: string) =>
    (await bodyOf<Json>(other.send('POST', `/v1/returns${path}/filings`, { amountPaid: 5 }))).filings[0].paidCurrency;
  expect(await paid('/place/US-TX/period/2026-06')).toBe('USD');
  expect(await paid('/place/SE/period/2026-06')).toBe('SEK');
  expect(await paid('/scheme/UNION_ONE_STOP_SHOP/place/SE/period/2026-Q2')).toBe('EUR');
  const by = { key: { country: 'CH', period: { month: '2026-06' } } };
  const mutation = `mutation ($input: FileTaxReturnInput!) { fileTaxReturn(input: $input) {
    ... on TaxReturn { filings { amountPaid paidCurrency } } } }`;
  const { data } = await ask(other, mutation, { variables: { input: { by, amountPaid: '5' } } });
  expect(data.fileTaxReturn.filings).toEqual([{ amountPaid: '5.00', paidCurrency: 'CHF' }]);
  const shown = async (key: object) =>
    (
      await ask(other, 'query ($by: TaxReturnBy!) { taxReturn(by: $by) { defaultPaidCurrency } }', {
        variables: { by: { key } },
      })
    ).data.taxReturn.defaultPaidCurrency;
  expect(await shown(by.key)).toBe('CHF');
  const scheme = 'UNION_ONE_STOP_SHOP';
  expect(await shown({ country: 'SE', scheme, period: { quarter: '2026-Q2' } })).toBe('EUR');
  await other.close();
});

it('take a total prepaid before with a new local part, and ask for the local part of a new total', async () => {
  const march = { ...june, period: '2026-03' };
  await sell('tx-march', austin, 1000, '2026-03-10');
  await fileReturn(app, march, { prepaidAmount: 50, prepaidLocalAmount: 10 });
  await reopenReturn(app, march);
  const { prepaidAmount, prepaidLocalAmount } = await formPaymentOf(march, '?prepaidLocalAmount=20');
  expect([prepaidAmount, prepaidLocalAmount]).toEqual([50, 20]);
  const { errors } = await bodyOf<Json>(app.send('GET', pathOfReturn(march, '/form?prepaidAmount=60')));
  expect([errors[0].code, errors[0].parameter]).toEqual(['REQUIRED', 'prepaidLocalAmount']);
  expect((await fileReturn(app, march, { prepaidLocalAmount: 20 })).status).toBe(201);
});

it('have none prepaid, and repeat a filing that says so', async () => {
  const february = { ...june, period: '2026-02' };
  expect((await fileReturn(app, february, {})).status).toBe(201);
  expect((await fileReturn(app, february, { prepaidAmount: 0, prepaidLocalAmount: '0.00' })).status).toBe(200);
  expect((await fileReturn(app, february, { prepaidAmount: 1, prepaidLocalAmount: 0 })).status).toBe(409);
});

it('name tax in other currencies, which they do not include, in both doors', async () => {
  const january = { ...june, period: '2026-01' };
  const items = [anItemBody({ unitPrice: 100, quantity: 1, taxCode: 'C1S1' })];
  const externalTimestamps = { createdDate: '2026-01-10', updatedDate: '2026-01-10' };
  const place = { items, shippingAddress: austin, externalTimestamps, currency: 'GBP', externalId: 'tx-gbp' };
  const path = '/v1/transactions/source/9/externalId/tx-gbp';
  expect((await app.send('PUT', path, anInvoiceBody(customerId, place))).status).toBe(201);
  await fileReturn(app, january, {});
  const { payment } = await filing(1, january);
  expect([payment.amountPayable, payment.notices[0].code]).toEqual([0, 'CURRENCY_LEFT_OUT']);
  expect(payment.notices[0].message).toContain('Sales in GBP are omitted');
  const by = { key: { country: 'US', state: 'TX', period: { month: '2026-01' } } };
  const query = 'query ($by: TaxReturnBy!) { taxReturn(by: $by) { filings { payment { notices { code } } } } }';
  const { data } = await ask(app, query, { variables: { by } });
  expect(data.taxReturn.filings[0].payment.notices).toEqual([{ code: 'CURRENCY_LEFT_OUT' }]);
});

it('have a discount of zero after the due day, and none where it is unknown', async () => {
  await sell('tx-may', austin, 100, '2026-05-10');
  const may = { ...june, period: '2026-05' };
  await fileReturn(app, may, { filedOn: '2026-07-01' });
  // The due day was the 10th.
  expect((await filing(1, may)).payment).toMatchObject({ discountAmount: 0, amountPayable: 8.25, dueOn: '2026-06-10' });
  await sell('mn', { country: 'US', state: 'MN', city: 'Duluth', zip: '55802', isPartial: true }, 100, '2026-06-10');
  const minnesota = { place: 'US-MN', period: '2026-06' };
  await fileReturn(app, minnesota, {});
  const { payment, figures } = await filing(1, minnesota);
  expect(payment).not.toHaveProperty('discountAmount');
  expect(payment.amountPayable).toBe(figures.totals[0].amounts.taxAmount);
});

it.each([
  ['US-TX', { prepaidAmount: '12.345', prepaidLocalAmount: '0' }, ['/prepaidAmount TOO_MANY_DIGITS']],
  ['US-TX', { filedOn: '2026-04-30', prepaidAmount: 50 }, ['/filedOn OUT_OF_RANGE', '/prepaidLocalAmount REQUIRED']],
  ['US-TX', { amountPaid: 10.123, filedOn: '2026-04-30' }, ['/amountPaid TOO_MANY_DIGITS', '/filedOn OUT_OF_RANGE']],
  ['US-TX', { amountPaid: 84.4, paidCurrency: 'JPY' }, ['/amountPaid TOO_MANY_DIGITS']],
  ['US-TX', { paidCurrency: 'USD', filedOn: '2026-04-30' }, ['/amountPaid REQUIRED', '/filedOn OUT_OF_RANGE']],
  [
    'US-TX',
    { filedOn: dayFromNow(2), prepaidLocalAmount: 50 },
    ['/prepaidLocalAmount OUT_OF_RANGE', '/filedOn OUT_OF_RANGE'],
  ],
  ['DE', { filedOn: '2026-05-05', prepaidAmount: 50 }, ['/filedOn UNKNOWN_FIELD', '/prepaidAmount UNKNOWN_FIELD']],
])('refuse for %s the details %o, with all faults', async (place, details, faults) => {
  const { status, errors } = await bodyOf<Json>(fileReturn(app, { place, period: '2026-04' }, details));
  expect([status, errors.map(({ pointer, code }: Json) => `${pointer} ${code}`)]).toEqual([400, faults]);
});

it('refuse a currency without an amount in both doors, together with a period that has not ended', async () => {
  const future = { place: 'SE', period: '2999-06' };
  const { errors } = await bodyOf<Json>(fileReturn(app, future, { paidCurrency: 'EUR' }));
  expect(errors).toMatchObject([
    { parameter: 'period', code: 'PERIOD_NOT_ENDED' },
    {
      pointer: '/amountPaid',
      code: 'REQUIRED',
      message: 'paidCurrency is the currency of amountPaid. Send amountPaid, or omit paidCurrency.',
    },
  ]);
  const by = { key: { country: 'SE', period: { month: '2999-06' } } };
  const mutation = `mutation ($input: FileTaxReturnInput!) { fileTaxReturn(input: $input) {
    ... on InvalidInput { issues { path code } } } }`;
  const { data } = await ask(app, mutation, { variables: { input: { by, paidCurrency: 'EUR' } } });
  expect(data.fileTaxReturn.issues).toEqual([
    { path: ['by', 'key', 'period'], code: 'PERIOD_NOT_ENDED' },
    { path: ['amountPaid'], code: 'REQUIRED' },
  ]);
});

it('are absent where no form is known', async () => {
  const germany = { place: 'DE', period: '2026-06' };
  await fileReturn(app, germany, {});
  expect(await filing(1, germany)).not.toHaveProperty('payment');
});

const cents = (amount: number) => Math.round(amount * 100 + 1e-6) / 100;
const dollars = (amount: number) => Math.round(amount + 1e-6);
const inTotal = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);

/** The tax on a price as on the form, and each discount on time, as the forms describe them: two boxes, one, or none. */
const forms = {
  TX: {
    place: austin,
    taxOn: (price: number) => price * 0.0825,
    discountsOn: (price: number, prepaid: number, local: number) =>
      [price * 0.0625 - (prepaid - local), price * 0.02 - local].map((tax) => cents(tax * 0.005)),
  },
  FL: {
    place: { country: 'US', state: 'FL', city: 'Miami', zip: '33101', isPartial: true },
    taxOn: (price: number) => price * 0.06 + Math.min(price, 5000) * 0.01,
    discountsOn: (price: number, prepaid: number) => [cents(0.025 * Math.min(1200, forms.FL.taxOn(price) - prepaid))],
  },
  IL: {
    place: { country: 'US', state: 'IL', city: 'Chicago', zip: '60601', isPartial: true },
    taxOn: (price: number) => dollars(price * 0.1025),
    discountsOn: (price: number) => [dollars(0.0175 * forms.IL.taxOn(price))],
  },
  PA: {
    place: { country: 'US', state: 'PA', city: 'Harrisburg', zip: '17101', isPartial: true },
    taxOn: (price: number) => price * 0.06,
    discountsOn: (price: number) => [cents(0.01 * price * 0.06)],
  },
};

it.each(Object.entries(forms))('add up over any filings and amendments in %s', async (state, form) => {
  let seed = state.charCodeAt(0);
  const random = (count: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  for (const month of ['01', '02', '03']) {
    // Returns of 2025 are due on the 20th of the next month.
    const name = { place: `US-${state}`, period: `2025-${month}` };
    const next = String(Number(month) + 1).padStart(2, '0');
    let [paid, kept] = [0, [0, 0]];
    let day = 5 + random(10);
    for (let number = 1; number <= 4; number += 1) {
      const price = 100 * (1 + random(200));
      await sell(`${state}-2025-${month}`, form.place, price, `2025-${month}-10`);
      const [prepaidAmount, local] = [
        [2, 1],
        [4, 1],
        [5, 2],
      ][random(3)] as [number, number];
      day += random(7);
      const details = {
        ...{ filedOn: `2025-${next}-${String(day).padStart(2, '0')}`, prepaidAmount },
        ...(state === 'TX' && { prepaidLocalAmount: local }),
      };
      const query = new URLSearchParams(details as Json);
      const { payment: draft } = await bodyOf<Json>(app.send('GET', pathOfReturn(name, `/form?${query}`)));
      await fileReturn(app, name, { ...details, amountPaid: draft.amountPayable });
      const { payment } = await filing(number, name);
      const allowed = form.discountsOn(price, prepaidAmount, local);
      const isOnTime = details.filedOn <= payment.dueOn;
      const discounts = allowed.map((one, index) => (isOnTime ? one : Math.min(one, kept[index]!)));
      if (isOnTime) kept = discounts;
      paid += payment.amountPayable;
      expect(payment.discountAmount).toBe(cents(inTotal(discounts)));
      expect(cents(paid)).toBe(cents(form.taxOn(price) - prepaidAmount - inTotal(discounts)));
      expect(payment.amountPayable).toBe(draft.amountPayable);
      await reopenReturn(app, name);
    }
  }
});
