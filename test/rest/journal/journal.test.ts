import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { examples } from '../../support/examples.ts';

type Row = Readonly<Record<string, string | number | undefined>>;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function settings(more: Record<string, unknown>) {
  expect((await app.send('PATCH', '/v1/account', more)).status).toBe(200);
}

async function put(externalId: string, day: string, more: Record<string, unknown>, customerType = 'RETAIL') {
  const customer = aCustomerBody({ externalId: customerType, customerType });
  const at = `/v1/customers/source/9/externalId/${customerType}`;
  const { serviceId } = await bodyOf<{ serviceId: string }>(app.send('PUT', at, customer));
  const externalTimestamps = { createdDate: day, updatedDate: day };
  const body = anInvoiceBody(serviceId, { externalId, externalTimestamps, ...more });
  return app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
}

const journal = (period: string) => bodyOf<readonly Row[]>(app.send('GET', `/v1/journal?period=${period}`));
const cents = (amount: string | number | undefined) => Math.round(Number(amount ?? 0) * 100);
const credit = (row: Row) => cents(row.creditAmount) - cents(row.debitAmount);

/** Sums in cents, without zeros. */
function sums(entries: readonly (readonly [key: string, amount: number])[]) {
  const found = new Map<string, number>();
  for (const [key, amount] of entries) found.set(key, (found.get(key) ?? 0) + amount);
  return Object.fromEntries([...found].filter(([, amount]) => amount !== 0));
}

/** The rows of GraphQL, in pages of a few documents. */
async function journalOverGraphql(year: string, since: string | null = null) {
  const query = `query ($year: String!, $since: DateTime, $after: String) {
    journal(period: { year: $year }, since: $since, first: 3, after: $after) {
      nodes { transaction { externalId } rows { serviceId externalId postedOn role account debitAmount creditAmount place } }
      pageInfo { endCursor hasNextPage } } }`;
  const rows: Row[] = [];
  for (let after: string | null = null; ; ) {
    const { data } = await ask(app, query, { variables: { year, since, after } });
    for (const { transaction, rows: ofDocument } of data.journal.nodes) {
      expect(ofDocument.every(({ externalId }: Row) => externalId === transaction.externalId)).toBe(true);
      rows.push(...ofDocument);
    }
    if (!data.journal.pageInfo.hasNextPage) return rows.map(inOneForm);
    after = data.journal.pageInfo.endCursor;
  }
}

const inOneForm = (row: Row) => [
  row.serviceId,
  row.externalId,
  row.postedOn,
  row.role,
  row.account,
  row.place ?? null,
  credit(row),
];

const later = () => new Promise((resolve) => setTimeout(resolve, 5));
const balance = (rows: readonly Row[]) =>
  sums(rows.map((row) => [`${row.externalId} ${row.role} ${row.postedOn} ${row.place} ${row.currency}`, credit(row)]));

const places = [
  minneapolis,
  { country: 'US', state: 'CO', city: 'Denver', zip: '80202', isPartial: true },
  { country: 'DE' },
  { country: 'FR' },
  { country: 'CA', state: 'QC', isPartial: true },
];
const item = fc.record({
  taxCode: fc.constantFrom('C1S1', 'C1S2', 'C1S10', 'C3S1'),
  unitPrice: fc.integer({ min: 1, max: 900_00 }).map((amount) => amount / 100),
  quantity: fc.integer({ min: 1, max: 3 }),
  elsewhere: fc.option(fc.constantFrom(...places)),
  collectedBy: fc.constantFrom('SELLER', 'MARKETPLACE', null),
});
const sale = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  place: fc.constantFrom(...places),
  customerType: fc.constantFrom('RETAIL', 'MARKETPLACE', 'RETAIL_EXEMPT'),
  transactionType: fc.constantFrom('INVOICE', 'INVOICE', 'INVOICE', 'TAXABLE_REFUND', 'ESTIMATE'),
  currency: fc.constantFrom('USD', 'EUR'),
  isTaxInclusive: fc.boolean(),
  fee: fc.option(fc.integer({ min: 1, max: 20_00 }).map((amount) => amount / 100)),
  refund: fc.constantFrom('none', 'whole', 'part', 'tax', 'cancel'),
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
});

