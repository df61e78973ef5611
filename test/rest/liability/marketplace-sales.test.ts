import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { examples } from '../../support/examples.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await startApp();
  const settings = { homeAddress: { country: 'DE' }, defaultCurrency: 'EUR' };
  expect((await app.send('PATCH', '/v1/account', settings)).status).toBe(200);
  for (const [externalId, more] of Object.entries({ consumer: {}, business: { taxNumber: 'FR40303265045' } })) {
    const body = aCustomerBody({ externalId, ...more });
    const stored = await bodyOf<Json>(app.send('PUT', `/v1/customers/source/9/externalId/${externalId}`, body));
    ids[externalId] = stored.serviceId;
  }
});
afterAll(() => app.close());

const codes = ['C1S1', 'C1S2'] as const;
/** Exports, imports taxed at the border, sales to a French business and domestic sales. */
const place = fc.constantFrom('JP', 'CH', 'FR', 'DE');

const item = fc.record({
  euros: fc.integer({ min: 1, max: 500 }),
  taxCode: fc.constantFrom(...codes),
  isOfMarketplace: fc.boolean(),
});
const sale = fc.record({
  to: place,
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  /** Shipping, in euros; 0 for none. */
  fee: fc.constantFrom(0, 0, 10),
  /** What happens to the sale afterwards: nothing, a cancellation, or a refund of everything or of the first item. */
  after: fc.constantFrom('', '', 'CANCEL', 'REFUND', 'REFUND_FIRST'),
});

type Sum = { own: number; marketplace: number };

let run = 0;
it('each line is a sale of the seller or of the marketplace, whatever is beside it and whatever happens to it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 5 }), async (sales) => {
      run += 1;
      const period = `${2020 + run}-03`;
      const externalTimestamps = { createdDate: `${period}-10`, updatedDate: `${period}-10` };
      const sums = new Map<string, Sum>();
      const add = (key: string, euros: number, isOfMarketplace: boolean) => {
        const known = sums.get(key) ?? { own: 0, marketplace: 0 };
        sums.set(key, {
          own: known.own + (isOfMarketplace ? 0 : euros),
          marketplace: known.marketplace + (isOfMarketplace ? euros : 0),
        });
      };
      const put = async (externalId: string, to: string, more: object) => {
        const customer = ids[to === 'FR' ? 'business' : 'consumer']!;
        const body = anInvoiceBody(customer, { externalId, currency: 'EUR', externalTimestamps, ...more });
        const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
        expect(response.status, await response.clone().text()).toBeLessThan(300);
      };
      for (const [index, { to, items, fee: sentFee, after }] of sales.entries()) {
        const externalId = `S-${run}-${index}`;
        // Elsewhere, a fee for goods of both sellers is split between them.
        const isOfOne = new Set(items.map(({ isOfMarketplace }) => isOfMarketplace)).size === 1;
        const fee = isOfOne || to === 'JP' ? sentFee : 0;
        const shippingFee = fee === 0 ? null : { taxCode: 'C6S1', totalPrice: fee };
        await put(externalId, to, {
          shippingAddress: { country: to, isPartial: true },
          items: items.map(({ euros, taxCode, isOfMarketplace }, number) =>
            anItemBody({
              name: `Item ${number}`,
              taxCode,
              unitPrice: euros,
              quantity: 1,
              ...(isOfMarketplace && { collectedBy: 'MARKETPLACE' }),
            }),
          ),
          ...(shippingFee && { shippingFee }),
        });
        const refund = { transactionType: 'REFUND', createdFrom: externalId, shippingAddress: undefined };
        if (after === 'CANCEL') {
          const path = `/v1/transactions/source/9/externalId/${externalId}`;
          expect((await app.send('DELETE', path)).status).toBeLessThan(300);
          continue;
        }
        if (after === 'REFUND') await put(`R-${run}-${index}`, to, { ...refund, items: [], refundFraction: 1 });
        if (after === 'REFUND_FIRST') {
          const [{ taxCode }] = items as [(typeof items)[0]];
          const first = [{ name: 'Item 0', taxCode, quantity: 1 }];
          await put(`R-${run}-${index}`, to, { ...refund, items: first, ...(shippingFee && { shippingFee }) });
        }
        if (after === 'REFUND') continue;
        for (const [number, { euros, taxCode, isOfMarketplace }] of items.entries()) {
          if (after !== 'REFUND_FIRST' || number > 0) add(`${to} ${taxCode}`, euros, isOfMarketplace);
        }
        // The marketplace collects the tax on a fee if it does so for all items.
        const isFeeOfMarketplace = items.every((one) => one.isOfMarketplace);
        if (after !== 'REFUND_FIRST' && fee > 0) add(`${to} C6S1`, fee, isFeeOfMarketplace);
      }
      const path = `/v1/liability?period=${period}&groupBy=COUNTRY,TAX_CODE`;
      const { rows } = await bodyOf<Json>(app.send('GET', path));
      const shown = Object.fromEntries(
        rows
          .map(({ key, amounts }: Json): [string, Sum] => [
            `${key.country} ${key.taxCode}`,
            { own: amounts.grossSalesAmount, marketplace: amounts.marketplaceSalesAmount },
          ])
          .filter(([, { own, marketplace }]: [string, Sum]) => own !== 0 || marketplace !== 0),
      );
      const expected = [...sums].filter(([, { own, marketplace }]) => own !== 0 || marketplace !== 0);
      expect(shown).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: examples(100), endOnFailure: true },
  );
}, 300_000);
