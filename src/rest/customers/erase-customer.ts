import { z } from 'zod';
import { reasonInput } from '../../domain/base/fields.ts';
import { customer } from '../../domain/customers/customer.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { demoKey } from './customer-operations.ts';

const customerResponse = responseOf(customer);
const customerSelection = recordSelection(customer);

export const erasureInput = z.object({
  reason: reasonInput.meta({
    description: 'Reason for the erasure, in 1 to 256 characters; stored in the audit trail.',
    minLength: 1,
  }),
});

const reason = 'Request of the customer';

export const eraseCustomerOperation: Operation = {
  id: 'eraseCustomer',
  tag: 'Customers',
  summary: 'Erase the personal data of a customer',
  description:
    'Erases the name, email and comment of a customer, the streets of its address and of its documents and their earlier calculations, the name that these keep of the buyer, the reasons for which they were cancelled, the last four digits of ZIP+4, and what the audit trail noted of them. Amounts, places down to the ZIP code, and filing status stay. The tax number stays only if an invoice or refund relied on it (reverse charge, intra-Community supply). source and externalId stay, as they are the consumer’s key, and so does what the seller wrote of the goods. A document that lost its street is marked isPartial. Documents are changed in parts; a request that failed can be sent again, and erasing again changes only what came since. A later PUT can store personal data again.',
  body: { name: 'ErasureInput', description: 'Why the data is erased.', schema: erasureInput },
  responses: { 200: { description: 'What is left of the customer.', schema: customerResponse } },
  problems: ['NOT_FOUND', 'CONFLICT'],
  examples: {
    erase: {
      summary: 'Erase what is known of a customer',
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
