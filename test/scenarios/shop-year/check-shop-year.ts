import { expect } from 'vitest';
import { verifyTotals } from '../../../src/usecases/liability/verify-totals.ts';
import { bodyOf, type TestApp } from '../../support/app.ts';
import { reference } from '../../support/context.ts';
import { fileReturn, flat, readReturn, reopenReturn } from '../../support/returns.ts';
import { cents, documentsOf, recount, sumsOf } from './recount.ts';
import { filedState, type Json, monthOfState, runShopYear, type ShopSize, type Sold } from './shop-year.ts';

const get = (app: TestApp, path: string, query: Record<string, string>) =>
  bodyOf<Json>(app.send('GET', `${path}?${new URLSearchParams(query)}`));

/** Runs the year, and compares liability, returns, nexus, documents and the audit trail with a recount. */
export async function checkShopYear(app: TestApp, size: ShopSize): Promise<void> {
  const { sold, filedDocuments } = await runShopYear(app, size);
  const [first, last] = [size.months[0]!, size.months.at(-1)!];
  const documents = await documentsOf(app);
  const expected = recount(documents, sold, ({ place, reportedIn }) =>
    [place.country, place.state, place.currency, reportedIn].join(' '),
  );
  const span = { from: `${first}-01`, to: `${last}-31`.replace('-31', last.endsWith('-12') ? '-31' : '-28') };
  const { rows } = await get(app, '/v1/liability', { ...span, groupBy: 'COUNTRY,STATE,MONTH' });
  const found = rows.map((row: Json) => [
    [row.key.country, row.key.state ?? '', row.amounts.currency, row.key.month].join(' '),
    sumsOf(flat(row)),
  ]);
  expect(new Map(found)).toEqual(expected);
  for (const row of rows) {
    const { taxableAmount, exemptAmount, nonTaxableAmount, uncollectedAmount, grossSalesAmount } = row.amounts;
    const parts = [taxableAmount, exemptAmount, nonTaxableAmount, uncollectedAmount].map(cents);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents(grossSalesAmount));
  }
  for (const month of size.months) {
    const ofState = expected.get(`US ${filedState} USD ${month}`)!;
    expect(filedDocuments.get(month)).toBe(ofState.documents);
    const { status, figures } = await readReturn(app, monthOfState(month));
    expect([status, sumsOf(figures.totals[0])]).toEqual(['FILED', ofState]);
    const byJurisdiction = figures.jurisdictions.reduce((sum: number, row: Json) => sum + cents(row.taxAmount), 0);
    expect(byJurisdiction).toBe(ofState.tax);
  }
  await checkNexus(app, sold, documents);
  expect((await verifyTotals(app.records, { isRepair: false, countries: () => reference })).faults).toEqual([]);
  await amend(app, size.months[1]!);
}

/** Counted and excluded sales together must equal all sales of the period, by tax date. */
async function checkNexus(
  app: TestApp,
  sold: readonly Sold[],
  documents: Awaited<ReturnType<typeof documentsOf>>,
): Promise<void> {
  const trackers: Json[] = await get(app, '/v1/nexus', { asOf: sold.at(-1)!.day });
  const periods = trackers.flatMap(({ country, state, periods }) =>
    periods.map((period: Json) => ({ ...period, place: `${country} ${state ?? ''}` })),
  );
  const ofStates = periods.filter(({ place }) => place.startsWith('US '));
  expect(ofStates.length).toBeGreaterThan(0);
  for (const period of ofStates) {
    const within = sold.filter(({ day }) => period.from <= day && day <= period.to);
    const sales = recount(documents, within, ({ place }) => `${place.country} ${place.state}`).get(period.place);
    const counted = [period, ...period.excludedSales].map(({ salesAmount }: Json) => cents(salesAmount));
    expect(counted.reduce((sum, one) => sum + one, 0)).toBe(sales ? sales.gross + sales.market : 0);
  }
}

/** A forgotten sale of a filed month is found: its return is amended, and the trail shows the history of a document in it. */
async function amend(app: TestApp, month: string): Promise<void> {
  const before = await readReturn(app, monthOfState(month));
  const [told] = await bodyOf<Json[]>(app.send('GET', `${before.transactionsPath}?limit=1`));
  const reason = 'A sale was found';
  await reopenReturn(app, monthOfState(month), reason);
  const { customerId, shippingAddress, currency } = told;
  const timestamps = { createdDate: `${month}-15`, updatedDate: `${month}-15` };
  const body = {
    source: '9',
    externalId: 'FOUND',
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps: timestamps,
    items: [{ name: 'Found', taxCode: 'C1S1', unitPrice: 100, quantity: 1 }],
    ...{ customerId, shippingAddress, currency },
  };
  const found = await bodyOf<Json>(app.send('PUT', '/v1/transactions/source/9/externalId/FOUND', body));
  expect(found).not.toHaveProperty('reportingPeriod');
  await fileReturn(app, monthOfState(month), { referenceNumber: 'AMENDED' });
  const { status, filings, difference } = await readReturn(app, monthOfState(month));
  expect([status, filings.length]).toEqual(['AMENDED', 2]);
  expect(difference.totals).toHaveLength(1);
  expect(difference.totals[0]).toMatchObject({ taxAmount: found.salesTax.amount, transactionCount: 1 });
  const key = `9/${told.externalId}`;
  const story: Json[] = await get(app, '/v1/audit_entries', { recordType: 'TRANSACTION', recordKey: key });
  expect(story.map(({ action }) => action).reverse()).toEqual(['CREATED', 'FILED', 'REOPENED', 'FILED']);
  expect(story.find(({ action }) => action === 'REOPENED')).toMatchObject({ reason });
  expect(story.every(({ clientId, requestId }) => Boolean(clientId && requestId))).toBe(true);
}
