import { graphql } from '../../base/graphql.ts';

const page = graphql(`
  fragment customerPage on CustomerConnection {
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
`);

// Two operations with the number written out: in a variable, the largest page would count as the cost.
export const customersOperation = graphql(
  `
  query customers($filter: CustomerFilter, $orderBy: CustomerOrder, $after: String) {
    customers(filter: $filter, orderBy: $orderBy, first: 40, after: $after) { ...customerPage }
  }
`,
  [page],
);

export const customersBeforeOperation = graphql(
  `
  query customersBefore($filter: CustomerFilter, $orderBy: CustomerOrder, $before: String!) {
    customers(filter: $filter, orderBy: $orderBy, last: 40, before: $before) { ...customerPage }
  }
`,
  [page],
);
