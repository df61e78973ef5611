import type { Stores } from '../../src/ports/stores.ts';
import { replacedStores } from '../support/replaced-stores.ts';

/** The stores, recording every call of a tenant's store, such as `customers.findMany`. */
export function countedStores(stores: Stores) {
  const calls: string[] = [];
  const counted = <Store extends object>(name: string, store: Store): Store =>
    new Proxy(store, {
      get(target, member, receiver) {
        const value: unknown = Reflect.get(target, member, receiver);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          calls.push(`${name}.${String(member)}`);
          return value.apply(target, given);
        };
      },
    });
  return {
    calls,
    stores: {
      tenants: stores.tenants,
      clients: stores.clients,
      archive: stores.archive,
      rateBooks: stores.rateBooks,
      signingKeys: stores.signingKeys,
      webhookOutbox: stores.webhookOutbox,
      checkWrites: () => stores.checkWrites(),
      forTenant: (tenantId) => {
        const records = stores.forTenant(tenantId);
        const { customers, exemptions, nexus, taxNumberChecks, transactions } = records;
        return replacedStores(records, {
          customers: counted('customers', customers),
          exemptions: counted('exemptions', exemptions),
          nexus: counted('nexus', nexus),
          taxNumberChecks: counted('taxNumberChecks', taxNumberChecks),
          transactions: counted('transactions', transactions),
        });
      },
    } satisfies Stores,
  };
}
