import type { AddressInputs } from '../base/address.ts';
import type { Builder } from '../base/builder.ts';
import type { Enums } from '../base/enums.ts';
import type { Timestamps } from '../base/timestamps.ts';

type Parts = { readonly addresses: AddressInputs; readonly enums: Enums; readonly timestamps: Timestamps };

/** A customer as it is sent whole. */
export function addCustomerInput(builder: Builder, { addresses, enums, timestamps }: Parts) {
  return builder.inputType('CustomerInput', {
    description: 'A customer. What is left out, or null, is absent.',
    fields: (t) => ({
      source: t.string({ required: true, description: 'The consumer’s store or channel: a digit from 1 to 9, or 10.' }),
      externalId: t.string({
        required: true,
        description: 'The consumer’s own id, unique within the source, 1 to 256 characters.',
      }),
      name: t.string({ description: 'Its name, 1 to 256 characters.' }),
      address: t.field({ type: addresses.address, description: 'Its address; nothing in it is required.' }),
      email: t.string({ description: 'Its e-mail address.' }),
      customerType: t.field({ type: enums.customerType, description: '`RETAIL` when absent.' }),
      externalTimestamps: t.field({
        type: timestamps.externalInput,
        required: true,
        description: 'Dates of the consumer’s system.',
      }),
      comment: t.string({ description: 'A remark, up to 200 characters.' }),
      taxNumber: t.string({ description: 'Its VAT or other tax number.' }),
      ifVersion: t.int({
        description:
          'Refuses with `Conflict`, code `PRECONDITION_FAILED`, unless the stored customer has this `version`; 0: unless there is none yet.',
      }),
    }),
  });
}

/** What of a customer may be changed by itself. */
export function addCustomerPatch(builder: Builder, { addresses, enums, timestamps }: Parts) {
  return builder.inputType('CustomerPatch', {
    description: 'What is absent stays, null clears, nested objects are merged.',
    fields: (t) => ({
      name: t.string({ description: 'Its name, 1 to 256 characters.' }),
      address: t.field({ type: addresses.address, description: 'Merged into the stored address; null clears it.' }),
      email: t.string({ description: 'Its e-mail address.' }),
      customerType: t.field({ type: enums.customerType, description: 'What kind of buyer it is; null: `RETAIL`.' }),
      externalTimestamps: t.field({ type: timestamps.externalPatch, description: 'Dates of the consumer’s system.' }),
      comment: t.string({ description: 'A remark, up to 200 characters.' }),
      taxNumber: t.string({ description: 'Its VAT or other tax number.' }),
    }),
  });
}
