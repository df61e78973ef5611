import { customerType } from '../base/customer-type.ts';
import { boundedText, sourceInput } from '../base/fields.ts';
import {
  type ComputedOf,
  type DeclaredList,
  type FilterOf,
  sentFields,
  storedFields,
  storedOrders,
} from '../lists/declared-list.ts';
import { storedValue } from '../lists/list-order.ts';
import { type Customer, customer } from './customer.ts';

/** Minimum length of a search text for customers. A single letter would match nearly all of them. */
const leastSearched = 2;

export const customerList = {
  name: 'customers',
  of: customer,
  plural: 'customers',
  scope: 'customers:read',
  description: 'Customers, newest first unless sorted otherwise.',
  isJoined: true,
  orders: {
    ...storedOrders,
    externalId: { sort: 'externalId', description: 'Id in your system, sorted as text: 10 comes before 9.' },
    name: {
      sort: 'name',
      description: 'Name of the customer. Customers without a name come first in ascending order.',
    },
  },
  fields: {
    ...storedFields,
    ...sentFields,
    serviceId: { kind: 'uuid', description: 'Id that this service assigned to the customer.' },
    source: {
      kind: 'text',
      of: sourceInput,
      description: 'Store or channel in your system, from 1 to 10.',
      parameters: { source: 'eq' },
    },
    externalId: { kind: 'text', description: 'Id in your system.' },
    name: {
      kind: 'text',
      of: boundedText(leastSearched, 256),
      description: 'Name of the customer, such as Ada Lovelace.',
      parameters: { name: 'contains' },
    },
    email: {
      kind: 'text',
      of: boundedText(1, 320),
      description: 'Email address of the customer, as stored.',
      parameters: { email: 'eq' },
    },
    customerType: { kind: 'choice', of: customerType, description: 'Type of the customer, such as `RETAIL`.' },
    taxNumber: {
      kind: 'text',
      of: boundedText(1, 64),
      description: 'Tax number of the customer, as stored, such as DE136695976.',
      parameters: { taxNumber: 'eq' },
    },
    /**
     * Country and state of the submitted address, in upper case. The region, if present, is used in place of the state.
     */
    addressCountry: { kind: 'text' },
    addressState: { kind: 'text' },
    /** The first five digits of the address's ZIP code. */
    addressZip: { kind: 'text' },
  },
  computed: {
    search: {
      kind: 'text',
      isValue: true,
      of: boundedText(leastSearched, 256),
      description: `Part of the name, email address or tax number, with at least ${leastSearched} characters. Case is ignored.`,
      parameters: { search: 'eq' },
    },
  },
} as const satisfies DeclaredList;
export type CustomerOrderField = keyof typeof customerList.orders;
export type CustomerFilter = FilterOf<typeof customerList>;

/** Customers with this text in the name, the email address or the tax number, ignoring case. */
export function customersWith(text: string): CustomerFilter {
  return { or: [{ name: { contains: text } }, { email: { contains: text } }, { taxNumber: { contains: text } }] };
}

/** Turns conditions on computed fields into conditions on stored fields. */
export function customerConditions({ search }: ComputedOf<typeof customerList>): readonly CustomerFilter[] {
  return search?.eq == null ? [] : [customersWith(search.eq)];
}

/** The sort value of customers. Customers without a name come before all others. */
export function customerValue(customer: Customer, field: CustomerOrderField): string {
  if (field === 'createdAt' || field === 'updatedAt') return storedValue(customer, field);
  return customer[field] ?? '';
}
