import { graphql } from '../../base/graphql.ts';

const place = graphql(`
  fragment trackedPlace on NexusTracker {
    place
    name
    country
    state
    status
    isCollecting
    reachedOn
    runningPeriod {
      currency
      salesAmount
      salesShare
      transactionShare
      transactionCount
      notConverted { currency salesAmount }
    }
    projection { reachedOn }
    threshold { combine transactionCount }
  }
`);

export const statesOperation = graphql(
  `
  query nexusStates {
    nexusTrackers(first: 60, filter: { country: { eq: "US" } }) { nodes { ...trackedPlace } }
  }
`,
  [place],
);

export const othersOperation = graphql(
  `
  query nexusOthers($first: Int, $after: String, $last: Int, $before: String) {
    nexusTrackers(filter: { country: { ne: "US" } }, first: $first, after: $after, last: $last, before: $before) {
      nodes { ...trackedPlace }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`,
  [place],
);

export const taxOperation = graphql(`
  query nexusTax($period: PeriodInput!) {
    liability(period: $period, country: "US", groupBy: [STATE]) {
      rows { key { state } transactionCount amounts { currency taxAmount } }
    }
  }
`);

export const exposureOperation = graphql(`
  query nexusExposure($period: PeriodInput!) {
    exposure(period: $period) {
      places { state currency taxAmount collectFrom transactionCount }
    }
  }
`);
