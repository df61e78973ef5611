import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../src/domain/account/tenant.ts';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aContext, inputs } from '../../support/context.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const berlin = { country: 'DE', state: null, city: 'Berlin', zip: '10115' };
const paris = { country: 'FR', city: 'Paris', zip: '75001' };

type Sale = {
  settings?: Partial<Tenant['settings']>;
  taxNumber?: string;
  taxCode?: string;
  to?: Record<string, unknown>;
  buyerCountry?: string;
};

async function sell({ settings = {}, taxNumber, taxCode = 'C1S1', to = paris, buyerCountry }: Sale) {
  const ctx = aContext(store.stores, await aTenant(store.stores, settings));
  const address = buyerCountry === undefined ? undefined : { country: buyerCountry, isPartial: true };
  const buyer = aCustomerBody({ taxNumber, address });
  const customer = (await upsertCustomer(ctx, parseInput(inputs.customer, buyer))).value;
  const items = [anItemBody({ taxCode, unitPrice: 100, quantity: 1 })];
  const body = anInvoiceBody(customer.serviceId, { items, shippingAddress: to });
  const { transaction, snapshot } = (await upsertTransaction(ctx, parseInput(inputs.transaction, body))).value;
  const [supply] = snapshot.items.map((item) => item.supply);
  return {
    reason: transaction.reason,
    tax: transaction.salesTax.amount,
    supply,
    notices: transaction.notices.map(({ code }) => code),
    messages: transaction.notices.map(({ message }) => message),
  };
}

describe('a sale to a business in the EU', () => {
  it('from another member state has no VAT, with a sentence on the invoice', async () => {
    const sale = await sell({ settings: { homeAddress: berlin }, taxNumber: 'FR 40 303265045' });
    expect(sale).toMatchObject({
      reason: 'INTRA_COMMUNITY',
      tax: '0',
      supply: { sentence: expect.stringContaining('138') },
    });
    expect(sale.notices).toContain('TAX_NUMBER_NOT_CONFIRMED');
  });

  it('of software from the US is subject to reverse charge', async () => {
    expect(await sell({ taxNumber: 'FR40303265045', taxCode: 'C3S1' })).toMatchObject({
      reason: 'REVERSE_CHARGE',
      tax: '0',
    });
    expect(await sell({ taxNumber: 'FR40303265045' })).toMatchObject({ reason: 'TAXED', tax: '20' });
  });

  it('with an impossible number is a sale to a consumer', async () => {
    const sale = await sell({ settings: { homeAddress: berlin }, taxNumber: 'FR40303265046' });
    expect(sale).toMatchObject({ reason: 'TAXED', tax: '20' });
    expect(sale.notices).toContain('TAX_NUMBER_INVALID');
  });
});

describe("a buyer's number", () => {
  const athens = { country: 'GR', city: 'Athens', zip: '10563' };
  const belfast = { country: 'XI', city: 'Belfast', zip: 'BT1 5GS' };
  const settings = { homeAddress: berlin };

  it.each([
    ['EL094259216', undefined, athens],
    ['gr 094.259.216', undefined, athens],
    ['094259216', 'EL', athens],
    ['094259216', 'Greece', athens],
    ['XI 980 7806 84', undefined, belfast],
    ['XI980780684', 'UK', belfast],
    ['980780684', 'XI', belfast],
    ['980780684', 'Northern Ireland', belfast],
    ['53 0000 04605', 'Monaco', paris],
  ])('%s of a buyer in %s qualifies in any spelling', async (taxNumber, buyerCountry, to) => {
    const sale = await sell({ settings, taxNumber, buyerCountry, to });
    expect(sale).toMatchObject({ reason: 'INTRA_COMMUNITY', tax: '0' });
    expect(sale.notices).toContain('TAX_NUMBER_NOT_CONFIRMED');
  });

  it.each([
    ['UK980780684', 'UK', belfast],
    ['GB980780684', 'XI', belfast],
  ])('%s of a buyer in %s is one of Great Britain, and does not', async (taxNumber, buyerCountry, to) => {
    expect(await sell({ settings, taxNumber, buyerCountry, to })).toMatchObject({ reason: 'TAXED', tax: '20' });
  });

  it.each([
    ['094259216', 'Send the number with its prefix'],
    ['EL094259217', 'its check digits are wrong'],
    ['EL94259216', 'its format is wrong'],
    ['EL000000000', 'its format is wrong'],
  ])('%s alone does not, with a notice', async (taxNumber, why) => {
    const sale = await sell({ settings, taxNumber, to: athens });
    expect(sale).toMatchObject({ reason: 'TAXED', tax: '24' });
    expect(sale.notices).toContain('TAX_NUMBER_INVALID');
    expect(sale.messages.join()).toContain(why);
  });
});

describe('a seller who collects only where registered', () => {
  it('charges nothing elsewhere', async () => {
    expect(await sell({ settings: { collectionPolicy: 'WHERE_REGISTERED' } })).toMatchObject({
      reason: 'NOT_COLLECTING',
      tax: '0',
    });
  });

  it('exports goods from the EU', async () => {
    const zurich = { country: 'CH', city: 'Zürich', zip: '8001' };
    const settings = { homeAddress: berlin, collectionPolicy: 'WHERE_REGISTERED' } as const;
    expect(await sell({ settings, to: zurich })).toMatchObject({ reason: 'EXPORT', tax: '0' });
  });

  it("charges the buyer's VAT through the one-stop shop", async () => {
    const settings = { homeAddress: berlin, collectionPolicy: 'WHERE_REGISTERED', oneStopShop: true } as const;
    expect(await sell({ settings })).toMatchObject({ reason: 'TAXED', tax: '20' });
  });
});

it('keeps a manual rate in a state that has no such tax', async () => {
  const ctx = aContext(store.stores, await aTenant(store.stores));
  const customer = (await upsertCustomer(ctx, parseInput(inputs.customer, aCustomerBody()))).value;
  const items = [anItemBody({ unitPrice: 100, quantity: 1, manualSalesTax: true, manualSalesTaxRate: 0.05 })];
  const shippingAddress = { country: 'US', state: 'OR', city: 'Portland', zip: '97201', street: '1 Main St' };
  const body = anInvoiceBody(customer.serviceId, { items, shippingAddress });
  const { transaction, snapshot } = (await upsertTransaction(ctx, parseInput(inputs.transaction, body))).value;
  expect(transaction).toMatchObject({ reason: 'MANUAL_RATE', salesTax: { amount: '5', rate: '0.05' } });
  const [line] = snapshot.items[0]!.taxLines;
  expect(snapshot.rates[line!.rate]!.jurisdiction).toMatchObject({ level: 'STATE', id: 'OR' });
});
