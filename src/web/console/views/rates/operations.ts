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
        matchedAddressData { precision address { city county state zip country } }
        salesTaxRates { taxRate }
        jurisdictions { ...stackedRate }
        rule { treatment validFrom validThrough limits { message } sources { title url readOn } }
        notices { code message }
      }
      ... on UserError { issues { message } }
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
        gtRates { taxRate }
        jurisdictions { ...stackedRate }
        rules { treatment validFrom validThrough limits { message } sources { title url readOn } }
        notices { code message }
      }
      ... on UserError { issues { message } }
    }
  }
`,
  [jurisdictionRate],
);

export const coverageOperation = graphql(`
  query ratesCoverage($places: [String!]!) {
    ruleCoverage(places: $places) {
      places { name ratesAsOf nextChangeOn isOverdue lawCodes authorityCodes severalSourcesCodes oneSourceCodes standardRateCodes noSourceCodes }
    }
  }
`);

export const changesOperation = graphql(`
  query ratesChanges(
    $filter: RateChangeFilter!
    $zip: String
    $taxCode: String
    $inVersion: Int
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    rateChanges(
      filter: $filter
      zip: $zip
      taxCode: $taxCode
      inVersion: $inVersion
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      nodes {
        changeId
        kind
        status
        jurisdiction { name level state country }
        localJurisdictions { name }
        taxCodes
        effectiveOn
        validThrough
        knownSince
        before { rate description }
        after { rate description sources { title url readOn } }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

export const updatesOperation = graphql(`
  query ratesUpdates {
    rateUpdates {
      updates { number version installedAt activatesAt changeCount conflicts conflictCount otherChanges otherChangeCount places { country state changeCount } }
    }
  }
`);

/** The query for places with recent sales. */
export const soldOperation = graphql(`
  query ratesSold($period: PeriodInput!) {
    liability(period: $period) { rows { key { country state } transactionCount } }
  }
`);

export const effectOperation = graphql(`
  query ratesEffect($changeId: String!, $inVersion: Int!) {
    rateChange(changeId: $changeId, inVersion: $inVersion) {
      effect {
        transactionCount
        customerCount
        openTransactionCount
        taxes { currency taxDifference transactionCount }
        openTransactions(first: 5) { nodes { serviceId externalId } }
      }
    }
  }
`);

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
