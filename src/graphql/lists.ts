import type { Builder } from './builder.ts';
import { addComparators } from './comparators.ts';
import type { Connections } from './connection.ts';
import { addCustomerLists } from './customer-lists.ts';
import type { Enums } from './enums.ts';
import { addExemptionLists } from './exemption-lists.ts';
import { addListFilters } from './list-filters.ts';
import { addListOrders } from './list-order.ts';
import { addTransactionLists } from './transaction-lists.ts';

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
