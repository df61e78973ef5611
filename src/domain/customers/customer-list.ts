import type { CustomerType } from '../../tax/model/assessment.ts';
import type { RecordFilter, StoredFields } from '../base/record-filter.ts';
import { type CustomerOrderField, storedValue } from '../lists/list-order.ts';
import type { Customer } from './customer.ts';

export type CustomerFields = StoredFields & {
  readonly source: string;
  readonly externalId: string;
  readonly name: string;
  readonly email: string;
  readonly customerType: CustomerType;
  readonly taxNumber: string;
  /** Country and state of the address as sent, in upper case; the region if there is one. */
  readonly addressCountry: string;
  readonly addressState: string;
  /** The first five digits of the ZIP code of the address. */
  readonly addressZip: string;
  readonly externalCreatedAt: Date;
  readonly externalUpdatedAt: Date;
};
export type CustomerFilter = RecordFilter<CustomerFields>;

/** The shortest text to search customers for. A single letter would match nearly all of them. */
export const leastSearched = 2;

/** Customers with this text in the name, the email address or the tax number, ignoring case. */
export function customersWith(text: string): CustomerFilter {
  return { or: [{ name: { contains: text } }, { email: { contains: text } }, { taxNumber: { contains: text } }] };
}

type CustomerQuery = {
  readonly source?: string;
  readonly updatedSince?: Date;
  /** Part of the name, the email address or the tax number. */
  readonly search?: string;
  readonly name?: string;
  readonly email?: string;
  readonly taxNumber?: string;
};

/** The filter of the query parameters, all of which must match. */
export function customerFilter(query: CustomerQuery): CustomerFilter {
  return {
    source: { eq: query.source },
    updatedAt: { gte: query.updatedSince },
    name: { contains: query.name },
    email: { eq: query.email },
    taxNumber: { eq: query.taxNumber },
    ...(query.search !== undefined && { and: [customersWith(query.search)] }),
  };
}

/** The value that customers are ordered by. Customers without a name come before all others. */
export function customerValue(customer: Customer, field: CustomerOrderField): string {
  if (field === 'createdAt' || field === 'updatedAt') return storedValue(customer, field);
  return customer[field] ?? '';
}
