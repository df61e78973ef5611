import type { Example } from './example.ts';

export const handleErrors: Example = {
  query: `# Errors that a client is expected to handle are types of the result: all issues of an input at once.
# Each names its field in path; errorCode is an enum, message is for people. Mend both and run it again.
query HandleErrors($input: QuoteInput!) {
  calculateTax(input: $input) {
    __typename
    ... on Quote { finalTransactionAmount }
    ... on InvalidInput { issues { path code message } }
    ... on NotFound { serviceId }
    ... on Error { errorCode message }
  }
}
`,
  variables: {
    input: {
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00', quantity: '-1', discount: '-5.00' }],
      shippingAddress: { city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US', isPartial: true },
    },
  },
};
