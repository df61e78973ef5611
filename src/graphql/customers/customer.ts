import type { Builder } from '../base/builder.ts';
import type { Enums } from '../base/enums.ts';
import { globalId, type Nodes } from '../base/node.ts';
import type { Timestamps } from '../base/timestamps.ts';
import type { Lists } from '../lists.ts';

type Parts = {
  readonly enums: Enums;
  readonly lists: Lists;
  readonly nodes: Nodes;
  readonly timestamps: Timestamps;
};

/** The buyer. */
export function addCustomer(builder: Builder, { enums, lists, nodes, timestamps }: Parts): void {
  builder.objectType('Customer', {
    description: 'A buyer: its type, its exemptions and its tax number help decide what its documents bear.',
    interfaces: [nodes.node],
    fields: (t) => ({
      id: t.id({
        description: 'An opaque id for `node`.',
        resolve: ({ serviceId }) => globalId('Customer', serviceId),
      }),
      serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service gave it.' }),
      source: t.exposeString('source', { description: 'The consumer’s store or channel, 1 to 10.' }),
      externalId: t.exposeString('externalId', { description: 'The consumer’s own id, unique within the source.' }),
      name: t.exposeString('name', { nullable: true, description: 'What the buyer is called. No tax depends on it.' }),
      address: t.expose('address', {
        type: 'Address',
        nullable: true,
        description: 'Its address. No tax depends on it: a document’s own shipping address decides.',
      }),
      email: t.exposeString('email', {
        nullable: true,
        description: 'Where it gets its mail; nothing is sent there from here.',
      }),
      customerType: t.expose('customerType', { type: enums.customerType, description: 'What kind of buyer it is.' }),
      comment: t.exposeString('comment', { nullable: true, description: 'A remark of the consumer.' }),
      taxNumber: t.exposeString('taxNumber', {
        nullable: true,
        description: 'Its VAT or other tax number: a valid one of another EU country can move the tax to the buyer.',
      }),
      transactions: t.field({
        type: lists.transactions.connection,
        description:
          'Documents of this customer, newest first unless another order is asked for. Needs the scope `transactions:read`.',
        args: lists.transactions.args(),
        resolve: ({ serviceId }, args, ctx, info) => lists.transactions.ofCustomer(serviceId, { args, ctx, info }),
      }),
      exemptions: t.field({
        type: lists.exemptions.connection,
        description:
          'Exemptions it holds, newest first unless another order is asked for. Needs the scope `exemptions:read`.',
        args: lists.exemptions.args(),
        resolve: ({ serviceId }, args, ctx) => lists.exemptions.ofCustomer(serviceId, args, ctx),
      }),
      externalTimestamps: t.expose('externalTimestamps', {
        type: timestamps.external,
        description: 'Dates of the consumer’s system, as sent.',
      }),
      internalTimestamps: t.expose('internalTimestamps', {
        type: timestamps.internal,
        description: 'When it was stored and last changed here.',
      }),
      version: t.exposeInt('version', { description: 'Counts the changes of the customer.' }),
    }),
  });
}
