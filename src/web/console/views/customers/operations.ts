import { graphql } from '../../base/graphql.ts';

export const customersOperation = graphql(`
  query customers(
    $filter: CustomerFilter
    $orderBy: CustomerOrder
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    customers(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        serviceId
        externalId
        name
        email
        customerType
        taxNumber
        address { city state country }
        exemptions(
          first: 4
          filter: { exemptionStatus: { eq: ACTIVE } }
          orderBy: { field: VALID_THROUGH, direction: ASC }
        ) {
          nodes { state country certificateStatus }
          pageInfo { hasNextPage }
        }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);
