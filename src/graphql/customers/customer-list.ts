import {
  type CustomerOrderField,
  customerConditions,
  customerList,
  customerValue,
} from '../../domain/customers/customer-list.ts';
import type { ListOrder } from '../../domain/lists/list-order.ts';
import { countCustomers, listCustomers } from '../../usecases/customers/customers.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf } from '../base/connection.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { filterArgument } from '../lists/declared-list.ts';
import { orderArgument, orderFrom } from '../lists/list-order.ts';
import { readFilter } from '../lists/read-filter.ts';
import { CustomerRef } from './customer.ts';

const CustomerConnectionRef = connectionOf(CustomerRef);

builder.queryField(customerList.name, (t) =>
  t.field({
    type: CustomerConnectionRef,
    extensions: needsScopes(customerList.scope),
    description: customerList.description,
    args: {
      ...pageArguments(),
      ...filterArgument(customerList),
      ...orderArgument(customerList),
    },
    resolve: (_root, { filter: sentFilter, orderBy, ...page }, ctx) => {
      const filter = readFilter(ctx, customerList, sentFilter, customerConditions);
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
