import type { Customer } from '../../domain/customers/customer.ts';
import { type CustomerOrderField, customerValue, type ListOrder, newestFirst } from '../../domain/lists/list-order.ts';
import { authorize } from '../../ports/context.ts';
import { countCustomers, listCustomers } from '../../usecases/customers/list-customers.ts';
import type { Builder } from '../base/builder.ts';
import { type Connection, type Connections, connect, type PageArguments, pageArguments } from '../base/connection.ts';
import type { GraphqlContext } from '../base/context.ts';
import type { ListFilters, SentCustomerFilter } from '../lists/list-filters.ts';
import type { ListOrders } from '../lists/list-order.ts';
import { readCustomerFilter } from '../lists/read-filter.ts';

type Arguments = PageArguments & {
  readonly filter?: SentCustomerFilter | null;
  readonly orderBy?: ListOrder<CustomerOrderField> | null;
};

type Parts = { readonly connections: Connections; readonly filters: ListFilters; readonly orders: ListOrders };

export type CustomerLists = ReturnType<typeof addCustomerLists>;

export function addCustomerLists(builder: Builder, { connections, filters, orders }: Parts) {
  return {
    connection: connections.customers,

    args: () => ({
      ...pageArguments(builder),
      ...builder.args((t) => ({
        filter: t.field({ type: filters.customer, description: 'Which customers; all when absent.' }),
        orderBy: t.field({ type: orders.customer, description: 'In which order; newest first when absent.' }),
      })),
    }),

    ofTenant(args: Arguments, ctx: GraphqlContext): Connection<Customer> {
      authorize(ctx, 'customers:read');
      const filter = readCustomerFilter(args.filter);
      const order: ListOrder<CustomerOrderField> = args.orderBy ?? newestFirst;
      return connect(args, {
        order,
        sortValue: customerValue,
        read: (page) => listCustomers(ctx, filter, page),
        count: () => countCustomers(ctx, filter),
      });
    },
  };
}
