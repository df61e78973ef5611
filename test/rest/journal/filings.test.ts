import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { examples } from '../../support/examples.ts';
import { fileReturn, type NamedReturn, pathOfReturn, reopenReturn } from '../../support/returns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let customerId: string;
const opened: TestApp[] = [];
async function open() {
  app = await startApp();
  opened.push(app);
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
}
beforeAll(open);
afterAll(() => Promise.all(opened.map((one) => one.close())));

const inState = (state: string, city: string, zip: string) => ({ country: 'US', state, city, zip, isPartial: true });
const places: Readonly<Record<string, object>> = {
  'US-TX': inState('TX', 'Austin', '78701'),
  'US-IL': inState('IL', 'Chicago', '60601'),
  'US-MN': minneapolis,
  // Without a form.
  'US-CO': inState('CO', 'Denver', '80202'),
  DE: { country: 'DE' },
};

async function put(externalId: string, day: string, place: string, more: object) {
  const body = anInvoiceBody(customerId, {
    externalId,
    externalTimestamps: { createdDate: day, updatedDate: day },
    shippingAddress: places[place],
    ...more,
  });
  const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
  expect([200, 201]).toContain(response.status);
}
const sell = (externalId: string, day: string, place: string, unitPrice: number, currency = 'USD') =>
  put(externalId, day, place, { currency, items: [anItemBody({ unitPrice, quantity: 1 })] });

async function file(name: NamedReturn, details: object = {}) {
  const { filings, errors } = await bodyOf<Json>(fileReturn(app, name, details));
  expect(errors).toBeUndefined();
  return filings.at(-1);
}
const settings = async (more: object) => expect((await app.send('PATCH', '/v1/account', more)).status).toBe(200);
const journal = (query: string) => bodyOf<readonly Json[]>(app.send('GET', `/v1/journal/filings?${query}`));
const shown = ({ postedOn, role, account, debitAmount, creditAmount, currency }: Json) =>
  `${postedOn} ${role} ${account} ${debitAmount ?? ''}/${creditAmount ?? ''} ${currency}`;

const cents = (amount: string | number | undefined) => Math.round(Number(amount ?? 0) * 100);
const credit = ({ debitAmount, creditAmount }: Json) => cents(creditAmount) - cents(debitAmount);
const total = (rows: readonly Json[], role: string) =>
  rows.filter((row) => row.role === role).reduce((sum, row) => sum + credit(row), 0);

async function rowsOverGraphql(serviceId: string) {
  const query = `{ taxReturn(by: { serviceId: "${serviceId}" }) { filings { number journalRows {
    postedOn serviceId externalId role account debitAmount creditAmount currency place } } } }`;
  const { data } = await ask(app, query);
  return data.taxReturn.filings.flatMap(({ journalRows }: Json) => journalRows).map(inOneForm);
}
const inOneForm = ({ postedOn, serviceId, externalId, role, account, currency, place, ...row }: Json) =>
  [postedOn, serviceId, externalId, role, account, currency, place, credit(row)].join(' ');

const amount = (most: number) => fc.integer({ min: 1, max: most * 100 }).map((value) => value / 100);
const step = fc.record({
  sales: fc.array(amount(2000), { maxLength: 3 }),
  refunded: fc.option(fc.constantFrom(0.25, 0.5, 1)),
  /** Days after the period. Returns are due on the 20th or later. */
  after: fc.integer({ min: 1, max: 15 }),
  isOnTime: fc.boolean(),
  prepaid: fc.option(amount(300)),
});

