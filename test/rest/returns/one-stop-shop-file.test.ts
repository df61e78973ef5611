import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import {
  type ReadFile,
  readIntervat,
  readModelo369,
  readOss001,
  readTable,
  readUnionSchema,
} from '../../support/shop-files.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

const addresses: Record<string, object> = {
  FR: { country: 'FR', city: 'Paris', zip: '75001', street: '1 Rue de Rivoli' },
  AT: { country: 'AT', city: 'Wien', zip: '1010', street: 'Graben 1' },
  GR: { country: 'GR', city: 'Athens', zip: '105 57', street: 'Mitropoleos 1' },
  PL: { country: 'PL', city: 'Warszawa', zip: '00-001', street: 'Nowy Świat 1' },
};
const polish = 'PL1234563218';

/** A seller from the member state, who also has goods in Poland. */
async function startSeller(filedIn: string, number: string | null) {
  const app = await startApp();
  const settings = { homeAddress: { country: filedIn }, collectionPolicy: 'WHERE_REGISTERED', defaultCurrency: 'EUR' };
  expect((await app.send('PATCH', '/v1/account', settings)).status).toBe(200);
  const declare = async (place: string, registrations: Json[]) =>
    expect((await app.send('PUT', `/v1/nexus/place/${place}`, { registrations })).status).toBeLessThan(300);
  await declare(filedIn, [
    { validFrom: '2020-01-01', number },
    { validFrom: '2024-01-01', scheme: 'UNION_ONE_STOP_SHOP' },
  ]);
  await declare('PL', [{ validFrom: '2020-01-01', number: polish }]);
  const customer = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  const { serviceId: customerId } = await bodyOf<Json>(customer);
  const put = async (externalId: string, more: Json) => {
    const body = anInvoiceBody(customerId, { externalId, currency: 'EUR', ...more });
    const sent = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
    const stored = await bodyOf<Json>(sent);
    expect(sent.status, JSON.stringify(stored)).toBeLessThan(300);
    return stored;
  };
  const place = `/v1/returns/scheme/UNION_ONE_STOP_SHOP/place/${filedIn}/period`;
  const fileOf = (period: string) => app.send('GET', `${place}/${period}/file`);
  const close = async (period: string) =>
    expect((await app.send('POST', `${place}/${period}/filings`, {})).status).toBe(201);
  return { app, declare, put, fileOf, close };
}

const on = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });
const goods = (unitPrice: number, taxCode = 'C1S1') => [anItemBody({ taxCode, unitPrice, quantity: 1 })];
const to = (country: string) => ({ shippingAddress: { ...addresses[country], isPartial: false } });
const fromPoland = { shipFromAddress: { ...addresses.PL, isPartial: false } };

const quarters = ['2025-Q1', '2025-Q2', '2025-Q3'] as const;
const daysIn = { '2025-Q1': '2025-02-10', '2025-Q2': '2025-05-10', '2025-Q3': '2025-08-10' } as const;

type Step =
  | { does: 'sell'; country: string; price: number; taxCode: string; isFromPoland: boolean; quarter: number }
  | { does: 'change' | 'refund' | 'cancel'; nth: number; price: number }
  | { does: 'file' };
const country = fc.constantFrom('FR', 'AT', 'GR');
const price = fc.integer({ min: 1_000, max: 99_999 });
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      does: fc.constant('sell' as const),
      country,
      price,
      taxCode: fc.constantFrom('C1S1', 'C5S1', 'C3S1'),
      isFromPoland: fc.boolean(),
      quarter: fc.nat(2),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({
      does: fc.constantFrom('change' as const, 'refund' as const, 'cancel' as const),
      nth: fc.nat(9),
      price,
    }),
    weight: 4,
  },
  { arbitrary: fc.constant<Step>({ does: 'file' }), weight: 2 },
);

/** The declarations of a file for each member state, by period. */
function declared({ period, supplies, corrections }: ReadFile): [string, number][] {
  return [
    ...supplies.map(({ to: of, tax }): [string, number] => [`${of} ${period}`, tax]),
    ...corrections.map(({ to: of, period: corrected, tax }): [string, number] => [`${of} ${corrected}`, tax]),
  ];
}

function sums(entries: readonly (readonly [string, number])[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [key, cents] of entries) found[key] = (found[key] ?? 0) + cents;
  return Object.fromEntries(Object.entries(found).filter(([, cents]) => cents !== 0));
}

