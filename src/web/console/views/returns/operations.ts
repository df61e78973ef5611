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

const filed = graphql(`
  fragment filed on TaxReturnConnection {
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
`);

// Two operations with the number written out: in a variable, the largest page would count as the cost.
export const filedReturnsOperation = graphql(
  `
  query returnsFiled($filter: TaxReturnFilter, $after: String) {
    taxReturns(filter: $filter, first: 25, after: $after) { ...filed }
  }
`,
  [filed],
);

export const filedBeforeOperation = graphql(
  `
  query returnsFiledBefore($filter: TaxReturnFilter, $before: String) {
    taxReturns(filter: $filter, last: 25, before: $before) { ...filed }
  }
`,
  [filed],
);
