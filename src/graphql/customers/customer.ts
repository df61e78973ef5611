import { customer } from '../../domain/customers/customer.ts';
import { getCustomer } from '../../usecases/customers/customers.ts';
import { builder } from '../base/builder.ts';
import { loadersOf } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { loadedCustomer } from '../base/loaded-records.ts';
import { loadAll } from '../base/loaders.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { byCustomer, nullIfNotFound, recordName } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { addStoredTimes } from '../base/timestamps.ts';

export const CustomerRef = recordType(customer, [NodeRef]);
builder.objectField(CustomerRef, 'id', (t) => t.id(nodeId('Customer')));
addStoredTimes(CustomerRef);

loadNodesOf(
  'Customer',
  'customers:read',
  (serviceIds, ctx) => loadAll(loadersOf(ctx).customerById, serviceIds),
  (keys, ctx) => loadAll(loadersOf(ctx).customerByKey, keys),
);

builder.queryField('customer', (t) =>
  t.field({
    type: CustomerRef,
    nullable: true,
    extensions: needsScopes('customers:read'),
    description: 'One customer, or null.',
    args: { by: t.arg(byCustomer) },
    resolve: async (_root, { by }, ctx) => {
      const found = await nullIfNotFound(getCustomer(ctx, recordName(by, 'Customer')));
      return found && loadedCustomer(found, ctx);
    },
  }),
);
