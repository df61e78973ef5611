import type { Example } from './example.ts';

export const followDocuments: Example = {
  query: `# Shows every change of a document as it happens, on any replica, until you stop it.
# With the demo, this page stores an estimate a second after the start, so that an event is shown.
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
