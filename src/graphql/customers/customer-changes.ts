import { versionPrecondition } from '../../domain/base/precondition.ts';
import { customerFields } from '../../domain/customers/customer.ts';
import {
  customerBatchInput,
  customerInput,
  customerPatch,
  erasureInput,
  erasureText,
} from '../../domain/customers/customer-input.ts';
import { eraseCustomer } from '../../usecases/customers/erase-customer.ts';
import { patchCustomer } from '../../usecases/customers/patch-customer.ts';
import { upsertCustomer, upsertCustomers } from '../../usecases/customers/upsert-customer.ts';
import { batchOf, batchRows, requireBatchSize } from '../base/batch.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { forgetTransactions, loadedCustomer } from '../base/loaded-records.ts';
import { byCustomer, inputBy, recordName } from '../base/record-name.ts';
import { ifVersionField } from '../base/shared-inputs.ts';
import { ExternalTimestampsPatchRef } from '../base/timestamps.ts';
import { CustomerRef } from './customer.ts';

const CustomerInputRef = inputOf(customerFields, {
  fields: (t) => ({
    ifVersion: t.int({
      description:
        'Fails with `VersionMismatch` unless the stored customer has this `version`. With 0, the customer must not be stored yet.',
    }),
  }),
});

builder.mutationField('upsertCustomer', (t) =>
  t.field({
    type: CustomerRef,
    errors: errorsOf('CONFLICT', 'PRECONDITION_FAILED'),
    extensions: needsScopes('customers:write'),
    description:
      'Creates or replaces the customer with this `source` and `externalId`. Sending the same input again changes nothing.',
    args: {
      input: t.arg({
        ...checked(CustomerInputRef, customerInput),
        required: true,
        description: 'The whole customer; omitted fields are cleared.',
      }),
    },
    resolve: async (_root, { input: { parsed, ifVersion } }, ctx) =>
      loadedCustomer((await upsertCustomer(ctx, parsed, versionPrecondition(ifVersion))).value, ctx),
  }),
);

const CustomerPatchRef = inputOf(customerFields.omit({ source: true, externalId: true }).partial(), {
  name: 'CustomerPatch',
  description: 'Omitted fields are kept, null clears a field, and nested objects are merged.',
  types: { externalTimestamps: ExternalTimestampsPatchRef },
});

const PatchCustomerInputRef = inputBy(
  'PatchCustomerInput',
  'The customer to change, and the changes.',
  byCustomer,
  (t) => ({
    patch: t.field({ ...checked(CustomerPatchRef, customerPatch), required: true, description: 'The changes.' }),
    ifVersion: ifVersionField(t),
  }),
);

builder.mutationField('patchCustomer', (t) =>
  t.field({
    type: CustomerRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'),
    extensions: needsScopes('customers:write'),
    description:
      'Changes some fields of a customer: omitted fields are kept, null clears a field, and nested objects are merged.',
    args: {
      input: t.arg({
        type: PatchCustomerInputRef,
        required: true,
        description: 'The customer to change, and the changes.',
      }),
    },
    resolve: async (_root, { input: { by, patch, ifVersion } }, ctx) =>
      loadedCustomer(
        await patchCustomer(ctx, recordName(by, 'Customer'), patch.parsed, versionPrecondition(ifVersion)),
        ctx,
      ),
  }),
);

const CustomerBatchRef = batchOf(CustomerRef, {
  noun: 'customer',
  errors: errorsOf('CONFLICT', 'PRECONDITION_FAILED'),
});

const UpsertCustomersInputRef = builder.inputType('UpsertCustomersInput', {
  description: 'Customers to store.',
  fields: (t) => ({
    customers: t.field({
      type: [CustomerInputRef],
      required: true,
      description: customerBatchInput.out.shape.customers.description,
    }),
  }),
});

builder.mutationField('upsertCustomers', (t) =>
  t.field({
    type: CustomerBatchRef,
    extensions: { ...needsScopes('customers:write'), work: 10_000 },
    errors: errorsOf(),
    description:
      'Stores many customers, each as `upsertCustomer` would. If a customer fails, the others are still stored; `results` contains each outcome.',
    args: { input: t.arg({ type: UpsertCustomersInputRef, required: true, description: 'The customers, in order.' }) },
    resolve: async (_root, { input: { customers } }, ctx) => {
      requireBatchSize(customers, { field: 'customers', noun: 'customer' });
      const preconditionOf = (index: number) => versionPrecondition(customers[index]?.ifVersion);
      const outcomes = await upsertCustomers(ctx, customers, preconditionOf);
      return batchRows(
        customers,
        outcomes.map((outcome) =>
          outcome.kind === 'failed' ? outcome : { kind: outcome.kind, record: loadedCustomer(outcome.customer, ctx) },
        ),
      );
    },
  }),
);

const EraseCustomerInputRef = inputOf(erasureInput, { fields: (t) => ({ by: t.field(byCustomer) }) });

builder.mutationField('eraseCustomer', (t) =>
  t.field({
    type: CustomerRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT'),
    extensions: needsScopes('customers:write'),
    description: [erasureText.summary, ...erasureText.details].join(' '),
    args: {
      input: t.arg({
        ...checked(EraseCustomerInputRef, erasureInput),
        required: true,
        description: 'The customer and the reason.',
      }),
    },
    resolve: async (_root, { input: { by, parsed } }, ctx) => {
      const customer = await eraseCustomer(ctx, recordName(by, 'Customer'), parsed.reason);
      forgetTransactions(ctx);
      return loadedCustomer(customer, ctx);
    },
  }),
);
