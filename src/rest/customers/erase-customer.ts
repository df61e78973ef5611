import { customer } from '../../domain/customers/customer.ts';
import { erasureInput } from '../../domain/customers/customer-input.ts';
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
  description: [
    'Erases a customer’s personal data from the customer record, documents and audit trail.',
    '',
    '- Erased: name, email, comment, streets, the last four digits of ZIP+4, the name of the buyer in documents, cancellation reasons, certificate requests, the files of exemptions, and audit trail entries about this data. A document whose street is erased is marked isPartial.',
    '- Kept: amounts, city, ZIP code, keys, filing status, descriptions of the goods, and the tax number if an invoice or refund relied on it.',
    '- Safe to repeat: repeating the request erases only newer data. A later PUT can store personal data again.',
  ].join('\n'),
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
