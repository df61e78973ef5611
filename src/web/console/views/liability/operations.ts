import { graphql } from '../../base/graphql.ts';

export const monthsOperation = graphql(`
  query liabilityMonths($period: PeriodInput!) {
    liability(period: $period, groupBy: [COUNTRY, STATE, MONTH]) {
      rows {
        key { place month }
        transactionCount
        amounts { currency taxAmount grossSalesAmount taxableAmount exemptAmount uncollectedAmount refundsAmount }
      }
    }
  }
`);

export const jurisdictionsOperation = graphql(`
  query liabilityJurisdictions($period: PeriodInput!, $country: CountryCode, $state: String) {
    liability(period: $period, country: $country, state: $state, groupBy: [JURISDICTION]) {
      rows {
        key { jurisdiction { jurisdictionId name level } }
        transactionCount
        amounts { currency grossSalesAmount taxableAmount exemptAmount taxAmount }
      }
    }
  }
`);

export const labelsOperation = graphql(`
  query liabilityLabels($period: PeriodInput!, $country: CountryCode, $state: String, $groupBy: [LiabilityGroup!]!) {
    liability(period: $period, country: $country, state: $state, groupBy: $groupBy) {
      rows {
        key { reason taxCode rate marketplace }
        transactionCount
        amounts {
          currency grossSalesAmount taxableAmount exemptAmount taxAmount marketplaceSalesAmount marketplaceTaxAmount
        }
      }
    }
  }
`);