describe.each([
  ['ES', 'ESB58378431', readModelo369, 'text/plain'],
  ['SE', 'SE556000016701', readOss001, 'text/plain'],
  ['BE', 'BE0477472701', readIntervat, 'application/xml'],
  ['DE', 'DE136695976', readUnionSchema, 'application/xml'],
] as const)('the file in %s', (filedIn, number, reader, mediaType) => {
  it('declares, over all quarters, what the documents state', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 6, maxLength: 14 }), async (steps) => {
        const seller = await startSeller(filedIn, number);
        try {
          const sold: { id: string; at: (typeof quarters)[number]; body: Json; tax: number; refunds: number[] }[] = [];
          const files: ReadFile[] = [];
          const read = async (period: string): Promise<ReadFile> => {
            const response = await seller.fileOf(period);
            expect(response.headers.get('content-type')).toContain(mediaType);
            return reader(await response.text());
          };
          const cents = ({ salesTax }: Json) => Math.round(salesTax.amount * 100);
          const openFrom = () => files.length;
          for (const [index, step] of [...steps, ...quarters.map((): Step => ({ does: 'file' }))].entries()) {
            if (step.does === 'file') {
              const period = quarters[openFrom()];
              if (!period) continue;
              files.push(await read(period));
              await seller.close(period);
            } else if (step.does === 'sell') {
              const at = quarters[step.quarter]!;
              const body = {
                ...on(daysIn[at]),
                ...to(step.country),
                items: goods(step.price / 100, step.taxCode),
                ...(step.isFromPoland && fromPoland),
              };
              const id = `s-${index}`;
              sold.push({ id, at, body, tax: cents(await seller.put(id, body)), refunds: [] });
            } else {
              const one = sold[step.nth % (sold.length || 1)];
              if (!one || one.refunds.length > 0) continue;
              const { id, body } = one;
              if (step.does === 'change') {
                one.body = { ...body, items: goods(step.price / 100, body.items[0].taxCode) };
                one.tax = cents(await seller.put(id, one.body));
              } else if (step.does === 'cancel') {
                await seller.app.send('DELETE', `/v1/transactions/source/9/externalId/${id}`);
                sold.splice(sold.indexOf(one), 1);
              } else {
                const half = goods(body.items[0].unitPrice / 2, body.items[0].taxCode);
                const refund = {
                  ...body,
                  ...on('2025-09-20'),
                  items: half,
                  transactionType: 'REFUND',
                  createdFrom: id,
                };
                one.refunds.push(cents(await seller.put(`r-${index}`, refund)));
              }
            }
          }
          const stated = sold.map(({ at, body, tax, refunds }): [string, number] => {
            const of = body.shippingAddress.country === 'GR' ? 'EL' : body.shippingAddress.country;
            return [`${of} ${at}`, refunds.reduce((left, refunded) => left - refunded, tax)];
          });
          // What came after the last filing is in no file: the next return would correct it.
          const last = await read('2025-Q4');
          expect(sums([...files, last].flatMap(declared))).toEqual(sums(stated));
          for (const file of [...files, last]) expect(file.isNil).toBe(declared(file).length === 0);
        } finally {
          await seller.app.close();
        }
      }),
      { numRuns: 3 },
    );
  });
});

