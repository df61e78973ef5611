import type { Example } from './example.ts';
import { inMinneapolis, lampAndCoat } from './sale.ts';

export const calculateTax: Example = {
  query: `# Calculates the tax of a cart for a checkout, by line and by authority.
# Items and an address are enough. Nothing is stored: change them below and run it again.
query CalculateTax($input: QuoteInput!) {
  calculateTax(input: $input) {
    __typename
    ... on Quote {
      finalTransactionAmount
      salesTax {
        amount
        rate
        salesTaxRates { stateRate countyRate cityRate combinedDistrictRate taxRate }
      }
      items {
        name
        calculatedTotal
        taxAmount
        reason
        taxLines { jurisdiction { level name } appliedRate taxAmount }
      }
      shippingFee { totalPrice taxAmount }
      notices { code pointer message }
    }
    ... on InvalidInput { issues { path code message } }
    ... on Error { code message }
  }
}
`,
  variables: {
    input: {
      items: lampAndCoat,
      transactionLevelDiscount: '26.00',
      shippingFee: { taxCode: 'C6S1', totalPrice: '10.00' },
      shippingAddress: inMinneapolis,
    },
  },
};