it('adds up to liability in both directions, for any sales and refunds in a year', async () => {
  await settings({ deliveryFees: 'CHARGE' });
  let year = 2026;
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 4, maxLength: 9 }), async (sales) => {
      year += 1;
      let sent: readonly Row[] = [];
      let since = '';
      for (const [index, { month, place, customerType, fee, refund, items, ...more }] of sales.entries()) {
        if (index === Math.floor(sales.length / 2)) {
          sent = await journal(String(year));
          await later();
          since = new Date().toISOString();
        }
        const shown = { shippingAddress: place, ...(fee && { shippingFee: { taxCode: 'C6S1', totalPrice: fee } }) };
        const lines = items.map(({ elsewhere, ...one }) =>
          anItemBody({
            ...one,
            ...(one.collectedBy === 'MARKETPLACE' && !more.isTaxInclusive && { collectedTaxAmount: 0.01 }),
            ...(elsewhere && { shippingAddress: elsewhere }),
          }),
        );
        const day = `${year}-${String(month).padStart(2, '0')}-15`;
        const name = `${year}-${index % 5}`; // Some replace an earlier one.
        const sold = await put(name, day, { ...more, ...shown, items: lines }, customerType);
        expect([200, 201, 400, 409]).toContain(sold.status);
        if (refund === 'cancel') await app.send('DELETE', `/v1/transactions/source/9/externalId/${name}`);
        if (refund === 'none' || refund === 'cancel') continue;
        const kind = refund === 'tax' ? { refundKind: 'TAX_ONLY' } : {};
        const share = refund === 'part' ? { refundFraction: 0.337 } : {};
        const of = { transactionType: 'REFUND', createdFrom: name, currency: more.currency, items: [] };
        await put(
          `${name}-r`,
          `${year}-12-28`,
          { ...shown, shippingFee: null, ...of, ...kind, ...share },
          customerType,
        );
      }
      const rows = await journal(String(year));
      const changes = await journal(`${year}&since=${since}`);
      expect(balance([...sent, ...changes])).toEqual(balance(rows));
      expect(await journalOverGraphql(String(year))).toEqual(rows.map(inOneForm));
      expect(await journalOverGraphql(String(year), since)).toEqual(changes.map(inOneForm));
      const { rows: owed } = await bodyOf<{ readonly rows: readonly { key: Row; amounts: Row }[] }>(
        app.send('GET', `/v1/liability?period=${year}`),
      );
      expect(sums(rows.map((row) => [`${row.role} ${row.place} ${row.currency}`, credit(row)]))).toEqual({
        ...sums(
          rows
            .filter(({ role }) => role === 'RECEIVABLE')
            .map((row) => [`RECEIVABLE undefined ${row.currency}`, credit(row)]),
        ),
        ...sums(
          owed.flatMap(({ key, amounts }): [string, number][] => [
            [`TAX ${key.place} ${amounts.currency}`, cents(amounts.taxAmount)],
            [`FEE ${key.place} ${amounts.currency}`, cents(amounts.feeAmount)],
            [
              `REVENUE ${key.place} ${amounts.currency}`,
              cents(amounts.grossSalesAmount) + cents(amounts.marketplaceSalesAmount),
            ],
          ]),
        ),
      });
      expect(sums(rows.map((row) => [String(row.serviceId), credit(row)]))).toEqual({});
      for (const { netAmount, taxAmount, grossAmount } of rows) {
        expect(cents(netAmount) + cents(taxAmount)).toBe(cents(grossAmount));
      }
    }),
    { numRuns: examples(40) },
  );
});

