import { graphql } from '../../base/graphql.ts';

const line = graphql(`
  fragment triedLine on TaxableLine {
    pointer
    taxCode
    calculatedTotal
    taxAmount
    taxRate
    reason
    taxLines {
      jurisdiction { jurisdictionId name level }
      appliedRate
      exemptAmount
      taxAmount
      reason
    }
  }
`);

export const quoteOperation = graphql(
  `
  query tryQuote($input: QuoteInput!) {
    calculateTax(input: $input) {
      __typename
      ... on Quote {
        currency
        finalTransactionAmount
        salesTax { amount rate }
        shippingAddress { matchedAddressData { precision address { city state zip country } } }
        items { name ...triedLine }
        shippingFee { ...triedLine }
        notices { code message }
        trace { kind pointer message validFrom sources { title url readOn } }
      }
      ... on UserError { issues { message } }
    }
  }
`,
  [line],
);

export const customersOperation = graphql(`
  query tryCustomers($search: String!) {
    customers(first: 5, filter: { search: $search }, orderBy: { field: NAME, direction: ASC }) {
      nodes { serviceId name externalId }
    }
  }
`);
