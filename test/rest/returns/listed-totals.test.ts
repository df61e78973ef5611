import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { countedDatabase } from '../../support/counted-database.ts';
import { fileReturn, reopenReturn } from '../../support/returns.ts';
import { openTestStore, type TestStore } from '../../support/stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

const cents = (amount: number) => Math.round(amount * 100) / 100;
const months = ['2026-01', '2026-02', '2026-03', '2026-04'];
const returnOf = (period: string) => ({ place: 'US-MN', period });

let plain: TestStore;
let app: TestApp;
let count: { statements: number };
let customerId: string;
/** The tax of the stored documents, by month and currency. */
const charged = new Map<string, number>();
const taxIn = (month: string, currency: string) => cents(charged.get(`${month} ${currency}`) ?? 0);

async function sell(month: string, unitPrice: number, currency = 'USD') {
  const externalId = `${month}-${unitPrice}-${currency}`;
  const dates = { createdDate: `${month}-10`, updatedDate: `${month}-10` };
  const items = [anItemBody({ unitPrice, quantity: 1, taxCode: 'C1S1' })];
  const more = { externalId, items, currency, shippingAddress: minneapolis, externalTimestamps: dates };
  const path = `/v1/transactions/source/9/externalId/${externalId}`;
  const { salesTax } = await bodyOf<Json>(app.send('PUT', path, anInvoiceBody(customerId, more)));
  charged.set(`${month} ${currency}`, taxIn(month, currency) + salesTax.amount);
}

beforeAll(async () => {
  plain = await openTestStore();
  const counted = countedDatabase(plain);
  count = counted.count;
  app = await startApp({ store: counted.store });
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
  for (const [index, month] of months.entries()) {
    await sell(month, 100 + index);
    await sell(month, 19.99);
    const amountPaid = taxIn(month, 'USD');
    expect((await fileReturn(app, returnOf(month), { amountPaid })).status).toBe(201);
  }
  // January is amended, with a sale in another currency; its payment is in US dollars.
  await reopenReturn(app, returnOf('2026-01'));
  await sell('2026-01', 50);
  await sell('2026-01', 70, 'EUR');
  expect((await fileReturn(app, returnOf('2026-01'), { amountPaid: 4.51 })).status).toBe(201);
  // February is open again, so its figures are those of its filing.
  await reopenReturn(app, returnOf('2026-02'));
  await fileReturn(app, { place: 'US-WI', period: '2026-01' });
});
afterAll(() => plain.close());

const list = (query = '') => bodyOf<Json[]>(app.send('GET', `/v1/returns${query}`));

it('have the tax charged on their documents beside the amounts paid', async () => {
  const listed = await list('?country=US&state=MN&period=2026');
  const rows = listed.map(({ period, filings }) => [
    period,
    filings.map(({ amountPaid, figures }: Json) => [
      amountPaid,
      figures.totals.map(({ amounts }: Json) => [amounts.currency, amounts.taxAmount]),
    ]),
  ]);
  const filedOnce = ['2026-04', '2026-03', '2026-02'].map((month) => {
    const tax = taxIn(month, 'USD');
    return [month, [[tax, [['USD', tax]]]]];
  });
  const before = cents(taxIn('2026-01', 'USD') - 4.51);
  const amended = [
    ['EUR', taxIn('2026-01', 'EUR')],
    ['USD', taxIn('2026-01', 'USD')],
  ];
  expect(rows).toEqual([
    ...filedOnce,
    [
      '2026-01',
      [
        [before, [['USD', before]]],
        [4.51, amended],
      ],
    ],
  ]);
});

it('are the same in GraphQL', async () => {
  const selection = 'period filings { figures { totals { key { place } amounts { currency taxAmount } } } }';
  const { data } = await ask(app, `{ taxReturns(first: 10) { nodes { ${selection} } } }`);
  const shown = (await list()).map(({ period, filings }) => ({
    period,
    filings: filings.map(({ figures }: Json) => ({
      figures: {
        totals: figures.totals.map(({ amounts: { currency, taxAmount } }: Json) => ({
          key: { place: null },
          amounts: { currency, taxAmount: taxAmount.toFixed(2) },
        })),
      },
    })),
  }));
  expect(data.taxReturns.nodes).toEqual(shown);
  expect(shown).toHaveLength(5);
});

it('have a line per currency in CSV, with the sum of all payments and the details of the filing once', async () => {
  const text = await (await app.send('GET', '/v1/returns?format=csv&state=MN&country=US')).text();
  const [header, ...lines] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const columns = ['period', 'filingCount', 'amountPaid', 'currency', 'taxAmount', 'totalPaidAmount'];
  const cells = lines.map((line) => columns.map((name) => line[header!.lastIndexOf(name)]));
  const once = ['2026-04', '2026-03', '2026-02'].map((month) => {
    const tax = taxIn(month, 'USD').toFixed(2);
    return [month, '1', tax, 'USD', tax, tax];
  });
  const tax = taxIn('2026-01', 'USD').toFixed(2);
  expect(cells).toEqual([
    ...once,
    ['2026-01', '2', '4.51', 'USD', tax, tax],
    ['2026-01', '2', '', 'EUR', taxIn('2026-01', 'EUR').toFixed(2), ''],
  ]);
  const empty = await (await app.send('GET', '/v1/returns?format=csv&state=WI&country=US')).text();
  expect(empty.trimEnd().split('\r\n')[1]).toMatch(/^[^,]+,STANDARD,US-WI,.*,{13}$/);
});

it('are read in as many statements for one return as for all', async () => {
  const statementsOf = async (query: string) => {
    count.statements = 0;
    await list(query);
    return count.statements;
  };
  await statementsOf('');
  expect(await statementsOf('?limit=1')).toBe(await statementsOf(''));
});
