import { authorize, type Context } from '../context.ts';
import type { Customer } from '../domain/customer.ts';
import type { CustomerFilter, PageRequest } from '../stores/stores.ts';

/** One page, newest first. */
export function listCustomers(ctx: Context, filter: CustomerFilter, page: PageRequest): Promise<Customer[]> {
  return authorize(ctx, 'customers:read').stores.customers.list(filter, page);
}

export function countCustomers(ctx: Context, filter: CustomerFilter): Promise<number> {
  return authorize(ctx, 'customers:read').stores.customers.count(filter);
}
