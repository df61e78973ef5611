import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { fileReturn, pathOfReturn, reopenReturn } from '../../support/returns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

const march = { place: 'US-MN', period: '2025-03' };
const minneapolis = { city: 'Minneapolis', zip: '55401' };
const duluth = { city: 'Duluth', zip: '55802' };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const path = '/v1/customers/source/9/externalId/c-1';
  const customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
  const sell = (externalId: string, where: object, unitPrice: number, more: object = {}) =>
    app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, {
      ...anInvoiceBody(customerId, {
        externalId,
        items: [anItemBody({ unitPrice, quantity: 1 })],
        externalTimestamps: { createdDate: '2025-03-10', updatedDate: '2025-03-10' },
        shippingAddress: { country: 'US', state: 'MN', isPartial: true, ...where },
      }),
      ...more,
    });
  await sell('a', minneapolis, 100);
  await fileReturn(app, march, {});
  await reopenReturn(app, march);
  await sell('b', duluth, 50);
  await fileReturn(app, march, {});
  await reopenReturn(app, march);
  // The jurisdictions of only the first filing are gone, and one of the second has doubled.
  await app.send('DELETE', '/v1/transactions/source/9/externalId/a');
  await sell('c', duluth, 50);
  await fileReturn(app, march, {});
});
afterAll(() => app.close());

const filing = (number: number) => bodyOf<Json>(app.send('GET', `${pathOfReturn(march)}/filings/${number}`));
const cents = (amount: number) => Math.round(amount * 100);

/** Cents of tax and documents by jurisdiction; zero if a set of rows lacks it. */
function taxBy(rows: readonly Json[]) {
  const found = new Map<string, readonly [number, number]>(
    rows.map(({ key, amounts, transactionCount }) => [
      key.jurisdiction?.jurisdictionId ?? '',
      [cents(amounts.taxAmount), transactionCount],
    ]),
  );
  return (id: string) => found.get(id) ?? [0, 0];
}

it('show what changed since the filing before and since the first one, row by row', async () => {
  const filings = [await filing(1), await filing(2), await filing(3)];
  expect(filings[0]).not.toHaveProperty('difference');
  expect(filings[0]).not.toHaveProperty('differenceToFirst');
  for (const [index, of, since] of [
    [1, 'difference', 0],
    [1, 'differenceToFirst', 0],
    [2, 'difference', 1],
    [2, 'differenceToFirst', 0],
  ] as const) {
    for (const part of ['totals', 'jurisdictions']) {
      const [now, before] = [filings[index].figures[part], filings[since].figures[part]];
      const ids = [...new Set([...now, ...before].map(({ key }: Json) => key.jurisdiction?.jurisdictionId ?? ''))];
      const [found, after, earlier] = [taxBy(filings[index][of][part]), taxBy(now), taxBy(before)];
      for (const id of ids) {
        expect([id, found(id)]).toEqual([id, [0, 1].map((at) => after(id)[at]! - earlier(id)[at]!)]);
      }
    }
  }
  const gone = filings[2].differenceToFirst.jurisdictions.filter(({ amounts }: Json) => amounts.taxAmount < 0);
  expect(gone.map(({ key }: Json) => key.jurisdiction.name)).toContain('Minneapolis');
});

it('say the same over GraphQL, for all filings at once', async () => {
  const rows = '{ jurisdictions { key { jurisdiction { jurisdictionId } } amounts { taxAmount } transactionCount } }';
  const query = `{ taxReturn(by: {key: {country: "US", state: "MN", period: {month: "2025-03"}}}) {
    filings { number figures ${rows} difference ${rows} differenceToFirst ${rows} } } }`;
  const { filings } = (await ask(app, query)).data.taxReturn;
  expect(
    filings.map(({ number, difference, differenceToFirst }: Json) => [number, !difference, !differenceToFirst]),
  ).toEqual([
    [1, true, true],
    [2, false, false],
    [3, false, false],
  ]);
  for (const told of filings.slice(1)) {
    const shown = await filing(told.number);
    for (const of of ['figures', 'difference', 'differenceToFirst']) {
      const ids: string[] = shown[of].jurisdictions.map(({ key }: Json) => key.jurisdiction.jurisdictionId);
      const [one, other] = [taxBy(shown[of].jurisdictions), taxBy(told[of].jurisdictions)];
      expect(told[of].jurisdictions).toHaveLength(ids.length);
      for (const id of ids) expect(other(id)).toEqual(one(id));
    }
  }
});
