import { versionPrecondition } from '../../domain/base/precondition.ts';
import { customerFields } from '../../domain/customers/customer.ts';
import { customerInput, customerPatch } from '../../domain/customers/customer-input.ts';
import { patchCustomer } from '../../usecases/customers/patch-customer.ts';
import { upsertCustomer } from '../../usecases/customers/upsert-customer.ts';
import { AddressInputRef } from '../base/address.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { CustomerTypeEnum } from '../base/enums.ts';
import { Conflict, InvalidInput, NotFound, VersionMismatch } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { ifVersionField } from '../base/if-version.ts';
import { loadedCustomer } from '../base/loaded-records.ts';
import { CustomerByRef, recordName } from '../base/record-name.ts';
import { ExternalTimestampsInputRef, ExternalTimestampsPatchRef } from '../base/timestamps.ts';
import { CustomerRef } from './customer.ts';

const described = descriptionsOf(customerFields);

export const CustomerInputRef = builder.inputType('CustomerInput', {
  description: 'A customer. A field that is left out, or null, is absent.',
  fields: (t) => ({
    source: t.string({ required: true, description: described.source }),
    externalId: t.string({ required: true, description: described.externalId }),
    name: t.string({ description: described.name }),
    address: t.field({ type: AddressInputRef, description: described.address }),
    email: t.string({ description: described.email }),
    customerType: t.field({ type: CustomerTypeEnum, description: described.customerType }),
    externalTimestamps: t.field({
      type: ExternalTimestampsInputRef,
      required: true,
      description: described.externalTimestamps,
    }),
    comment: t.string({ description: described.comment }),
    taxNumber: t.string({ description: described.taxNumber }),
    ifVersion: t.int({
      description:
        'Fails with `VersionMismatch` unless the stored customer has this `version`; 0 expects that it is not stored yet.',
    }),
  }),
});

builder.mutationField('upsertCustomer', (t) =>
  t.field({
    type: CustomerRef,
    errors: { types: [InvalidInput, Conflict, VersionMismatch] },
    extensions: needsScopes('customers:write'),
    description:
      'Creates or replaces the customer with this `source` and `externalId`. Sending the same input again changes nothing.',
    args: {
      input: t.arg({
        ...checked(CustomerInputRef, customerInput),
        required: true,
        description: 'The whole customer: fields that are left out are absent.',
      }),
    },
    resolve: async (_root, { input: { parsed, ifVersion } }, ctx) =>
      loadedCustomer((await upsertCustomer(ctx, parsed, versionPrecondition(ifVersion))).value, ctx),
  }),
);

const CustomerPatchRef = builder.inputType('CustomerPatch', {
  description: 'Absent fields are kept, null clears a field, nested objects are merged.',
  fields: (t) => ({
    name: t.string({ description: described.name }),
    address: t.field({ type: AddressInputRef, description: described.address }),
    email: t.string({ description: described.email }),
    customerType: t.field({ type: CustomerTypeEnum, description: described.customerType }),
    externalTimestamps: t.field({ type: ExternalTimestampsPatchRef, description: described.externalTimestamps }),
    comment: t.string({ description: described.comment }),
    taxNumber: t.string({ description: described.taxNumber }),
  }),
});

const PatchCustomerInputRef = builder.inputType('PatchCustomerInput', {
  description: 'Which customer to change, and how.',
  fields: (t) => ({
    by: t.field({ type: CustomerByRef, required: true, description: 'The customer, by an id or the key.' }),
    patch: t.field({ ...checked(CustomerPatchRef, customerPatch), required: true, description: 'What to change.' }),
    ifVersion: ifVersionField(t),
  }),
});

builder.mutationField('patchCustomer', (t) =>
  t.field({
    type: CustomerRef,
    errors: { types: [InvalidInput, NotFound, Conflict, VersionMismatch] },
    extensions: needsScopes('customers:write'),
    description:
      'Changes some fields of a customer: absent fields are kept, null clears a field, nested objects are merged.',
    args: {
      input: t.arg({ type: PatchCustomerInputRef, required: true, description: 'The customer and its changes.' }),
    },
    resolve: async (_root, { input: { by, patch, ifVersion } }, ctx) =>
      loadedCustomer(
        await patchCustomer(ctx, recordName(by, 'Customer'), patch.parsed, versionPrecondition(ifVersion)),
        ctx,
      ),
  }),
);
