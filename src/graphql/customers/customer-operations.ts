import { versionPrecondition } from '../../domain/base/precondition.ts';
import type { Inputs } from '../../domain/inputs.ts';
import { authorize } from '../../ports/context.ts';
import { getCustomer } from '../../usecases/customers/get-customer.ts';
import { patchCustomer } from '../../usecases/customers/patch-customer.ts';
import { upsertCustomer } from '../../usecases/customers/upsert-customer.ts';
import type { AddressInputs } from '../base/address.ts';
import type { BatchOutcomeRef } from '../base/batch-outcome.ts';
import type { Builder } from '../base/builder.ts';
import { checkedBy } from '../base/checked-input.ts';
import { loadersOf } from '../base/context.ts';
import type { Enums } from '../base/enums.ts';
import { Conflict, InvalidInput, NotFound } from '../base/errors.ts';
import { loadedCustomer } from '../base/loaded-records.ts';
import { loadAll } from '../base/loaders.ts';
import type { Nodes } from '../base/node.ts';
import { orNull, type RecordNames, recordName } from '../base/record-name.ts';
import type { Timestamps } from '../base/timestamps.ts';
import type { Lists } from '../lists.ts';
import { addCustomerBatch } from './customer-batch.ts';
import { addCustomerInput, addCustomerPatch } from './customer-input.ts';

type Parts = {
  readonly addresses: AddressInputs;
  readonly batchOutcome: BatchOutcomeRef;
  readonly enums: Enums;
  readonly inputs: Inputs;
  readonly lists: Lists;
  readonly names: RecordNames;
  readonly nodes: Nodes;
  readonly timestamps: Timestamps;
};

/** Reading and storing customers. */
export function addCustomerOperations(builder: Builder, parts: Parts): void {
  addQueries(builder, parts);
  addUpsert(builder, parts);
  addPatch(builder, parts);
}

function addQueries(builder: Builder, { lists, names, nodes }: Parts): void {
  builder.queryFields((t) => ({
    customer: t.field({
      type: 'Customer',
      nullable: true,
      description: 'One customer; null when there is none. Needs the scope `customers:read`.',
      args: {
        by: t.arg({
          type: names.by,
          required: true,
          description: 'By its service id, or by the key its consumer gave it.',
        }),
      },
      resolve: async (_root, { by }, ctx) => {
        const customer = await orNull(getCustomer(ctx, recordName(by)));
        return customer && loadedCustomer(customer, ctx);
      },
    }),
    customers: t.field({
      type: lists.customers.connection,
      description: 'Customers, newest first unless another order is asked for. Needs the scope `customers:read`.',
      args: lists.customers.args(),
      resolve: (_root, args, ctx) => lists.customers.ofTenant(args, ctx),
    }),
  }));
  nodes.register('Customer', (serviceIds, ctx) => {
    authorize(ctx, 'customers:read');
    return loadAll(loadersOf(ctx).customerById, serviceIds);
  });
}

function addUpsert(builder: Builder, parts: Parts): void {
  const customerInput = addCustomerInput(builder, parts);
  const checked = checkedBy(parts.inputs.customer, customerInput);
  addCustomerBatch(builder, { batchOutcome: parts.batchOutcome, customerInput });
  builder.mutationField('upsertCustomer', (t) =>
    t.field({
      type: 'Customer',
      errors: { types: [InvalidInput, Conflict] },
      description:
        'Creates the customer that (`source`, `externalId`) names, or replaces it. The same input again changes nothing. Needs the scope `customers:write`.',
      args: {
        input: t.arg({
          type: customerInput,
          required: true,
          description: 'The whole customer: what is left out is absent.',
          validate: { schema: checked.schema },
        }),
      },
      resolve: async (_root, { input }, ctx) =>
        loadedCustomer(
          (await upsertCustomer(ctx, checked.valueOf(input), versionPrecondition(input.ifVersion))).value,
          ctx,
        ),
    }),
  );
}

function addPatch(builder: Builder, parts: Parts): void {
  const patch = addCustomerPatch(builder, parts);
  const checked = checkedBy(parts.inputs.customerPatch, patch);
  const input = builder.inputType('PatchCustomerInput', {
    description: 'Which customer to change, and how.',
    fields: (t) => ({
      serviceId: t.field({ type: 'UUID', required: true, description: 'Which one: the id this service gave it.' }),
      patch: t.field({
        type: patch,
        required: true,
        description: 'What to change.',
        validate: { schema: checked.schema },
      }),
      ifVersion: t.int({
        description: 'Refuses with `Conflict`, code `PRECONDITION_FAILED`, unless the customer has this `version`.',
      }),
    }),
  });
  builder.mutationField('patchCustomer', (t) =>
    t.field({
      type: 'Customer',
      errors: { types: [InvalidInput, NotFound, Conflict] },
      description:
        'Changes some fields of a customer: what is absent stays, null clears, nested objects are merged. Needs the scope `customers:write`.',
      args: { input: t.arg({ type: input, required: true, description: 'Which customer, and its new members.' }) },
      resolve: async (_root, { input: { serviceId, patch, ifVersion } }, ctx) =>
        loadedCustomer(
          await patchCustomer(ctx, serviceId, checked.valueOf(patch), versionPrecondition(ifVersion)),
          ctx,
        ),
    }),
  );
}
