import { versionPrecondition } from '../../domain/base/precondition.ts';
import { customerFields } from '../../domain/customers/customer.ts';
import { customerInput, customerPatch } from '../../domain/customers/customer-input.ts';
import { patchCustomer } from '../../usecases/customers/patch-customer.ts';
import { upsertCustomer } from '../../usecases/customers/upsert-customer.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { ifVersionField } from '../base/if-version.ts';
import { inputOf } from '../base/input-of.ts';
import { loadedCustomer } from '../base/loaded-records.ts';
import { byCustomer, inputBy, recordName } from '../base/record-name.ts';
import { ExternalTimestampsPatchRef } from '../base/timestamps.ts';
import { CustomerRef } from './customer.ts';

export const CustomerInputRef = inputOf(customerFields, {
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
