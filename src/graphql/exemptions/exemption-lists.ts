import type { Exemption } from '../../domain/exemptions/exemption.ts';
import {
  type ExemptionOrderField,
  exemptionValue,
  type ListOrder,
  newestFirst,
} from '../../domain/lists/list-order.ts';
import { authorize } from '../../ports/context.ts';
import { countExemptions, listExemptions } from '../../usecases/exemptions/list-exemptions.ts';
import type { Builder } from '../base/builder.ts';
import { type Connection, type Connections, connect, type PageArguments, pageArguments } from '../base/connection.ts';
import type { GraphqlContext } from '../base/context.ts';
import { loadersOf } from '../base/context.ts';
import type { ListFilters, SentExemptionFilter } from '../lists/list-filters.ts';
import type { ListOrders } from '../lists/list-order.ts';
import { readExemptionFilter } from '../lists/read-filter.ts';

type Arguments = PageArguments & {
  readonly filter?: SentExemptionFilter | null;
  readonly orderBy?: ListOrder<ExemptionOrderField> | null;
};

type Parts = { readonly connections: Connections; readonly filters: ListFilters; readonly orders: ListOrders };

export type ExemptionLists = ReturnType<typeof addExemptionLists>;

/** The lists of exemptions: a tenant's and a customer's. Both take the same arguments. */
export function addExemptionLists(builder: Builder, { connections, filters, orders }: Parts) {
  return {
    connection: connections.exemptions,

    args: () => ({
      ...pageArguments(builder),
      ...builder.args((t) => ({
        filter: t.field({ type: filters.exemption, description: 'Which exemptions; all when absent.' }),
        orderBy: t.field({ type: orders.exemption, description: 'In which order; newest first when absent.' }),
      })),
    }),

    ofTenant(args: Arguments, ctx: GraphqlContext): Connection<Exemption> {
      authorize(ctx, 'exemptions:read');
      const filter = readExemptionFilter(ctx, args.filter);
      return connect(args, {
        ...orderOf(args),
        read: (page) => listExemptions(ctx, filter, page),
        count: () => countExemptions(ctx, filter),
      });
    },

    ofCustomer(customerId: string, args: Arguments, ctx: GraphqlContext): Connection<Exemption> {
      authorize(ctx, 'exemptions:read');
      const loaders = loadersOf(ctx);
      const filter = readExemptionFilter(ctx, args.filter);
      return connect(args, {
        ...orderOf(args),
        read: (page) => loaders.exemptionsOfCustomer(filter, page).load(customerId),
        count: () => loaders.exemptionCountOfCustomer(filter).load(customerId),
      });
    },
  };
}

function orderOf({ orderBy }: Arguments) {
  const order: ListOrder<ExemptionOrderField> = orderBy ?? newestFirst;
  return { order, sortValue: exemptionValue };
}
