import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { exemptionValue } from '../../domain/exemptions/exemption-list.ts';
import type { ExemptionOrderField, ListOrder } from '../../domain/lists/list-order.ts';
import { countExemptions, listExemptions } from '../../usecases/exemptions/list-exemptions.ts';
import { builder } from '../base/builder.ts';
import { type Connection, connect, connectionOf } from '../base/connection.ts';
import type { GraphqlContext } from '../base/context.ts';
import { loadersOf } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { type PageArguments, pageArguments } from '../base/page-arguments.ts';
import { CustomerRef } from '../customers/customer.ts';
import { ExemptionFilterRef, type SentExemptionFilter } from '../lists/list-filters.ts';
import { ExemptionOrderRef, orderFrom, type SentOrder } from '../lists/list-order.ts';
import { readExemptionFilter } from '../lists/read-filter.ts';
import { ExemptionRef } from './exemption.ts';

type Arguments = PageArguments & {
  readonly filter?: SentExemptionFilter | null;
  readonly orderBy?: SentOrder<ExemptionOrderField> | null;
};

const ExemptionConnectionRef = connectionOf(ExemptionRef);

function listArguments() {
  return {
    ...pageArguments(),
    ...builder.args((t) => ({
      filter: t.field({ type: ExemptionFilterRef, description: 'Which exemptions to list; all if absent.' }),
      orderBy: t.field({ type: ExemptionOrderRef, description: 'The order of the list; newest first if absent.' }),
    })),
  };
}

builder.queryField('exemptions', (t) =>
  t.field({
    type: ExemptionConnectionRef,
    extensions: needsScopes('exemptions:read'),
    description: 'Exemptions, newest first unless `orderBy` says otherwise.',
    args: listArguments(),
    resolve: (_root, args, ctx) => exemptionsOfTenant(args, ctx),
  }),
);

builder.objectField(CustomerRef, 'exemptions', (t) =>
  t.field({
    type: ExemptionConnectionRef,
    description: 'Exemptions of this customer, newest first unless `orderBy` says otherwise.',
    args: listArguments(),
    extensions: needsScopes('exemptions:read'),
    resolve: ({ serviceId }, args, ctx) => exemptionsOfCustomer(serviceId, args, ctx),
  }),
);

async function exemptionsOfTenant(args: Arguments, ctx: GraphqlContext): Promise<Connection<Exemption>> {
  const filter = await readExemptionFilter(ctx, args.filter);
  return connect(args, {
    list: 'exemptions',
    ...orderOf(args),
    read: (page) => listExemptions(ctx, filter, page),
    count: () => countExemptions(ctx, filter),
  });
}

async function exemptionsOfCustomer(
  customerId: string,
  args: Arguments,
  ctx: GraphqlContext,
): Promise<Connection<Exemption>> {
  const loaders = loadersOf(ctx);
  const filter = await readExemptionFilter(ctx, args.filter);
  return connect(args, {
    list: 'exemptions',
    ...orderOf(args),
    read: (page) => loaders.exemptionsOfCustomer(filter, page).load(customerId),
    count: () => loaders.exemptionCountOfCustomer(filter).load(customerId),
  });
}

function orderOf({ orderBy }: Arguments) {
  const order: ListOrder<ExemptionOrderField> = orderFrom(orderBy);
  return { order, sortValue: exemptionValue };
}
