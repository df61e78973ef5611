import type { Example } from './example.ts';

export const findDocuments: Example = {
  query: `# Lists Minnesota documents of summer 2026 with totals of at least 100, highest tax first.
# Empty? Run the tab StoreInvoice first. For the next page, send endCursor as the variable after.
query FindDocuments($filter: TransactionFilter, $orderBy: TransactionOrder, $after: String) {
  transactions(first: 10, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes {
      externalId
      transactionType
      taxDate
      currency
      finalTransactionAmount
      salesTax { amount }
      customer { name }
    }
  }
}
`,
  variables: {
    filter: {
      state: { eq: 'MN' },
      transactionStatus: { in: ['ACTIVE', 'PAID'] },
      taxDate: { gte: '2026-06-01', lte: '2026-08-31' },
      finalTransactionAmount: { gte: '100.00' },
    },
    orderBy: { field: 'TAX_AMOUNT', direction: 'DESC' },
    after: null,
  },
};
