import { type Customer, customerFields, customerTypes } from '../../domain/customers/customer.ts';
import { internalTimestampsResponse } from '../http/common-responses.ts';
import { addressJson, internalTimestampsJson, shown } from '../http/json.ts';
import { addressResponse, choice, externalTimestampsResponse, instant, named, text, uuid } from '../http/members.ts';
import { selectionOf } from '../openapi/graphql-selection.ts';

const { shape } = customerFields;

/** The response schema of a customer, in the words of its input. */
export const customerResponse = named('Customer', 'A buyer of the seller’s goods or services.', {
  serviceId: uuid('Id that this service assigned to the customer.'),
  externalId: text(shape.externalId),
  source: text(shape.source),
  name: text(shape.name).optional(),
  address: addressResponse.optional(),
  email: text(shape.email).optional(),
  customerType: choice(customerTypes, shape.customerType),
  internalTimestamps: internalTimestampsResponse,
  externalTimestamps: externalTimestampsResponse,
  comment: text(shape.comment).optional(),
  taxNumber: text(shape.taxNumber).optional(),
  erasedAt: instant('When its personal data was last erased; absent if it never was.').optional(),
});

/** The GraphQL selection of the same members. */
export const customerSelection = selectionOf(customerResponse);

export function customerJson(customer: Customer) {
  return {
    serviceId: customer.serviceId,
    externalId: customer.externalId,
    source: customer.source,
    name: shown(customer.name),
    address: customer.address ? addressJson(customer.address) : undefined,
    email: shown(customer.email),
    customerType: customer.customerType,
    internalTimestamps: internalTimestampsJson(customer.internalTimestamps),
    externalTimestamps: customer.externalTimestamps,
    comment: shown(customer.comment),
    taxNumber: shown(customer.taxNumber),
    erasedAt: customer.erasedAt?.toISOString(),
  };
}
