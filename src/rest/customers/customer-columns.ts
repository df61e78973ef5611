import { type Customer, customer } from '../../domain/customers/customer.ts';
import { csvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';

export const customerCsv = csvForm<Customer>(
  recordColumns(customer, { without: ['version'], flat: ['address', 'internalTimestamps'] }),
);
