import { graphql } from '../../base/graphql.ts';

export const dueReturnsOperation = graphql(`
  query returnsDue {
    dueTaxReturns(first: 90) {
      nodes {
        dueOn
        frequency
        amounts { currency taxAmount transactionCount }
        notices { message }
        taxReturn { place period scheme status }
      }
      pageInfo { hasNextPage }
    }
  }
`);

export const unassignedTaxOperation = graphql(`
  query returnsUnassigned($period: PeriodInput!) {
    liability(period: $period) {
      unassignedTax { place country state currency taxAmount }
    }
  }
`);

export const filedReturnsOperation = graphql(`
  query returnsFiled($filter: TaxReturnFilter, $first: Int, $after: String, $last: Int, $before: String) {
    taxReturns(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        place
        country
        state
        period
        scheme
        status
        filings { filedAt referenceNumber amountPaid paidCurrency transactionCount }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);
