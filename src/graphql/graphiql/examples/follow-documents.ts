import type { Example } from './example.ts';

export const followDocuments: Example = {
  query: `# Runs until you stop it: every change of a document is told here as it happens, on whichever replica.
# Start it, and run StoreInvoice with another externalId in a second window of this page.
subscription FollowDocuments($filter: TransactionEventFilter) {
  transactionChanged(filter: $filter) {
    kind
    version
    transaction {
      externalId
      transactionType
      transactionStatus
      finalTransactionAmount
      salesTax { amount }
      customer { name }
    }
  }
}
`,
  variables: { filter: { source: '9' } },
};