it('clears the tax and credits the amount payable, for any sales, filings and amendments', async () => {
  let year = 2019;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(places)),
      fc.array(step, { minLength: 1, maxLength: 3 }),
      async (place, steps) => {
        year -= 1;
        const name = { place, period: `${year}-06` };
        let posted: readonly Json[] = [];
        let filedOn = '';
        for (const [index, { sales, refunded, after, isOnTime, prepaid }] of steps.entries()) {
          if (index > 0) await reopenReturn(app, name);
          for (const [at, price] of [...sales, 10].entries())
            await sell(`${year}-${index}-${at}`, `${year}-06-10`, place, price);
          if (refunded !== null) {
            const of = {
              transactionType: 'REFUND',
              createdFrom: `${year}-${index}-0`,
              items: [],
              refundFraction: refunded,
            };
            await put(`${year}-${index}-r`, `${year}-06-20`, place, of);
          }
          const day = `${year}-${isOnTime ? '07' : '08'}-${String(after).padStart(2, '0')}`;
          if (day > filedOn) filedOn = day;
          const isKnown = ['US-TX', 'US-IL', 'US-MN'].includes(place);
          const local = place === 'US-TX' && prepaid !== null ? { prepaidLocalAmount: 0 } : {};
          const filed = await file(
            name,
            isKnown ? { filedOn, ...(prepaid && { prepaidAmount: prepaid }), ...local } : {},
          );
          const rows = (await journal('from=1990-01-01&to=2030-12-31')).filter(
            ({ externalId }) => externalId === `${place} ${year}-06/${index + 1}`,
          );
          expect(rows.reduce((sum, row) => sum + credit(row), 0)).toBe(0);
          expect(rows.every(({ missingAccount }) => missingAccount === undefined)).toBe(true);
          posted = [...posted, ...rows];
          const { figures } = await bodyOf<Json>(app.send('GET', pathOfReturn(name, `/filings/${index + 1}`)));
          const [{ amounts }] = figures.totals;
          expect(total(posted, 'FILED_TAX') + cents(amounts.taxAmount)).toBe(0);
          if (!filed.payment) expect(total(posted, 'AUTHORITY')).toBe(cents(amounts.taxAmount));
          else {
            expect(rows.every(({ postedOn }) => postedOn === filedOn)).toBe(true);
            expect(total(rows, 'AUTHORITY')).toBe(cents(filed.payment.amountPayable));
            const kept = (kind: string) => cents(filed.payment.steps.find((one: Json) => one.kind === kind)?.amount);
            for (const [role, kind] of [
              ['DISCOUNT', 'ON_TIME_DISCOUNT'],
              ['ROUNDING', 'FORM_ROUNDING'],
              ['PREPAYMENT', 'PREPAYMENT'],
            ] as const)
              expect(total(posted, role) + kept(kind)).toBe(0);
          }
        }
        const documents = await bodyOf<readonly Json[]>(app.send('GET', `/v1/journal?period=${year}-06`));
        expect(total(documents, 'TAX') + total(posted, 'FILED_TAX')).toBe(0);
        if (posted.length > 0) expect(await rowsOverGraphql(posted[0].serviceId)).toEqual(posted.map(inOneForm));
      },
    ),
    { numRuns: examples(12) },
  );
});

