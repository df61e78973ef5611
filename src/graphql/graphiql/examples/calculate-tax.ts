import type { Example } from './example.ts';
import { aSale, lampAndCoat } from './sale.ts';

export const calculateTax = (customerId: string): Example => ({
  query: `# Calculates the tax of a cart for a checkout, by line and by authority.
# Nothing is stored. Change the address, the date or the items below and run it again.
query CalculateTax($input: TransactionInput!) {
  calculateTax(input: $input) {
    __typename
    ... on Transaction {
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
      ...aSale(customerId, 'CART-1'),
      items: lampAndCoat,
      transactionLevelDiscount: '26.00',
      shippingFee: { taxCode: 'C6S1', totalPrice: '10.00' },
    },
  },
});
