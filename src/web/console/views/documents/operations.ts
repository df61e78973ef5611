import { graphql } from '../../base/graphql.ts';

const page = graphql(`
  fragment page on TransactionConnection {
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
`);

// Two operations with the number written out: in a variable, the largest page would count as the cost.
export const documentsOperation = graphql(
  `
  query documents(
    $filter: TransactionFilter
    $counted: CountedDocumentsInput
    $orderBy: TransactionOrder
    $after: String
  ) {
    transactions(filter: $filter, counted: $counted, orderBy: $orderBy, first: 50, after: $after) { ...page }
  }
`,
  [page],
);

export const documentsBeforeOperation = graphql(
  `
  query documentsBefore(
    $filter: TransactionFilter
    $counted: CountedDocumentsInput
    $orderBy: TransactionOrder
    $before: String
  ) {
    transactions(filter: $filter, counted: $counted, orderBy: $orderBy, last: 50, before: $before) { ...page }
  }
`,
  [page],
);

export const customerNameOperation = graphql(`
  query documentsCustomer($by: CustomerBy!) { customer(by: $by) { name externalId } }
`);
