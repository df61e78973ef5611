import { exemptionConditions } from '../../domain/exemptions/certificate-filter.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import {
  type ExemptionFilter,
  type ExemptionOrderField,
  exemptionList,
  exemptionValue,
} from '../../domain/exemptions/exemption-list.ts';
import type { ListOrder } from '../../domain/lists/list-order.ts';
import { countExemptions, listExemptions } from '../../usecases/exemptions/exemptions.ts';
import { builder } from '../base/builder.ts';
import { certificateTermsOf } from '../base/certificate-terms.ts';
import { type Connection, connect, connectionOf } from '../base/connection.ts';
import type { GraphqlContext } from '../base/context.ts';
import { loadersOf } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { type PageArguments, pageArguments } from '../base/page-arguments.ts';
import { CustomerRef } from '../customers/customer.ts';
import { filterArgument } from '../lists/declared-list.ts';
import { orderArgument, orderFrom, type SentOrder } from '../lists/list-order.ts';
import { readFilter, type SentFilter } from '../lists/read-filter.ts';
import { ExemptionRef } from './exemption.ts';

type SentExemptionFilter = SentFilter<typeof exemptionList>;
type Arguments = PageArguments & {
  readonly filter?: SentExemptionFilter | null;
  readonly orderBy?: SentOrder<ExemptionOrderField> | null;
};

const ExemptionConnectionRef = connectionOf(ExemptionRef);

function listArguments() {
  return {
    ...pageArguments(),
    ...filterArgument(exemptionList),
    ...orderArgument(exemptionList),
  };
}

builder.queryField('exemptions', (t) =>
  t.field({
    type: ExemptionConnectionRef,
    extensions: needsScopes('exemptions:read'),
    description: exemptionList.description,
    args: listArguments(),
    resolve: (_root, args, ctx) => exemptionsOfTenant(args, ctx),
  }),
);

builder.objectField(CustomerRef, 'exemptions', (t) =>
  t.field({
    type: ExemptionConnectionRef,
    description: 'Exemptions of this customer, newest first unless sorted otherwise.',
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

/** The certificate terms are read only for a filter by certificate status. */
async function readExemptionFilter(
  ctx: GraphqlContext,
  sent: SentExemptionFilter | null | undefined,
): Promise<ExemptionFilter> {
  const terms = sent && namesStatus(sent) ? await certificateTermsOf(ctx) : null;
  return readFilter(ctx, exemptionList, sent, (computed) => exemptionConditions(computed, terms));
}

function namesStatus({ certificateStatus, and, or, not }: SentExemptionFilter): boolean {
  return Boolean(certificateStatus) || [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])].some(namesStatus);
}
