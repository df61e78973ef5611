import type { Example } from './example.ts';

export const storeCustomer: Example = {
  query: `# Stores a customer under your own id. What kind of buyer it is decides whether it is taxed at all.
# Put the serviceId of the answer as customerId into another tab, to calculate for this one.
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