describe('a seller in Spain', () => {
  let seller: Awaited<ReturnType<typeof startSeller>>;
  let app: TestApp;
  beforeAll(async () => {
    seller = await startSeller('ES', null);
    app = seller.app;
  });
  afterAll(() => app.close());
  const refused = async (period: string) => {
    const response = await seller.fileOf(period);
    const { code, errors } = await bodyOf<Json>(response);
    return [response.status, code, errors.map(({ message }: Json) => message)];
  };

  it('lists everything missing from the file, in both doors', async () => {
    await seller.declare('PL', [{ validFrom: '2020-01-01', hasFixedEstablishment: true }]);
    await seller.put('a-1', { ...on('2024-02-10'), ...to('FR'), ...fromPoland, items: goods(100, 'C3S1') });
    await seller.put('a-2', { ...on('2024-02-10'), ...to('FR'), items: goods(50), transactionType: 'TAXABLE_REFUND' });
    await seller.put('a-3', { ...on('2024-02-10'), ...to('FR'), items: goods(50), currency: 'USD' });
    const faults = [
      expect.stringContaining('number for UNION_ONE_STOP_SHOP in ES is missing'),
      expect.stringContaining('VAT number in PL is missing'),
      expect.stringContaining('No exchange rate from USD'),
      expect.stringContaining('goods to FR at 20 % are negative'),
    ];
    expect(await refused('2024-Q1')).toEqual([409, 'RETURN_INCOMPLETE', faults]);
    const query = `{ taxReturn(by: {key: {country: "ES", scheme: UNION_ONE_STOP_SHOP, period: {quarter: "2024-Q1"}}}) { status oneStopShopFile { text } } }`;
    const answer = await bodyOf<Json>(app.send('POST', '/graphql', { query }));
    expect(answer).toMatchObject({ data: { taxReturn: { status: 'DRAFT', oneStopShopFile: null } } });
    expect(answer.errors[0].extensions).toMatchObject({
      code: 'RETURN_INCOMPLETE',
      issues: faults.map((message) => ({ message })),
    });
  });

  it('has services of an establishment, and goods from another member state, under the numbers there', async () => {
    await seller.declare('ES', [{ validFrom: '2024-01-01', number: 'B58378431', scheme: 'UNION_ONE_STOP_SHOP' }]);
    await seller.declare('PL', [{ validFrom: '2020-01-01', number: '1234563218', hasFixedEstablishment: true }]);
    await seller.put('b-1', { ...on('2024-05-10'), ...to('FR'), ...fromPoland, items: goods(100, 'C3S1') });
    await seller.put('b-2', { ...on('2024-05-10'), ...to('AT'), ...fromPoland, items: goods(10) });
    await seller.put('b-3', { ...on('2024-05-10'), ...to('AT'), items: goods(10) });
    const response = await seller.fileOf('2024-Q2');
    expect(response.headers.get('content-disposition')).toContain('filename="oss-ES-2024-Q2.txt"');
    const text = await response.text();
    expect(readModelo369(text)).toMatchObject({
      number: 'ESB58378431',
      supplies: [
        { to: 'AT', kind: 'GOODS', from: null, rateType: 'STANDARD', rate: 2_000, base: 1_000, tax: 200 },
        { to: 'FR', kind: 'SERVICES', from: 'PL', rateType: 'STANDARD', rate: 2_000, base: 10_000, tax: 2_000 },
        { to: 'AT', kind: 'GOODS', from: 'PL', tax: 200 },
      ],
    });
    const query = `{ taxReturn(by: {key: {country: "ES", scheme: UNION_ONE_STOP_SHOP, period: {quarter: "2024-Q2"}}}) { oneStopShopFile { name format text sources { url readOn } } } }`;
    const { data } = await bodyOf<Json>(app.send('POST', '/graphql', { query }));
    expect(data.taxReturn.oneStopShopFile).toMatchObject({
      format: 'ES_MODELO_369',
      text,
      sources: [{ readOn: '2026-11-28' }],
    });
  });

  it('has the file of a filed return as it was filed', async () => {
    const before = await (await seller.fileOf('2024-Q2')).text();
    await seller.close('2024-Q2');
    await seller.put('b-4', { ...on('2024-05-11'), ...to('AT'), items: goods(10) });
    expect(await (await seller.fileOf('2024-Q2')).text()).toBe(before);
    expect(readModelo369(await (await seller.fileOf('2024-Q3')).text())).toMatchObject({
      isNil: false,
      supplies: [],
      corrections: [{ to: 'AT', period: '2024-Q2', tax: 200 }],
    });
  });

  it('has no file of any other return', async () => {
    const answer = await app.send('GET', '/v1/returns/scheme/STANDARD/place/ES/period/2024-Q2/file');
    expect(await bodyOf(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

it('has balances and the total in the table, also for the import scheme', async () => {
  const app = await startApp();
  try {
    await app.send('PATCH', '/v1/account', { homeAddress: { country: 'CN' }, collectionPolicy: 'WHERE_REGISTERED' });
    const registrations = [{ validFrom: '2026-01-01', scheme: 'IMPORT_ONE_STOP_SHOP', number: 'IM3720000010' }];
    await app.send('PUT', '/v1/nexus/place/IE', { registrations });
    const customer = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
    const { serviceId } = await bodyOf<Json>(customer);
    const body = anInvoiceBody(serviceId, {
      externalId: 'x-1',
      currency: 'EUR',
      items: goods(100),
      ...to('FR'),
      ...on('2026-05-10'),
    });
    expect((await app.send('PUT', '/v1/transactions/source/9/externalId/x-1', body)).status).toBeLessThan(300);
    const file = await app.send('GET', '/v1/returns/scheme/IMPORT_ONE_STOP_SHOP/place/IE/period/2026-05/file');
    expect(file.headers.get('content-disposition')).toContain('ioss-IE-2026-05.csv');
    expect(readTable(await file.text())).toMatchObject({
      number: 'IM3720000010',
      period: '2026-05',
      supplies: [{ to: 'FR', kind: 'GOODS', from: null, base: 10_000, tax: 2_000 }],
      balances: { FR: 2_000 },
      total: 2_000,
    });
  } finally {
    await app.close();
  }
});

const refundOf = (createdFrom: string) => ({ transactionType: 'REFUND', createdFrom, items: [] });

it('subtracts a refund from the supply of its invoice, from the place that the goods left', async () => {
  const seller = await startSeller('ES', 'ESB58378431');
  await seller.declare('ES', [{ validFrom: '2024-01-01', number: 'B58378431', scheme: 'UNION_ONE_STOP_SHOP' }]);
  const read = async (period: string) =>
    (await bodyOf<Json>(seller.app.send('GET', `/v1/returns/scheme/UNION_ONE_STOP_SHOP/place/ES/period/${period}`)))
      .figures.oneStopShop;
  // One item leaves from elsewhere than its document, and the refund claims to have been sent from Austria.
  const own = [{ ...goods(100)[0], ...fromPoland }];
  const spain = { country: 'ES', city: 'Madrid', zip: '28013', street: 'Gran Vía 1', isPartial: false };
  await seller.put('r-1', { ...on('2024-07-10'), ...to('FR'), ...fromPoland, items: goods(100) });
  await seller.put('r-2', { ...on('2024-07-11'), ...refundOf('r-1'), refundFraction: 0.5 });
  await seller.put('r-3', { ...on('2024-07-12'), ...to('GR'), shipFromAddress: spain, items: own });
  const toAustria = { shipFromAddress: { ...addresses.AT, isPartial: false } };
  await seller.put('r-4', { ...on('2024-07-13'), ...refundOf('r-3'), ...toAustria, refundFraction: 0.25 });
  // 100 less 50 at 20 %, and 100 less 25 at 24 %.
  expect(readModelo369(await (await seller.fileOf('2024-Q3')).text()).supplies).toMatchObject([
    { to: 'FR', from: 'PL', base: 5_000, tax: 1_000 },
    { to: 'EL', from: 'PL', base: 7_500, tax: 1_800 },
  ]);
  // A seller from outside the EU: without the address of the invoice, its goods would leave from there.
  expect((await seller.app.send('PATCH', '/v1/account', { homeAddress: { country: 'US', state: 'TX' } })).status).toBe(
    200,
  );
  await seller.put('r-5', { ...on('2024-10-10'), ...to('FR'), shipFromAddress: spain, items: goods(100) });
  await seller.put('r-6', { ...on('2024-10-11'), ...refundOf('r-5'), refundFraction: 0.5 });
  expect((await read('2024-Q4')).supplies).toMatchObject([
    { memberState: 'FR', dispatchedFrom: 'ES', taxableAmount: 50, taxAmount: 10 },
  ]);
  await seller.close('2024-Q4');
  await seller.put('r-7', { ...on('2025-02-01'), ...refundOf('r-5'), refundFraction: 0.25 });
  expect((await read('2025-Q1')).corrections).toMatchObject([{ memberState: 'FR', period: '2024-Q4', taxAmount: -5 }]);
  await seller.app.close();
});

it('has the VAT number of the standard registration if the scheme has no VAT number of the country', async () => {
  const seller = await startSeller('ES', null);
  await seller.declare('ES', [
    { validFrom: '2020-01-01', number: 'ESB58378431' },
    { validFrom: '2024-01-01', number: 'EU372000041', scheme: 'UNION_ONE_STOP_SHOP' },
  ]);
  await seller.put('n-1', { ...on('2024-07-10'), ...to('FR'), items: goods(100) });
  const file = await seller.fileOf('2024-Q3');
  expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('B58378431')]);
  await seller.app.close();
});
