import { graphql } from '../../base/graphql.ts';

const jurisdictionRate = graphql(`
  fragment stackedRate on JurisdictionRate {
    jurisdiction { jurisdictionId name level }
    generalRate
    appliedRate
    validFrom
    validThrough
    sources { title url readOn }
  }
`);

export const addressRatesOperation = graphql(
  `
  query ratesOfAddress($input: SalesTaxRatesInput!) {
    salesTaxRates(input: $input) {
      __typename
      ... on SalesTaxRatesLookup {
        effectiveDate
        taxation
        rateBookVersion
        matchedAddressData { precision address { city county state zip country } }
        salesTaxRates { taxRate }
        jurisdictions { ...stackedRate }
        rule { treatment validFrom validThrough limits { message } sources { title url readOn } }
        notices { code message }
      }
      ... on InvalidInput { issues { message } }
      ... on UserError { message }
    }
  }
`,
  [jurisdictionRate],
);

export const countryRatesOperation = graphql(
  `
  query ratesOfCountry($input: GlobalTaxRatesInput!) {
    globalTaxRates(input: $input) {
      __typename
      ... on GlobalTaxRatesLookup {
        effectiveDate
        taxation
        taxName
        place
        rateBookVersion
        gtRates { taxRate }
        jurisdictions { ...stackedRate }
        rules { taxCodes treatment validFrom validThrough limits { message } sources { title url readOn } }
        notices { code message }
      }
      ... on InvalidInput { issues { message } }
      ... on UserError { message }
    }
  }
`,
  [jurisdictionRate],
);

export const coverageOperation = graphql(`
  query ratesCoverage($places: [String!]!) {
    ruleCoverage(places: $places) {
      places { name lawCodes authorityCodes severalSourcesCodes oneSourceCodes noSourceCodes }
    }
  }
`);

const change = graphql(`
  fragment listedChange on RateChangeConnection {
    nodes {
      changeId
      kind
      jurisdiction { jurisdictionId name level state country }
      localJurisdictions { jurisdictionId name }
      taxCodes
      effectiveOn
      validThrough
      knownSince
      before { rate treatment description }
      after { rate treatment description sources { title url readOn } }
    }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
`);

// Those to come from the next day on; the past from its end.
export const changesToComeOperation = graphql(
  `
  query ratesToCome($filter: RateChangeFilter!, $zip: String, $taxCode: String, $after: String) {
    rateChanges(filter: $filter, zip: $zip, taxCode: $taxCode, first: 20, after: $after) { ...listedChange }
  }
`,
  [change],
);

export const pastChangesOperation = graphql(
  `
  query ratesPast($filter: RateChangeFilter!, $zip: String, $taxCode: String, $before: String) {
    rateChanges(filter: $filter, zip: $zip, taxCode: $taxCode, last: 20, before: $before) { ...listedChange }
  }
`,
  [change],
);

export const versionsOperation = graphql(`
  query ratesVersions {
    serviceInfo { rateBook { version readOn } }
    rateBookVersions(first: 50) { nodes { number version createdAt isInForce } }
  }
`);

export const differencesOperation = graphql(`
  query ratesDifferences($from: Int!, $to: Int!) {
    rateBookDifferences(fromVersion: $from, toVersion: $to, first: 50) {
      totalCount
      nodes { kind country jurisdictionId name ratesBefore ratesAfter zipCodeCount }
    }
  }
`);
