import type { Example } from './example.ts';

export const storeCustomer: Example = {
  query: `# Stores a customer under your own id. The customer type decides whether sales are taxed at all.
# To calculate for this customer, copy the serviceId from the response to customerId in another tab.
mutation StoreCustomer($input: CustomerInput!) {
  upsertCustomer(input: $input) {
    __typename
    ... on Customer { serviceId name customerType version }
    ... on InvalidInput { issues { path code message } }
    ... on Error { code message }
  }
}
`,
  variables: {
    input: {
      source: '9',
      externalId: 'prairie-books',
      name: 'Prairie Books',
      email: 'books@example.com',
      customerType: 'RETAIL',
      externalTimestamps: { createdDate: '2026-06-01', updatedDate: '2026-06-01' },
    },
  },
};
