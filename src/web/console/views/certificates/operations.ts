import { graphql } from '../../base/graphql.ts';

const page = graphql(`
  fragment certificatePage on ExemptionConnection {
    nodes {
      serviceId
      country
      state
      exemptionReason
      certificateStatus
      validFrom
      validThrough
      certificate { certificateId name }
      customer { serviceId name externalId }
    }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
`);

// Two operations with the number written out: in a variable, the largest page would count as the cost.
export const certificatesOperation = graphql(
  `
  query certificates($filter: ExemptionFilter, $orderBy: ExemptionOrder, $after: String) {
    exemptions(filter: $filter, orderBy: $orderBy, first: 50, after: $after) { ...certificatePage }
  }
`,
  [page],
);

export const certificatesBeforeOperation = graphql(
  `
  query certificatesBefore($filter: ExemptionFilter, $orderBy: ExemptionOrder, $before: String!) {
    exemptions(filter: $filter, orderBy: $orderBy, last: 50, before: $before) { ...certificatePage }
  }
`,
  [page],
);
