import { type Customer, customerFields } from '../../domain/customers/customer.ts';
import { authorize } from '../../ports/context.ts';
import { getCustomer } from '../../usecases/customers/get-customer.ts';
import { AddressRef } from '../base/address.ts';
import { builder } from '../base/builder.ts';
import { loadersOf } from '../base/context.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { CustomerTypeEnum } from '../base/enums.ts';
import { loadedCustomer } from '../base/loaded-records.ts';
import { loadAll } from '../base/loaders.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { nullIfNotFound, RecordByRef, recordName } from '../base/record-name.ts';
import { addStoredTimes, ExternalTimestampsRef, InternalTimestampsRef } from '../base/timestamps.ts';

const described = descriptionsOf(customerFields);

export const CustomerRef = builder.objectRef<Customer>('Customer').implement({
  description: 'A buyer. Its type, its exemptions and its tax number help to determine the tax of its documents.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeId('Customer')),
    serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service assigned to the customer.' }),
    source: t.exposeString('source', { description: described.source }),
    externalId: t.exposeString('externalId', { description: described.externalId }),
    name: t.exposeString('name', { nullable: true, description: described.name }),
    address: t.expose('address', { type: AddressRef, nullable: true, description: described.address }),
    email: t.exposeString('email', { nullable: true, description: described.email }),
    customerType: t.expose('customerType', { type: CustomerTypeEnum, description: described.customerType }),
    comment: t.exposeString('comment', { nullable: true, description: described.comment }),
    taxNumber: t.exposeString('taxNumber', { nullable: true, description: described.taxNumber }),
    erasedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its personal data was last erased; null if it never was.',
      resolve: ({ erasedAt }) => erasedAt ?? null,
    }),
    externalTimestamps: t.expose('externalTimestamps', {
      type: ExternalTimestampsRef,
      description: described.externalTimestamps,
    }),
    internalTimestamps: t.expose('internalTimestamps', {
      type: InternalTimestampsRef,
      description: 'When this service stored and last changed the customer.',
    }),
    version: t.exposeInt('version', { description: 'The number of changes to the customer.' }),
  }),
});

addStoredTimes(CustomerRef);

loadNodesOf('Customer', (serviceIds, ctx) => {
  authorize(ctx, 'customers:read');
  return loadAll(loadersOf(ctx).customerById, serviceIds);
});

builder.queryField('customer', (t) =>
  t.field({
    type: CustomerRef,
    nullable: true,
    description: 'One customer, or null. Needs the scope `customers:read`.',
    args: {
      by: t.arg({
        type: RecordByRef,
        required: true,
        description: 'The id, the service id, or source and external id.',
      }),
    },
    resolve: async (_root, { by }, ctx) => {
      const customer = await nullIfNotFound(getCustomer(ctx, recordName(by, 'Customer')));
      return customer && loadedCustomer(customer, ctx);
    },
  }),
);
