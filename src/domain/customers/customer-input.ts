import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readOnlyFields, reasonInput } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { patchOf } from '../base/patch-of.ts';
import { withoutNulls } from '../base/plain-object.ts';
import { type Customer, type CustomerInput, customerFields } from './customer.ts';

/** The customer in a PUT: null means absent, and unknown fields are ignored. */
export const customerInput = z.preprocess(withoutNulls, customerFields);

const most = gatewayLimits.documentsPerBatch;

/**
 * `{"customers": [...]}` or the bare array. Each customer is checked separately, so an invalid customer does not affect
 * the others.
 */
export const customerBatchInput = z.preprocess(
  (body) => (Array.isArray(body) ? { customers: body } : body),
  z.object({
    customers: z
      .array(z.unknown())
      .max(most, `A batch may have at most ${most} customers.`)
      .meta({
        description: `Customers to store in this order, at most ${most}. Each is stored or fails independently.`,
      }),
  }),
);

export const erasureInput = input('EraseCustomerInput', 'The customer whose personal data is erased, and the reason.', {
  reason: reasonInput.meta({
    description: 'Reason for the erasure, in 1 to 256 characters; stored in the audit trail.',
    minLength: 1,
  }),
});

/** The effect of an erasure: in one sentence, then in detail. */
export const erasureText = {
  summary: 'Erases a customer’s personal data from the customer record, documents and audit trail.',
  details: [
    'Erased: name, email, comment, streets, the last four digits of ZIP+4, the name of the buyer in documents, cancellation reasons, certificate requests, the files of exemptions, and audit trail entries about this data. A document whose street is erased is marked isPartial.',
    'Kept: amounts, city, ZIP code, keys, filing status, descriptions of the goods, and the tax number if an invoice or refund relied on it.',
    'Safe to repeat: repeating the request erases only newer data. A later write can store personal data again.',
  ],
};

/** The fields that can be patched. */
export const customerPatch = patchOf(customerFields).extend(readOnlyFields);
export type CustomerPatch = z.output<typeof customerPatch>;

/** The fields of a customer that a client sends, as the base of a patch. */
export function sentPartOf(customer: Customer): CustomerInput {
  const { serviceId, internalTimestamps, erasedAt, version, ...sent } = customer;
  return sent;
}

/** Whether both inputs describe the same customer. An absent `isPartial` equals false. */
export function isSameInput(one: CustomerInput, other: CustomerInput): boolean {
  return isDeepStrictEqual(withIsPartial(one), withIsPartial(other));
}

const withIsPartial = ({ address, ...rest }: CustomerInput) => ({
  ...rest,
  address: address && { ...address, isPartial: address.isPartial ?? false },
});
