import { graphql } from '../../base/graphql.ts';

export const documentsOperation = graphql(`
  query documents(
    $filter: TransactionFilter
    $counted: CountedDocumentsInput
    $orderBy: TransactionOrder
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    transactions(
      filter: $filter
      counted: $counted
      orderBy: $orderBy
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      nodes {
        serviceId
        externalId
        transactionType
        transactionStatus
        transactionFilingStatus
        taxDate
        currency
        finalTransactionAmount
        salesTax { amount }
        customer { serviceId name externalId }
        shippingAddress { city state country }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);
