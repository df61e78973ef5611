import type { Example } from './example.ts';
import { aSale } from './sale.ts';

export const refundInvoice = (customerId: string): Example => ({
  query: `# Sells two lamps and refunds one. createdFrom names the invoice, whose stored rates apply to the refund.
# All refunds together can never exceed what the invoice charged.
mutation RefundInvoice($invoice: TransactionInput!, $refund: TransactionInput!) {
  sold: upsertTransaction(input: $invoice) { ...Told }
  returned: upsertTransaction(input: $refund) { ...Told }
}

fragment Told on UpsertTransactionResult {
  __typename
  ... on Transaction {
    transactionType
    externalId
    createdFrom
    finalTransactionAmount
    salesTax { amount rate }
    items { name quantity taxAmount reason }
    notices { code message }
  }
  ... on InvalidInput { issues { path code message } }
  ... on Error { code message }
}
`,
  variables: {
    invoice: {
      ...aSale(customerId, 'INV-1002'),
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00', quantity: '2' }],
    },
    refund: {
      ...aSale(customerId, 'REF-1002'),
      transactionType: 'REFUND',
      createdFrom: 'INV-1002',
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00', quantity: '1' }],
    },
  },
});
