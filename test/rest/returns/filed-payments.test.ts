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
const formPayment = async (query = '', asked = app): Promise<Json> =>
  (await bodyOf<Json>(asked.send('GET', pathOfReturn(june, `/form${query}`)))).payment;
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
  const selection = '{ discountAmount prepaidAmount prepaidLocalAmount amountPayable filedOn dueOn currency }';
  const query = `query ($by: TaxReturnBy!) { taxReturn(by: $by) { filings { payment ${selection} } } }`;
  const { data } = await ask(app, query, { variables: { by } });
  expect(data.taxReturn.filings[0].payment).toEqual({
    ...filed,
    ...{ discountAmount: '0.16', prepaidAmount: '50.00', prepaidLocalAmount: '10.00', amountPayable: '32.34' },
  });
  const [header, line] = (await (await app.send('GET', '/v1/returns?format=csv&state=TX&country=US')).text()).split(
    '\r\n',
  );
  expect(header).toMatch(/,paymentPrepaidAmount,paymentPrepaidLocalAmount,paymentDiscountAmount$/);
  expect(line).toMatch(/,USD,2026-07-20,2026-07-20,32\.34,50,10,0\.16$/);
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
    expect([stated.discountAmount, stated.dueOn]).toEqual([undefined, '2026-07-10']);
    expect(await filing(1)).toEqual(before);
  }
  expect(await formPayment('', later)).toEqual(before.payment);
});

it('are not changed by filing again: the same details repeat it, others are refused', async () => {
  expect((await fileReturn(app, june, onTime)).status).toBe(200);
  expect((await fileReturn(app, june, {})).status).toBe(200);
  const other = await bodyOf<Json>(fileReturn(app, june, { ...onTime, prepaidAmount: 51 }));
  expect([other.status, other.code]).toEqual([409, 'RETURN_FILED']);
});

it('are the difference to pay for an amendment, without a discount that nobody decided', async () => {
  await reopenReturn(app, june);
  await sell('tx-2', austin, 100, '2026-06-11');
  // The tax of 1,100 is 90.75; 50 was prepaid. Of the first filing, nothing was recorded as paid.
  const { steps } = await formPayment();
  expect(steps.at(-1).reason).toContain('ilings without a recorded amount in USD: 1');
  await fileReturn(app, june, { amountPaid: 40.75, paidCurrency: 'USD' });
  await reopenReturn(app, june);
  await sell('tx-3', austin, 200, '2026-06-12');
  // The tax of 1,300 is 107.25.
  await fileReturn(app, june, {});
  const [second, third] = [await filing(2), await filing(3)];
  expect([second.payment.amountPayable, third.payment.amountPayable]).toEqual([40.75, 16.5]);
  expect(amounts(third.payment)).toMatchObject({ TAX_CHARGED: 107.25, PREPAYMENT: -50, PAID_EARLIER: -40.75 });
  expect(third.payment).not.toHaveProperty('discountAmount');
  expect((await filing(1)).payment).toMatchObject(filed);
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
  [june, { prepaidAmount: 50 }, 'prepaidLocalAmount', 'REQUIRED'],
  [june, { prepaidAmount: '12.345', prepaidLocalAmount: '0' }, 'prepaidAmount', 'TOO_MANY_DIGITS'],
  [june, { filedOn: '2026-04-30' }, 'filedOn', 'OUT_OF_RANGE'],
  [{ place: 'DE', period: '2026-06' }, { prepaidAmount: 50 }, 'prepaidAmount', 'UNKNOWN_FIELD'],
])('refuse for %o the details %o', async (name, details, field, code) => {
  const { status, errors } = await bodyOf<Json>(fileReturn(app, { ...name, period: '2026-04' }, details));
  expect([status, errors[0].code, errors[0].pointer]).toEqual([400, code, `/${field}`]);
});

it('are absent where no form is known', async () => {
  const germany = { place: 'DE', period: '2026-06' };
  await fileReturn(app, germany, {});
  expect(await filing(1, germany)).not.toHaveProperty('payment');
});
