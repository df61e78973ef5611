import { customer } from '../../domain/customers/customer.ts';
import { erasureInput, erasureText } from '../../domain/customers/customer-input.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { demoKey } from './customer-operations.ts';

const customerResponse = responseOf(customer);
const customerSelection = recordSelection(customer);

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