describe('GET /v1/journal', () => {
  const shown = (rows: readonly Row[]) =>
    rows.map(({ postedOn, role, account, debitAmount, creditAmount, place, rate, vatCategory, grossAmount }) =>
      [postedOn, role, account, debitAmount, creditAmount, place, rate, vatCategory, grossAmount]
        .map((one) => one ?? '')
        .join(' '),
    );

  it('posts to accounts of the US by default, and a refund to the other side', async () => {
    await settings({ deliveryFees: null });
    await put('us', '2024-06-15', { items: [anItemBody({ unitPrice: 100, quantity: 1 })] });
    await put('us-r', '2024-07-02', { transactionType: 'REFUND', createdFrom: 'us', items: [] });
    expect(shown(await journal('2024-06'))).toEqual([
      '2024-06-15 RECEIVABLE Accounts Receivable (A/R) 109.03     ',
      '2024-06-15 REVENUE Sales of Product Income  100 US-MN 0.09025  109.03',
      '2024-06-15 TAX Sales Tax Payable  9.03 US-MN 0.09025  ',
    ]);
    expect(shown(await journal('2024-07'))).toEqual([
      '2024-07-02 RECEIVABLE Accounts Receivable (A/R)  109.03    ',
      '2024-07-02 REVENUE Sales of Product Income 100  US-MN 0.09025  -109.03',
      '2024-07-02 TAX Sales Tax Payable 9.03  US-MN 0.09025  ',
    ]);
  });

  it('posts to SKR03 for a seller in Germany, and to accounts of the settings first', async () => {
    await settings({ homeAddress: { country: 'DE' } });
    const shippingAddress = { country: 'DE' };
    const items = [
      anItemBody({ unitPrice: 100, quantity: 1 }),
      anItemBody({ unitPrice: 10, quantity: 1, shippingAddress: { country: 'FR' } }),
    ];
    await put('de', '2024-08-15', { currency: 'EUR', shippingAddress, items });
    const accounts = async () => (await journal('2024-08')).map(({ role, account, taxKey }) => [role, account, taxKey]);
    expect(await accounts()).toEqual([
      ['RECEIVABLE', '1400', undefined],
      ['REVENUE', '8400', undefined],
      ['REVENUE', '8320', undefined],
      ['TAX', '1776', undefined],
      ['TAX', '1767', undefined],
    ]);
    const own = { role: 'REVENUE', place: 'DE', rate: 0.19, customerType: 'RETAIL', account: '4200', taxKey: '3' };
    await settings({ journal: { chart: 'SKR04', accounts: [own] } });
    expect((await accounts()).slice(0, 2)).toEqual([
      ['RECEIVABLE', '1200', undefined],
      ['REVENUE', '4200', '3'],
    ]);
  });

  it('reports the setting without an account, and refuses a setting without a place', async () => {
    await settings({ homeAddress: { country: 'US' }, journal: { chart: 'SKR03' } });
    expect((await journal('2024-06')).map(({ missingAccount }) => missingAccount)).toEqual([
      undefined,
      'journal.accounts has no account for role REVENUE, place US-MN, rate 0.09025, customerType RETAIL. Add one to the account settings.',
      'journal.accounts has no account for role TAX, place US-MN, rate 0.09025, customerType RETAIL. Add one to the account settings.',
    ]);
    const accounts = [{ role: 'TAX', account: '1776', place: 'Germany' }];
    const refused = await app.send('PATCH', '/v1/account', { journal: { accounts } });
    expect(await refused.json()).toMatchObject({ status: 400, errors: [{ pointer: '/journal/accounts/0/place' }] });
  });

  it('has the same rows as the documents in GraphQL', async () => {
    await settings({ journal: null });
    const query =
      '{ journal(period: { month: "2024-06" }) { totalCount nodes { transaction { journalRows { postedOn role account debitAmount creditAmount } } } } }';
    const { journal: found } = (await ask(app, query)).data;
    const rows = found.nodes.flatMap(
      ({ transaction }: { transaction: { journalRows: Row[] } }) => transaction.journalRows,
    );
    const expected = await journal('2024-06');
    expect(rows.map((row: Row) => [row.postedOn, row.role, row.account, credit(row)])).toEqual(
      expected.map((row) => [row.postedOn, row.role, row.account, credit(row)]),
    );
    expect(found.totalCount).toBe(new Set(expected.map(({ serviceId }) => serviceId)).size);
  });

  it('is refused in GraphQL for a period or page that REST refuses', async () => {
    const issuesOf = async (args: string) =>
      (await ask(app, `{ journal(${args}) { nodes { rows { role } } } }`)).errors?.[0]?.extensions.issues;
    expect(await issuesOf('period: { month: "2024-13" }')).toMatchObject([{ path: ['period', 'month'] }]);
    expect(await issuesOf('period: { year: "2024" }, first: 101')).toMatchObject([{ path: ['first'] }]);
  });
});

