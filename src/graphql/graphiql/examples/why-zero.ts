import type { Example } from './example.ts';
import { inMinneapolis } from './sale.ts';

export const whyZero: Example = {
  query: `# Why is a line not taxed? Each line has a reason, and the trace explains every step with its source.
# Here, Minnesota exempts the coat, the voucher was sent as not taxable, and the lamp is taxed.
query WhyZero($input: QuoteInput!) {
  calculateTax(input: $input) {
    __typename
    ... on Quote {
      salesTax { amount }
      items {
        name
        taxAmount
        reason
        jurisdictionalSalesTaxRules { taxable description }
      }
      trace { pointer kind message }
      checks { name expected actual holds }
    }
    ... on InvalidInput { issues { path code message } }
    ... on Error { code message }
  }
}
`,
  variables: {
    input: {
      shippingAddress: inMinneapolis,
      items: [
        { name: 'Coat', taxCode: 'C1S2', unitPrice: '80.00' },
        { name: 'Voucher', taxCode: 'C1S1', unitPrice: '25.00', taxableCategory: 'NOT_TAXABLE' },
        { name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00' },
      ],
    },
  },
};
