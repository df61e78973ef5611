import { graphql } from '../../base/graphql.ts';

export const unmappedOperation = graphql(`
  query unmappedProducts {
    unmappedProducts(first: 25) {
      nodes {
        source
        externalId
        name
        category
        saleCount
        lastSoldOn
        suggestions { taxCode name reason }
      }
    }
  }
`);

export const productsOperation = graphql(`
  query products($filter: ProductFilter, $first: Int, $after: String, $last: Int, $before: String) {
    products(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes { serviceId source externalId name category taxCode }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

export const mapOperation = graphql(`
  mutation mapProduct($input: UpsertProductInput!) {
    upsertProduct(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);