describe('the file for another program', () => {
  const file = (format: string, month: string) => app.send('GET', `/v1/journal?period=${month}&format=${format}`);
  const linesOf = async (format: string, month: string, charset = 'utf-8') => {
    const response = await file(format, month);
    expect(response.status).toBe(200);
    return new TextDecoder(charset)
      .decode(await response.arrayBuffer())
      .trimEnd()
      .split('\r\n');
  };
  const refusal = async (format: string, month = '2024-08') => {
    const { errors } = await bodyOf<{ errors: readonly Row[] }>(file(format, month));
    return errors.map(({ parameter, message }) => `${parameter}: ${message}`);
  };

  it('is a batch of gross amounts with posting keys for DATEV, in its encoding', async () => {
    const own = { role: 'REVENUE', place: 'FR', account: '8321', taxKey: '10' };
    await settings({ homeAddress: { country: 'DE' }, defaultCurrency: 'EUR', journal: { chart: 'SKR03' } });
    expect(await refusal('datev')).toEqual(['format: A DATEV batch needs the setting journal.datevConsultant.']);
    await settings({ journal: { datevConsultant: '29098', datevClient: '55003' } });
    const [facts, names, ...postings] = await linesOf('datev', '2024-08', 'windows-1252');
    expect(facts).toMatch(
      /^"EXTF";700;21;"Buchungsstapel";13;\d{17};;"";"Tollgate";"";29098;55003;20240101;4;20240801;20240831;"Tollgate";"";1;0;0;"EUR";/,
    );
    expect([facts!.split(';').length, names!.split(';').length]).toEqual([31, 125]);
    expect(names).toContain('BU-Schlüssel;Belegdatum');
    const shown = (lines: readonly string[]) => lines.map((line) => line.split(';').slice(0, 11).join(';'));
    expect(shown(postings)).toEqual([
      '119,00;"S";"EUR";;;;1400;8400;"";1508;"de"',
      '10,00;"S";"EUR";;;;1400;8320;"";1508;"de"',
      '2,00;"S";"EUR";;;;1400;1767;"";1508;"de"',
    ]);
    await put('de-r', '2024-08-20', { currency: 'EUR', transactionType: 'REFUND', createdFrom: 'de', items: [] });
    await settings({ journal: { accounts: [own] } });
    expect(shown((await linesOf('datev', '2024-08', 'windows-1252')).slice(2, 4))).toEqual([
      '119,00;"H";"EUR";;;;1400;8400;"";2008;"de-r"',
      '12,00;"H";"EUR";;;;1400;8321;"10";2008;"de-r"',
    ]);
  });

  it('has the columns of QuickBooks and Xero', async () => {
    await settings({ homeAddress: { country: 'US' }, defaultCurrency: null, journal: null });
    expect(await linesOf('quickbooks', '2024-06')).toEqual([
      '*JournalNo,*JournalDate,*AccountName,*Debits,*Credits,Description,Name,Currency,Location,Class',
      'us,06/15/2024,Accounts Receivable (A/R),109.03,,RECEIVABLE,Ada Lovelace,USD,,',
      'us,06/15/2024,Sales of Product Income,,100.00,REVENUE US-MN 0.09025,,USD,,',
      'us,06/15/2024,Sales Tax Payable,,9.03,TAX US-MN 0.09025,,USD,,',
    ]);
    expect(await refusal('xero', '2024-06')).toEqual([
      'format: Xero needs a tax rate for Accounts Receivable (A/R): set its taxKey in journal.accounts.',
    ]);
    const accounts = ['RECEIVABLE', 'REVENUE', 'TAX'].map((role, index) => {
      return { role, account: `${200 + index}`, taxKey: 'Tax Exempt' };
    });
    await settings({ journal: { accounts } });
    expect((await linesOf('xero', '2024-06')).slice(1)).toEqual([
      'us,15 Jun 2024,RECEIVABLE,200,Tax Exempt,109.03,,,,',
      'us,15 Jun 2024,REVENUE US-MN 0.09025,201,Tax Exempt,-100.00,,,,',
      'us,15 Jun 2024,TAX US-MN 0.09025,202,Tax Exempt,-9.03,,,,',
    ]);
  });

  it('is refused before its first line if an account is missing', async () => {
    await settings({ journal: { chart: 'SKR03', accounts: [] } });
    expect(await refusal('quickbooks', '2024-06')).toEqual([
      'format: journal.accounts has no account for role REVENUE, place US-MN, rate 0.09025, customerType RETAIL. Add one to the account settings.',
    ]);
  });
});

