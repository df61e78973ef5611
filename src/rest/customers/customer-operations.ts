import { type Customer, customer } from '../../domain/customers/customer.ts';
import { erasureInput, erasureText } from '../../domain/customers/customer-input.ts';
import { customerList } from '../../domain/customers/customer-list.ts';
import { recordAddresses } from '../http/addresses.ts';
import { streamed, twinOf } from '../http/declared-list.ts';
import { csvForm } from '../http/list-format.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { recordColumns } from '../http/record-columns.ts';
import { responseOf } from '../http/record-response.ts';
import { exampleCustomer, exampleIds } from '../openapi/example-data.ts';
import { recordSelection } from '../selections/record-selection.ts';

export const customerAddresses = recordAddresses('customers', exampleIds.customer);

export const customerCsv = csvForm<Customer>(
  recordColumns(customer, { without: ['version'], flat: ['address', 'internalTimestamps'] }),
);

const customerResponse = responseOf(customer);
const customerSelection = recordSelection(customer);

export const demoKey = { source: '9', externalId: 'demo-customer' };
const byKey = `query ($by: CustomerBy!) { customer(by: $by) { ${customerSelection} } }`;

export const putCustomer: Operation = {
  id: 'putCustomer',
  tag: 'Customers',
  summary: 'Store a customer',
  description:
    'Creates or replaces the customer. Members that are absent or null are cleared. Sending the same body again changes nothing.',
  body: { name: 'CustomerInput', description: 'A customer.', schema: 'customer' },
  responses: {
    200: { description: 'Replaced, or unchanged.', schema: customerResponse, headers: ['Location'] },
    201: { description: 'Created.', schema: customerResponse, headers: ['Location'] },
  },
  problems: ['KEY_MISMATCH'],
  isTagged: true,
  examples: {
    created: {
      summary: 'A new customer',
      path: { source: '9', externalId: 'C-1' },
      body: exampleCustomer,
      status: 201,
    },
    again: {
      summary: 'The same request again',
      path: { source: '9', externalId: 'C-1' },
      body: exampleCustomer,
      status: 200,
      variables: { input: exampleCustomer },
    },
  },
  graphql: {
    document: `mutation ($input: CustomerInput!) { upsertCustomer(input: $input) { __typename ... on Customer { ${customerSelection} } ... on InvalidInput { issues { path code message } } ... on UserError { code message } } }`,
    at: 'upsertCustomer',
  },
};

export const getCustomerOperation: Operation = {
  id: 'getCustomer',
  tag: 'Customers',
  summary: 'Read a customer',
  description: 'The complete customer. The response can be sent back with PUT.',
  responses: { 200: { description: 'The customer.', schema: customerResponse } },
  problems: ['NOT_FOUND'],
  isTagged: true,
  examples: {
    demo: { summary: 'The demo’s customer', path: demoKey, status: 200 },
  },
  graphql: { document: byKey, at: 'customer' },
};

export const patchCustomerOperation: Operation = {
  id: 'patchCustomer',
  tag: 'Customers',
  summary: 'Update a customer',
  description:
    'A JSON merge patch (RFC 7396): omitted members are kept, null clears a member, and objects are merged. Unknown members return 400; source and externalId cannot change.',
  body: {
    name: 'CustomerPatch',
    description: 'Members to change. Read-only members of the record are ignored.',
    schema: 'customerPatch',
    isPatch: true,
  },
  responses: { 200: { description: 'The complete customer after the change.', schema: customerResponse } },
  problems: ['NOT_FOUND', 'KEY_MISMATCH', 'CONFLICT'],
  isTagged: true,
  examples: {
    comment: {
      summary: 'Set a comment and an address',
      path: demoKey,
      body: { comment: 'Pays on time', address: { city: 'Omaha', state: 'NE' } },
      status: 200,
      variables: {
        input: {
          by: { key: demoKey },
          patch: { comment: 'Pays on time', address: { city: 'Omaha', state: 'NE' } },
        },
      },
    },
  },
  graphql: {
    document: `mutation ($input: PatchCustomerInput!) { patchCustomer(input: $input) { __typename ... on Customer { ${customerSelection} } ... on InvalidInput { issues { path code message } } ... on UserError { code message } } }`,
    at: 'patchCustomer',
  },
};

export const listCustomersOperation: Operation = {
  id: 'listCustomers',
  isCounted: true,
  tag: 'Customers',
  summary: 'List customers',
  description: `${customerList.description} ${streamed}`,
  responses: {
    200: { description: 'The customers.', schema: list(customerResponse, 'Newest first.'), headers: ['Link'] },
  },
  columns: customerCsv.columns,
  examples: {
    page: {
      summary: 'A page of one record',
      query: { limit: '1', source: '9' },
      status: 200,
    },
  },
  graphql: twinOf(customerList, customerSelection, ' pageInfo { endCursor hasNextPage }'),
};

const reason = 'Customer request';

export const eraseCustomerOperation: Operation = {
  id: 'eraseCustomer',
  tag: 'Customers',
  summary: 'Erase the personal data of a customer',
  description: [erasureText.summary, '', ...erasureText.details.map((detail) => `- ${detail}`)].join('\n'),
  body: { name: 'ErasureInput', description: 'Reason for the erasure.', schema: erasureInput },
  responses: { 200: { description: 'The customer record after erasure.', schema: customerResponse } },
  problems: ['NOT_FOUND', 'CONFLICT'],
  examples: {
    erase: {
      summary: 'Erase the personal data of a customer',
      path: demoKey,
      body: { reason },
      status: 200,
      variables: { input: { by: { key: demoKey }, reason } },
    },
  },
  graphql: {
    document: `mutation ($input: EraseCustomerInput!) { eraseCustomer(input: $input) { __typename ... on Customer { ${customerSelection} } ... on InvalidInput { issues { path code message } } ... on UserError { code message } } }`,
    at: 'eraseCustomer',
  },
};
