import DataLoader from 'dataloader';
import type { Customer } from '../domain/customer.ts';
import type { Exemption } from '../domain/exemption.ts';
import type { Transaction, TransactionSnapshot } from '../domain/transaction.ts';
import type { TenantStores } from './stores.ts';

/** Batches the expansions of one request; each answers in the order of its keys. */
export type Loaders = {
  readonly customerById: DataLoader<string, Customer | null>;
  readonly exemptionsByCustomer: DataLoader<string, readonly Exemption[]>;
  readonly transactionById: DataLoader<string, Transaction | null>;
  readonly snapshotById: DataLoader<string, TransactionSnapshot | null>;
};

export function createLoaders(stores: TenantStores): Loaders {
  return {
    customerById: new DataLoader(async (ids) => {
      const found = new Map((await stores.customers.findMany(ids)).map((customer) => [customer.serviceId, customer]));
      return ids.map((id) => found.get(id) ?? null);
    }),
    exemptionsByCustomer: new DataLoader(async (customerIds) => {
      const found = groupByCustomer(await stores.exemptions.findByCustomers(customerIds));
      return customerIds.map((id) => found.get(id) ?? []);
    }),
    transactionById: new DataLoader(async (ids) => {
      const found = new Map((await stores.transactions.findMany(ids)).map((record) => [record.serviceId, record]));
      return ids.map((id) => found.get(id) ?? null);
    }),
    snapshotById: new DataLoader(async (ids) => {
      const found = await stores.transactions.findSnapshots(ids);
      return ids.map((id) => found.get(id) ?? null);
    }),
  };
}

function groupByCustomer(exemptions: readonly Exemption[]): Map<string, Exemption[]> {
  const groups = new Map<string, Exemption[]>();
  for (const exemption of exemptions) {
    const group = groups.get(exemption.customerId);
    if (group) group.push(exemption);
    else groups.set(exemption.customerId, [exemption]);
  }
  return groups;
}
