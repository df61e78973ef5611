import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseInput } from '../../src/domain/input.ts';
import type { Tenant } from '../../src/domain/tenant.ts';
import { upsertCustomer } from '../../src/usecases/upsert-customer.ts';
import { upsertTransaction } from '../../src/usecases/upsert-transaction.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../support/bodies.ts';
import { aContext, inputs } from '../support/context.ts';
import { aTenant, openTestStore, type TestStore } from '../support/stores.ts';

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
};

async function sell({ settings = {}, taxNumber, taxCode = 'C1S1', to = paris }: Sale) {
  const ctx = aContext(store.stores, await aTenant(store.stores, settings));
  const customer = (await upsertCustomer(ctx, parseInput(inputs.customer, aCustomerBody({ taxNumber })))).value;
  const items = [anItemBody({ taxCode, unitPrice: 100, quantity: 1 })];
  const body = anInvoiceBody(customer.serviceId, { items, shippingAddress: to });
  const { transaction, snapshot } = (await upsertTransaction(ctx, parseInput(inputs.transaction, body))).value;
  const [supply] = snapshot.items.map((item) => item.supply);
  return {
    reason: transaction.reason,
    tax: transaction.salesTax.amount,
    supply,
    notices: transaction.notices.map(({ code }) => code),
  };
}

describe('a sale to a business in the EU', () => {
  it('from another member state bears no VAT, and says so on the invoice', async () => {
    const sale = await sell({ settings: { homeAddress: berlin }, taxNumber: 'FR 40 303265045' });
    expect(sale).toMatchObject({
      reason: 'INTRA_COMMUNITY',
      tax: '0',
      supply: { sentence: expect.stringContaining('138') },
    });
    expect(sale.notices).toContain('TAX_NUMBER_NOT_CONFIRMED');
  });

  it('of software from the US shifts the tax to the buyer', async () => {
    expect(await sell({ taxNumber: 'FR40303265045', taxCode: 'C3S1' })).toMatchObject({
      reason: 'REVERSE_CHARGE',
      tax: '0',
    });
    expect(await sell({ taxNumber: 'FR40303265045' })).toMatchObject({ reason: 'TAXED', tax: '20' });
  });

  it('with a number that cannot be valid is a sale to a consumer', async () => {
    const sale = await sell({ settings: { homeAddress: berlin }, taxNumber: 'FR40303265046' });
    expect(sale).toMatchObject({ reason: 'TAXED', tax: '20' });
    expect(sale.notices).toContain('TAX_NUMBER_INVALID');
  });
});

describe('a seller who collects only where registered', () => {
  it('charges nothing elsewhere', async () => {
    expect(await sell({ settings: { collect: 'WHERE_REGISTERED' } })).toMatchObject({
      reason: 'NOT_COLLECTING',
      tax: '0',
    });
  });

  it('exports goods from the EU', async () => {
    const zurich = { country: 'CH', city: 'Zürich', zip: '8001' };
    const settings = { homeAddress: berlin, collect: 'WHERE_REGISTERED' } as const;
    expect(await sell({ settings, to: zurich })).toMatchObject({ reason: 'EXPORT', tax: '0' });
  });

  it("charges the buyer's VAT through the one-stop shop", async () => {
    const settings = { homeAddress: berlin, collect: 'WHERE_REGISTERED', oneStopShop: true } as const;
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
