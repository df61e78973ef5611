import type { Example } from './example.ts';
import { aSale } from './sale.ts';

export const refundInvoice = (customerId: string): Example => ({
  query: `# Sells two lamps and refunds one. createdFrom names the invoice, whose prices and stored rates apply:
# a quantity is enough. All refunds together can never exceed what the invoice charged.
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
    refundable { totalAmount }
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
      source: '9',
      externalId: 'REF-1002',
      transactionType: 'REFUND',
      transactionStatus: 'ACTIVE',
      externalTimestamps: { createdDate: '2026-06-20', updatedDate: '2026-06-20' },
      createdFrom: 'INV-1002',
      items: [{ name: 'Lamp', quantity: '1' }],
    },
  },
});
