import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { examples } from '../../support/examples.ts';
import { type Json, recordOf } from '../../support/openapi.ts';

let app: TestApp;
let customerId: string;
let now = Date.parse('2026-07-02T12:00:00Z');
/** A second later each time. */
function tick(): Date {
  now += 1_000;
  return new Date(now);
}
const dates = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
beforeAll(async () => {
  app = await startApp({ now: tick });
  const customer = { source: '9', externalId: 'C-1', name: 'Ada', externalTimestamps: dates };
  const stored = await app.send('PUT', '/v1/customers/source/9/externalId/C-1', customer);
  customerId = String(recordOf(await stored.json()).serviceId);
});
afterAll(() => app.close());

const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
async function done(answer: Promise<Response>): Promise<void> {
  const { ok, status } = await answer;
  expect(ok, String(status)).toBe(true);
}
const store = (externalId: string, day: string, more: Json = {}) =>
  done(
    app.send('PUT', pathOf(externalId), {
      source: '9',
      externalId,
      customerId,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps: { createdDate: day, updatedDate: day },
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
      shippingAddress: { country: 'DE' },
      currency: 'EUR',
      ...more,
    }),
  );

let month = 0;
it('lists only documents stored, recalculated or cancelled after a filing', async () => {
  const change = fc.constantFrom('none', 'rename', 'recalculate', 'cancel');
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), fc.boolean(), async (changes, isReopened) => {
      month += 1;
      const period = `${2020 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
      const day = `${period}-10`;
      const of = `/v1/returns/place/DE/period/${period}`;
      const names = changes.map((_, index) => `${period}-${index}`);
      for (const name of names) await store(name, day);
      await store(`${period}-fr`, day, { shippingAddress: { country: 'FR' } });
      await done(app.send('POST', `${of}/filings`, {}));
      if (isReopened) await done(app.send('POST', `${of}/reopen`, { reason: 'A mistake' }));
      const expected: string[] = [];
      for (const [index, what] of changes.entries()) {
        const name = names[index]!;
        if (what === 'rename') await done(app.send('PATCH', pathOf(name), { documentName: 'Renamed' }));
        if (!isReopened || what === 'none' || what === 'rename') continue;
        const path = pathOf(name);
        await done(
          what === 'cancel' ? app.send('DELETE', path) : app.send('POST', `${path}/recalculate`, { reason: 'Checked' }),
        );
        expected.push(name);
      }
      await store(`${period}-late`, day);
      await store(`${period}-fr-late`, day, { shippingAddress: { country: 'FR' } });
      expected.push(`${period}-late`);
      const answer = await app.send('GET', `${of}/filings/1/changed_transactions`);
      const listed = ((await answer.json()) as Json[]).map(({ externalId }) => externalId);
      expect(listed.sort()).toEqual(expected.sort());
      const query = `query ($by: TaxReturnBy!) { taxReturn(by: $by) { filings { changedTransactions { totalCount nodes { externalId } } } } }`;
      const { data } = await ask(app, query, {
        variables: { by: { key: { country: 'DE', period: { month: period } } } },
      });
      const { totalCount, nodes } = data.taxReturn.filings[0].changedTransactions;
      expect([totalCount, nodes.map(({ externalId }: Json) => externalId).sort()]).toEqual([expected.length, expected]);
    }),
    { numRuns: examples(40) },
  );
});

it('does not find a filing that was not made', async () => {
  expect((await app.send('GET', '/v1/returns/place/DE/period/2019-01/filings/1/changed_transactions')).status).toBe(
    404,
  );
});
