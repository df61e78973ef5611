import { customerValue } from '../../domain/customers/customer-list.ts';
import type { CustomerOrderField, ListOrder } from '../../domain/lists/list-order.ts';
import { countCustomers, listCustomers } from '../../usecases/customers/list-customers.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf } from '../base/connection.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { CustomerFilterRef } from '../lists/list-filters.ts';
import { CustomerOrderRef, orderFrom } from '../lists/list-order.ts';
import { readCustomerFilter } from '../lists/read-filter.ts';
import { CustomerRef } from './customer.ts';

const CustomerConnectionRef = connectionOf(CustomerRef);

builder.queryField('customers', (t) =>
  t.field({
    type: CustomerConnectionRef,
    extensions: needsScopes('customers:read'),
    description: 'Customers, newest first unless `orderBy` says otherwise.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: CustomerFilterRef, description: 'Which customers to list; all if absent.' }),
      orderBy: t.arg({ type: CustomerOrderRef, description: 'The order of the list; newest first if absent.' }),
    },
    resolve: (_root, { filter: sentFilter, orderBy, ...page }, ctx) => {
      const filter = readCustomerFilter(sentFilter);
      const order: ListOrder<CustomerOrderField> = orderFrom(orderBy);
      return connect(page, {
        list: 'customers',
        order,
        sortValue: customerValue,
        read: (ordered) => listCustomers(ctx, filter, ordered),
        count: () => countCustomers(ctx, filter),
      });
    },
  }),
);
