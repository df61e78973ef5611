import type { Exemption } from '../../domain/exemptions/exemption.ts';
import {
  type ExemptionOrderField,
  exemptionValue,
  type ListOrder,
  newestFirst,
} from '../../domain/lists/list-order.ts';
import { authorize } from '../../ports/context.ts';
import { countExemptions, listExemptions } from '../../usecases/exemptions/list-exemptions.ts';
import { builder } from '../base/builder.ts';
import { type Connection, connect, connectionOf, type PageArguments, pageArguments } from '../base/connection.ts';
import type { GraphqlContext } from '../base/context.ts';
import { loadersOf } from '../base/context.ts';
import { CustomerRef } from '../customers/customer.ts';
import { ExemptionFilterRef, type SentExemptionFilter } from '../lists/list-filters.ts';
import { ExemptionOrderRef } from '../lists/list-order.ts';
import { readExemptionFilter } from '../lists/read-filter.ts';
import { ExemptionRef } from './exemption.ts';

type Arguments = PageArguments & {
  readonly filter?: SentExemptionFilter | null;
  readonly orderBy?: ListOrder<ExemptionOrderField> | null;
};

/** The lists of exemptions: a tenant's and a customer's. Both take the same arguments. */
export const exemptionLists = {
  connection: connectionOf(ExemptionRef),

  args: () => ({
    ...pageArguments(),
    ...builder.args((t) => ({
      filter: t.field({ type: ExemptionFilterRef, description: 'Which exemptions; all when absent.' }),
      orderBy: t.field({ type: ExemptionOrderRef, description: 'In which order; newest first when absent.' }),
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

function orderOf({ orderBy }: Arguments) {
  const order: ListOrder<ExemptionOrderField> = orderBy ?? newestFirst;
  return { order, sortValue: exemptionValue };
}

builder.objectField(CustomerRef, 'exemptions', (t) =>
  t.field({
    type: exemptionLists.connection,
    description:
      'Exemptions of this customer, newest first unless `orderBy` says otherwise. Needs the scope `exemptions:read`.',
    args: exemptionLists.args(),
    resolve: ({ serviceId }, args, ctx) => exemptionLists.ofCustomer(serviceId, args, ctx),
  }),
);