describe('the changes since a file was requested', () => {
  const file = (query: string) => bodyOf<readonly Row[]>(app.send('GET', `/v1/journal?${query}`));
  it('turn the last file into the journal as it is, to the cent', async () => {
    await settings({ homeAddress: { country: 'US' }, journal: null });
    const lamp = (unitPrice: number) => ({ items: [anItemBody({ unitPrice, quantity: 1 })] });
    for (const name of ['same', 'price', 'moved', 'cancelled', 'filed'])
      await put(`s-${name}`, '2023-03-10', lamp(100));
    await put('s-other', '2023-04-10', lamp(40));
    const sent = await file('period=2023-03');
    await later();
    const since = new Date().toISOString();
    await put('s-price', '2023-03-10', lamp(70));
    await put('s-price', '2023-03-10', lamp(60));
    await put('s-moved', '2023-04-02', lamp(100));
    await put('s-other', '2023-03-31', lamp(40));
    await put('s-new', '2023-03-12', lamp(10));
    await app.send('DELETE', '/v1/transactions/source/9/externalId/s-cancelled');
    const filed = sent.find(({ externalId }) => externalId === 's-filed');
    const marked = await app.send('POST', '/v1/transactions/mark_filed', {
      country: 'US',
      state: 'MN',
      from: '2023-03-01',
      to: '2023-03-31',
      serviceIds: [filed?.serviceId],
    });
    expect(await marked.json()).toMatchObject({ changedCount: 1 });
    const changes = await file(`period=2023-03&since=${since}`);
    const changed = ['cancelled', 'moved', 'new', 'other', 'price'].map((name) => `s-${name}`);
    expect([...new Set(changes.map(({ externalId }) => externalId))].sort()).toEqual(changed);
    expect(balance([...sent, ...changes])).toEqual(balance(await file('period=2023-03')));
    expect(changes.filter(({ externalId }) => externalId === 's-cancelled').map(credit)).toEqual([10803, -10000, -803]);
    // GraphQL has the same rows.
    const query = `{ transactions(filter: { updatedAt: { gte: "${since}" } }, first: 100) { nodes { journalChanges(period: { month: "2023-03" }, since: "${since}") { role account debitAmount creditAmount } } } }`;
    const { data } = await bodyOf<{ data: { transactions: { nodes: { journalChanges: Row[] }[] } } }>(
      app.send('POST', '/graphql', { query }),
    );
    const shown = (row: Row) => [row.role, row.account, credit(row)].join(' ');
    const same = data.transactions.nodes.flatMap(({ journalChanges }) => journalChanges).map(shown);
    expect(same.sort()).toEqual(changes.map(shown).sort());
    await later();
    expect(await file(`period=2023-03&since=${new Date().toISOString()}`)).toEqual([]);
  });
});

describe('bad requests', () => {
  it.each([
    ['from=2026-06-01&limit=0', ['to REQUIRED', 'limit OUT_OF_RANGE']],
    ['from=2026-06-02&to=2026-06-01&cursor=x', ['to OUT_OF_RANGE', 'cursor INVALID_FORMAT']],
    ['from=2026-06-02&to=2026-06-01', ['to OUT_OF_RANGE']],
    ['limit=201&since=yesterday', ['period REQUIRED', 'limit OUT_OF_RANGE', 'since INVALID_FORMAT']],
    ['period=2026-13&limit=0', ['period INVALID_FORMAT', 'limit OUT_OF_RANGE']],
    ['perod=2026-06&limit=0', ['perod UNKNOWN_PARAMETER', 'limit OUT_OF_RANGE']],
  ])('are refused with all faults: %s', async (query, faults) => {
    const { status, errors } = await bodyOf<{
      readonly status: number;
      readonly errors: readonly { readonly parameter: string; readonly code: string }[];
    }>(app.send('GET', `/v1/journal?${query}`));
    expect([status, errors.map(({ parameter, code }) => `${parameter} ${code}`).toSorted()]).toEqual([
      400,
      faults.toSorted(),
    ]);
  });
});
