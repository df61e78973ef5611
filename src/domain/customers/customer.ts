import type { z } from 'zod';
import type { Notice } from '../../tax/model/assessment.ts';
import { address, addressInput } from '../base/address.ts';
import { customerType } from '../base/customer-type.ts';
import { AppError } from '../base/errors.ts';
import { externalIdNotices } from '../base/external-id-notices.ts';
import { absentAsNull, boundedText, externalIdInput, externalTimestampsInput, sourceInput } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import { notice } from '../base/notice.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { externalTimestamps, internalTimestamps } from '../base/timestamps.ts';

/** The fields of a customer that a client sends. */
export const customerFields = input('CustomerInput', 'A customer. Null means the same as an omitted field.', {
  externalId: externalIdInput.meta({
    description: 'Id of the customer in your system, unique within the source, such as C-1.',
  }),
  source: sourceInput.meta({ description: 'Store or channel in your system: a number from 1 to 10.' }),
  name: absentAsNull(boundedText(1, 256)).meta({ description: 'Name of the customer, such as Ada Lovelace.' }),
  address: absentAsNull(addressInput).meta({
    description: 'Address of the customer. It does not affect the tax; the shipping address of a document does.',
  }),
  email: absentAsNull(boundedText(0, 320)).meta({
    description: 'Email address of the customer. Nothing is sent to this address.',
  }),
  customerType: choiceInput(customerType).default('RETAIL').meta({
    description:
      'Type of customer. RETAIL_EXEMPT customers are not taxed, nor are MARKETPLACE customers unless `collectedBy` of the document specifies otherwise. Default: RETAIL.',
  }),
  externalTimestamps: externalTimestampsInput.meta({
    description: 'Dates of the customer record in your system.',
  }),
  comment: absentAsNull(boundedText(0, 200)).meta({ description: 'Free-text comment on the customer.' }),
  taxNumber: absentAsNull(boundedText(0, 64)).meta({
    description:
      'VAT or other tax number of the customer, such as DE136695976. A valid number from another EU country can shift the tax to the buyer.',
  }),
});
export type CustomerInput = z.output<typeof customerFields>;

const { shape: sent } = customerFields;

/** Null for most customers, whose ids need no notice. */
function oddities(named: { readonly externalId: string }): readonly Notice[] | null {
  const notices = externalIdNotices(named);
  return notices.length === 0 ? null : notices;
}

export const customer = record(
  'Customer',
  'A buyer. Its type, exemptions and tax number affect the tax of its documents.',
  {
    serviceId: field.uuid('Id that this service assigned to the customer.'),
    source: field.text(sent.source),
    externalId: field.text(sent.externalId),
    name: field.optional(field.text(sent.name)),
    email: field.optional(field.text(sent.email)),
    customerType: field.choice(customerType, sent.customerType),
    taxNumber: field.optional(field.text(sent.taxNumber)),
    address: field.optional(field.part(address, sent.address)),
    comment: field.optional(field.text(sent.comment)),
    erasedAt: field.optional(field.instant('When the customer’s personal data was last erased.'), 'if never erased'),
    externalTimestamps: field.part(externalTimestamps, sent.externalTimestamps),
    internalTimestamps: field.part(internalTimestamps, 'When this service stored and last changed the customer.'),
    notices: field.derived(
      field.absent(field.list(notice, 1, 'Notices about an unusual `externalId`.'), 'otherwise'),
      oddities,
    ),
    version: field.count('The number of changes to the customer.', { only: 'GRAPHQL' }),
  },
);
export type Customer = RecordOf<typeof customer>;

export function customerNotFound(serviceId: string): AppError {
  return new AppError('CUSTOMER_NOT_FOUND', `Customer ${serviceId} not found.`, {
    facts: { missing: { recordType: 'CUSTOMER', path: ['customerId'], serviceId } },
  });
}
