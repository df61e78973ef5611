import type { Customer } from '../../domain/customers/customer.ts';
import { addressColumns } from '../http/address-columns.ts';
import { type CsvColumn, csvForm } from '../http/list-format.ts';

const columns: readonly CsvColumn<Customer>[] = [
  { name: 'serviceId', description: 'Id of the customer.', value: ({ serviceId }) => serviceId },
  { name: 'source', description: 'Source.', value: ({ source }) => source },
  { name: 'externalId', description: 'Id in the source.', value: ({ externalId }) => externalId },
  { name: 'name', description: 'Name.', value: ({ name }) => name },
  { name: 'email', description: 'Email address.', value: ({ email }) => email },
  { name: 'customerType', description: 'Type of customer.', value: ({ customerType }) => customerType },
  { name: 'taxNumber', description: 'VAT or other tax number.', value: ({ taxNumber }) => taxNumber },
  ...addressColumns<Customer>('', ({ address }) => address),
  { name: 'comment', description: 'Comment.', value: ({ comment }) => comment },
  {
    name: 'externalCreatedDate',
    description: 'Creation in the source, as sent.',
    value: ({ externalTimestamps }) => externalTimestamps.createdDate,
  },
  {
    name: 'createdDate',
    description: 'When it was first stored.',
    value: ({ internalTimestamps }) => internalTimestamps.createdDate.toISOString(),
  },
  {
    name: 'updatedDate',
    description: 'When it was last changed.',
    value: ({ internalTimestamps }) => internalTimestamps.updatedDate.toISOString(),
  },
];

export const customerCsv = csvForm(columns);
