import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/base/calendar.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { pathOfReturn } from '../../support/returns.ts';

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

const at = (state: string, city: string, zip: string) => ({ country: 'US', state, city, zip, isPartial: true });

/** What the words of each form say about its lines: the boxes that a box adds, and those that it subtracts. */
type Words = { readonly sums: Record<string, string>; readonly tax: string; readonly payable: string | null };
const forms: Record<string, Words> = {
  FL: { sums: { 'A.3': 'A.1 -A.2', 5: 'A.4', 7: '5', 10: '7 -8', 14: '10 -11' }, tax: '5', payable: '14' },
  // The last lines of Pennsylvania are not known.
  IL: { sums: { 3: '1 -2', 11: '9 -10', 16: '11', 19: '18', 20: '16 -19' }, tax: '9', payable: '20' },
  PA: { sums: {}, tax: '3', payable: null },
  TX: {
    sums: { '10a': '8a -9a', '10b': '8b -9b', '13a': '10a -11a', '13b': '10b -11b', 15: '15a 15b' },
    tax: '8a 8b',
    payable: '15',
  },
};
const places = {
  FL: [at('FL', 'Miami', '33101'), at('FL', 'Orlando', '32801'), at('FL', 'Naples', '34102')],
  IL: [at('IL', 'Chicago', '60601'), at('IL', 'Springfield', '62701')],
  PA: [at('PA', 'Philadelphia', '19103'), at('PA', 'Pittsburgh', '15222'), at('PA', 'Harrisburg', '17101')],
  TX: [at('TX', 'Austin', '78701'), at('TX', 'Houston', '77002')],
};

const sale = fc.record({
  place: fc.constantFrom(...Object.values(places).flat()),
  items: fc.array(
    fc.record({
      taxCode: fc.constantFrom('C1S1', 'C1S10'),
      unitPrice: fc.integer({ min: 1, max: 700_000 }).map((cents) => cents / 100),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100);

describe('the lines of a form', () => {
  it('add up as its words say, to the tax of random documents and the amount payable', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { minLength: 8, maxLength: 16 }), fc.nat(9_000), async (sales, prepaid) => {
        run += 1;
        const month = `20${20 + Math.floor(run / 9)}-0${(run % 9) + 1}`;
        const charged: Record<string, number> = { FL: 0, IL: 0, PA: 0, TX: 0 };
        for (const [index, { place, items }] of sales.entries()) {
          const day = { createdDate: `${month}-10`, updatedDate: `${month}-10` };
          const externalId = `${month}-${prepaid}-${index}`;
          const lines = items.map((one) => anItemBody(one));
          const body = anInvoiceBody(customerId, {
            ...{ externalId, items: lines, shippingAddress: place, externalTimestamps: day },
          });
          const path = `/v1/transactions/source/9/externalId/${externalId}`;
          const { salesTax } = await bodyOf<Json>(app.send('PUT', path, body));
          charged[place.state]! += cents(salesTax.amount);
        }
        for (const [state, { sums, tax, payable }] of Object.entries(forms)) {
          const ofLocal = state === 'TX' ? `&prepaidLocalAmount=${Math.floor(prepaid / 3) / 100}` : '';
          const query = `filedOn=${addDays(`${month}-28`, 14)}&prepaidAmount=${prepaid / 100}${ofLocal}`;
          const path = `${pathOfReturn({ place: `US-${state}`, period: month }, '/form')}?${query}`;
          const { lines, payment } = await bodyOf<Json>(app.send('GET', path));
          const box = (name: string) =>
            lines.reduce((total: number, one: Json) => total + (one.box === name ? cents(one.value) : 0), 0);
          const sum = (words: string) =>
            words.split(' ').reduce((total, one) => (one[0] === '-' ? total - box(one.slice(1)) : total + box(one)), 0);
          for (const [name, words] of Object.entries(sums)) {
            expect([state, name, box(name)]).toEqual([state, name, sum(words)]);
          }
          const step = (kind: string) => cents(payment.steps.find((one: Json) => one.kind === kind)?.amount);
          expect(sum(tax)).toBe(step('TAX_CHARGED') + step('FORM_ROUNDING'));
          const all = payment.steps.reduce((total: number, { amount }: Json) => total + cents(amount), 0);
          expect(cents(payment.amountPayable)).toBe(all);
          if (payable !== null) expect(sum(payable)).toBe(all);
          // Illinois rounds them to whole dollars; Florida credits at most the tax.
          const most: Record<string, number> = { IL: 100 * Math.round(prepaid / 100), FL: Math.min(prepaid, sum(tax)) };
          expect(step('PREPAYMENT') + (most[state] ?? prepaid)).toBe(0);
          expect(step('TAX_CHARGED')).toBe(charged[state]);
        }
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});
