import { authorize, type Context } from '../context.ts';
import type { Customer } from '../domain/customer.ts';
import type { CustomerOrderField } from '../domain/list-order.ts';
import type { CustomerFilter } from '../domain/record-filter.ts';
import type { OrderedPage, PageRequest } from '../stores/stores.ts';

/** One page, newest first unless another order is asked for. */
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
