import { z } from 'zod';
import type { CustomerType } from '../../tax/model/assessment.ts';
import { addressInput } from '../base/address.ts';
import { absentAsNull, boundedText, externalIdInput, externalTimestampsInput, sourceInput } from '../base/fields.ts';
import type { InternalTimestamps } from '../base/timestamps.ts';

export const customerTypes = [
  'RETAIL',
  'MARKETPLACE',
  'RESELLER',
  'RETAIL_EXEMPT',
] as const satisfies readonly CustomerType[];

/** The fields of a customer that the consumer sends. */
export const customerFields = z.object({
  externalId: externalIdInput.meta({
    description: 'Id of the customer in the consumer’s system, unique within the source, such as C-1.',
  }),
  source: sourceInput.meta({ description: 'Store or channel in the consumer’s system: a number from 1 to 10.' }),
  name: absentAsNull(boundedText(1, 256)).meta({ description: 'Name of the customer, such as Ada Lovelace.' }),
  address: absentAsNull(addressInput).meta({
    description: 'Address of the customer. No tax depends on it; the shipping address of a document decides.',
  }),
  email: absentAsNull(boundedText(0, 320)).meta({
    description: 'Email address of the customer. Nothing is sent to it.',
  }),
  customerType: z
    .enum(customerTypes)
    .default('RETAIL')
    .meta({ description: 'Type of customer. MARKETPLACE and RETAIL_EXEMPT customers are not taxed. Default: RETAIL.' }),
  externalTimestamps: externalTimestampsInput.meta({
    description: 'Dates of the customer record in the consumer’s system.',
  }),
  comment: absentAsNull(boundedText(0, 200)).meta({ description: 'Free-text comment on the customer.' }),
  taxNumber: absentAsNull(boundedText(0, 64)).meta({
    description:
      'VAT or other tax number of the customer, such as DE136695976. A valid number of another EU country can shift the tax to the buyer.',
  }),
});
export type CustomerInput = z.output<typeof customerFields>;

/** A customer as stored. */
export type Customer = Readonly<CustomerInput> & {
  readonly serviceId: string;
  readonly internalTimestamps: InternalTimestamps;
  /** When its personal data was last erased; absent if it never was. */
  readonly erasedAt?: Date | undefined;
  /** Incremented by every change. */
  readonly version: number;
};
