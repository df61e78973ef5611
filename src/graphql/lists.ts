import type { Builder } from './base/builder.ts';
import type { Connections } from './base/connection.ts';
import type { Enums } from './base/enums.ts';
import { addCustomerLists } from './customers/customer-lists.ts';
import { addExemptionLists } from './exemptions/exemption-lists.ts';
import { addComparators } from './lists/comparators.ts';
import { addListFilters } from './lists/list-filters.ts';
import { addListOrders } from './lists/list-order.ts';
import { addTransactionLists } from './transactions/transaction-lists.ts';

/** Every list of records, with what it can be narrowed and ordered by. */
export function addLists(builder: Builder, { connections, enums }: { connections: Connections; enums: Enums }) {
  const filters = addListFilters(builder, addComparators(builder, enums));
  const parts = { connections, filters, orders: addListOrders(builder) };
  return {
    transactions: addTransactionLists(builder, parts),
    customers: addCustomerLists(builder, parts),
    exemptions: addExemptionLists(builder, parts),
  };
}

export type Lists = ReturnType<typeof addLists>;
