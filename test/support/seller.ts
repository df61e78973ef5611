import { afterAll, beforeAll, beforeEach } from 'vitest';
import { parseInput } from '../../src/domain/base/parse-input.ts';
import type { Customer } from '../../src/domain/customers/customer.ts';
import type { Context } from '../../src/ports/context.ts';
import { upsertCustomer } from '../../src/usecases/customers/upsert-customer.ts';
import { upsertTransaction } from '../../src/usecases/transactions/upsert-transaction.ts';
import { aCustomerBody, anInvoiceBody } from './bodies.ts';
import { aContext, inputs } from './context.ts';
import { aTenant, openTestStore, type TestStore } from './stores.ts';

/** A tenant with one customer, new for every test of the file. */
export function aSellerPerTest() {
  const seller = new Seller();
  beforeAll(async () => {
    seller.store = await openTestStore();
  });
  afterAll(() => seller.store.close());
  beforeEach(() => seller.begin());
  return seller;
}

class Seller {
  store!: TestStore;
  ctx!: Context;
  customer!: Customer;

  async begin(settings: Parameters<typeof aTenant>[1] = {}): Promise<void> {
    this.ctx = aContext(this.store.stores, await aTenant(this.store.stores, settings));
    this.customer = (await upsertCustomer(this.ctx, parseInput(inputs.customer, aCustomerBody()))).value;
  }

  /** Stores the customer's invoice `i-1`, changed by `more`. */
  put(more: Record<string, unknown> = {}) {
    const body = anInvoiceBody(this.customer.serviceId, more);
    return upsertTransaction(this.ctx, parseInput(inputs.transaction, body));
  }
}
