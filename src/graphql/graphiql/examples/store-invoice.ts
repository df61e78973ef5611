import type { Example } from './example.ts';
import { aSale, lampAndCoat } from './sale.ts';

export const storeInvoice = (customerId: string): Example => ({
  query: `# Stores an invoice under your own id, with its calculated tax. Running it twice changes nothing.
# Change an item and run it again: the document gets a new version and is recalculated.
mutation StoreInvoice($input: TransactionInput!) {
  upsertTransaction(input: $input) {
    __typename
    ... on Transaction {
      serviceId
      externalId
      version
      calculationNumber
      finalTransactionAmount
      salesTax { amount rate }
      items { name calculatedTotal taxAmount reason }
      customer { name }
    }
    ... on InvalidInput { issues { path code message } }
    ... on Error { code message }
  }
}
`,
  variables: {
    input: {
      ...aSale(customerId, 'INV-1001'),
      items: lampAndCoat,
      transactionLevelDiscount: '26.00',
      shippingFee: { taxCode: 'C6S1', totalPrice: '10.00' },
    },
  },
});
