import { graphql } from '../../base/graphql.ts';

export const certificatesOperation = graphql(`
  query certificates(
    $filter: ExemptionFilter
    $orderBy: ExemptionOrder
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    exemptions(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        serviceId
        country
        state
        exemptionReason
        certificateStatus
        validThrough
        certificate { certificateId name }
        customer { serviceId name externalId }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);
