import { z } from 'zod';
import { addressInput } from '../base/address.ts';
import {
  externalIdInput,
  externalTimestampsInput,
  orNull,
  readOnlyFields,
  sentShapes,
  sourceInput,
  text,
  withoutNulls,
} from '../base/input.ts';
import { type Customer, customerTypes } from './customer.ts';

const customerFields = z.object({
  externalId: externalIdInput,
  source: sourceInput,
  name: orNull(text(1, 256)),
  address: orNull(addressInput),
  email: orNull(text(0, 320)),
  customerType: z.enum(customerTypes).default('RETAIL'),
  externalTimestamps: externalTimestampsInput,
  comment: orNull(text(0, 200)),
  taxNumber: orNull(text(0, 64)),
});

/** A customer as PUT takes it: null means absent, fields that are not its own are ignored. */
export const customerInput = z.preprocess(withoutNulls, customerFields);
export type CustomerInput = z.output<typeof customerFields>;

const anything = z.unknown().optional();

/** Which members a patch may name; their values are checked on the patched customer. */
export const customerPatch = z.strictObject({
  externalId: anything,
  source: anything,
  name: anything,
  address: z
    .strictObject({
      city: anything,
      country: anything,
      county: anything,
      state: anything,
      street: anything,
      region: anything,
      zip: anything,
      isPartial: anything,
    })
    .nullish(),
  email: anything,
  customerType: anything,
  externalTimestamps: z.strictObject({ createdDate: anything, updatedDate: anything }).nullish(),
  comment: anything,
  taxNumber: anything,
  ...readOnlyFields,
});
sentShapes.set(customerPatch, customerFields);
export type CustomerPatch = z.output<typeof customerPatch>;

/** The part of a customer that its consumer sends, for merging a patch into it. */
export function sentPartOf(customer: Customer): CustomerInput {
  const { serviceId, internalTimestamps, version, ...sent } = customer;
  return sent;
}