describe('GET /v1/journal/filings', () => {
  const june = { place: 'US-TX', period: '2026-06' };

  it('has discounts, rounding and prepayments, and the difference of an amendment on its own day', async () => {
    // 6.25 % and 2 % of 1,000.40; the form multiplies 1,000. See the amount payable in Texas.
    await sell('tx', '2026-06-10', 'US-TX', 1000.4);
    await file(june, { filedOn: '2026-07-20', prepaidAmount: 50, prepaidLocalAmount: 10, amountPaid: 30 });
    const first = [
      '2026-07-20 FILED_TAX Sales Tax Payable 82.53/ USD',
      '2026-07-20 ROUNDING Other Miscellaneous Expense /0.02 USD',
      '2026-07-20 PREPAYMENT Prepaid Expenses /50 USD',
      '2026-07-20 DISCOUNT Other Miscellaneous Income /0.16 USD',
      '2026-07-20 AUTHORITY Sales Tax Agency Payable /32.35 USD',
    ];
    expect((await journal('period=2026-07')).map(shown)).toEqual(first);
    expect((await reopenReturn(app, june)).status).toBe(200);
    expect((await journal('period=2026-07')).map(shown)).toEqual(first);
    await sell('tx-2', '2026-06-11', 'US-TX', 100);
    // Paying too little with the first filing changes what is payable, not what is posted.
    const { payment } = await file(june, { filedOn: '2026-08-03' });
    expect(payment.amountPayable).toBe(10.6);
    expect((await journal('period=2026-08')).map(shown)).toEqual([
      '2026-08-03 FILED_TAX Sales Tax Payable 8.25/ USD',
      '2026-08-03 AUTHORITY Sales Tax Agency Payable /8.25 USD',
    ]);
    expect((await journal('period=2026-07')).map(shown)).toEqual(first);
    expect(await journal('period=2026-09')).toEqual([]);
    const page = await app.send('GET', '/v1/journal/filings?period=2026-08&limit=1');
    expect(await page.json()).toHaveLength(2);
  });

  it('has the columns of the journal in CSV, and the files of QuickBooks', async () => {
    const linesOf = async (path: string) => (await (await app.send('GET', path)).text()).trimEnd().split('\r\n');
    const [header] = await linesOf('/v1/journal?period=2026-06&format=csv');
    const [own, first] = await linesOf('/v1/journal/filings?period=2026-08&format=csv');
    expect(own).toBe(`${header},otherAccounts`);
    expect(first).toMatch(
      /^2026-08-03,2026-08,[\w-]+,,US-TX 2026-06\/2,,2026-06-30,FILED_TAX,Sales Tax Payable,,8\.25,,/,
    );
    expect((await linesOf('/v1/journal/filings?period=2026-08&format=quickbooks')).slice(1)).toEqual([
      'US-TX 2026-06/2,08/03/2026,Sales Tax Payable,8.25,,FILED_TAX US-TX,,USD,,',
      'US-TX 2026-06/2,08/03/2026,Sales Tax Agency Payable,,8.25,AUTHORITY US-TX,,USD,,',
    ]);
    const xero = await bodyOf<Json>(app.send('GET', '/v1/journal/filings?period=2026-08&format=xero'));
    expect(xero.errors[0].message).toContain('Xero needs a tax rate for Sales Tax Payable');
  });

  it('uses the TAX account of the place, and names accounts that may also have its tax', async () => {
    const tax = { role: 'TAX', place: 'US-TX' };
    const accountsOf = async () => {
      const [row] = await journal('period=2026-08');
      return [row.account, row.otherAccounts ?? row.missingAccount];
    };
    await settings({ journal: { accounts: [{ ...tax, account: 'Texas' }] } });
    expect(await accountsOf()).toEqual(['Texas', undefined]);
    const business = { ...tax, customerType: 'RETAIL', account: 'Texas, retail' };
    await settings({ journal: { accounts: [business, { ...tax, account: 'Texas' }] } });
    expect(await accountsOf()).toEqual([
      'Texas',
      expect.stringMatching(/^Texas, retail may also have tax of this place/),
    ]);
    await settings({ journal: { accounts: [business, { ...tax, role: 'FILED_TAX', account: 'Filed' }] } });
    expect(await accountsOf()).toEqual(['Filed', undefined]);
    await settings({ journal: { chart: 'SKR03', accounts: [] } });
    expect(await accountsOf()).toEqual([
      undefined,
      expect.stringContaining('no account for role FILED_TAX, place US-TX'),
    ]);
  });

  it('is a DATEV batch for German returns, and refuses other currencies', async () => {
    await open();
    const journal = { chart: 'SKR03', datevConsultant: '29098', datevClient: '55003' };
    await settings({ homeAddress: { country: 'DE' }, defaultCurrency: 'EUR', journal });
    await sell('de', '2026-06-15', 'DE', 100, 'EUR');
    await file({ place: 'DE', period: '2026-06' });
    const year = new Date().getUTCFullYear();
    const batch = () => app.send('GET', `/v1/journal/filings?period=${year}&format=datev`);
    const [posting = ''] = (await (await batch()).text()).trimEnd().split('\r\n').slice(2);
    expect(posting.split(';').slice(0, 9).join(';')).toBe('19,00;"H";"EUR";;;;1736;1780;""');
    expect(posting).toContain('"DE2026-06/1"');
    await sell('co', '2026-06-15', 'US-CO', 100);
    await file({ place: 'US-CO', period: '2026-06' });
    const { errors } = await bodyOf<Json>(batch());
    expect(errors[0].message).toMatch(/^Filing US-CO 2026-06\/1 is in USD, and it keeps no exchange rate to EUR/);
  });
});
