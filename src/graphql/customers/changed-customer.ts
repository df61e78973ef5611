import type { Customer } from '../../domain/customers/customer.ts';
import { type GraphqlContext, sessionOf } from '../base/context.ts';

/** Fields that show the customer further down find it as it now is. */
export function changedCustomer(customer: Customer, ctx: GraphqlContext): Customer {
  sessionOf(ctx).loaders.customerById.clear(customer.serviceId).prime(customer.serviceId, customer);
  return customer;
}
