import type { Customer } from '../../domain/customers/customer.ts';
import type { CustomerFilter, CustomerOrderField } from '../../domain/customers/customer-list.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { OrderedPage, PageRequest } from '../../ports/stores/page-request.ts';

/** One page of customers, newest first by default. */
export function listCustomers(
  ctx: Context,
  filter: CustomerFilter,
  page: PageRequest | OrderedPage<CustomerOrderField>,
): Promise<Customer[]> {
  return authorize(ctx, 'customers:read').stores.customers.list(filter, page);
}

export function countCustomers(ctx: Context, filter: CustomerFilter): Promise<number> {
  return authorize(ctx, 'customers:read').stores.customers.count(filter);
}
