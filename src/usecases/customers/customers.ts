import { notFound } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { CustomerStore } from '../../ports/stores/customer-store.ts';
import { storedList } from '../reading/stored-list.ts';

export async function getCustomer(ctx: Context, by: RecordName): Promise<Customer> {
  return findCustomer(authorize(ctx, 'customers:read').stores.customers, by);
}

/** Throws `NOT_FOUND` if the customer does not exist. */
export async function findCustomer(customers: CustomerStore, by: RecordName): Promise<Customer> {
  const customer =
    'serviceId' in by ? (await customers.findMany([by.serviceId]))[0] : await customers.findByKey(by.key);
  if (!customer) throw notFound('CUSTOMER', by);
  return customer;
}

/** One page of customers, newest first by default. */
export const { list: listCustomers, count: countCustomers } = storedList(
  'customers:read',
  ({ customers }) => customers,
);
