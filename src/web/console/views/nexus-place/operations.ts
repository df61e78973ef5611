import { graphql } from '../../base/graphql.ts';

export const placeOperation = graphql(`
  query nexusPlace($filter: NexusTrackerFilter!) {
    nexusTrackers(first: 1, filter: $filter) {
      nodes {
        place
        name
        country
        state
        status
        isCollecting
        collectionExplanation
        reachedOn
        runningPeriod { ...placePeriod }
        periods { ...placePeriod }
        projection { outcome reachedOn }
        firstCollection { outcome collectFrom rule sources { title url readOn } }
        threshold {
          salesAmount
          currency
          transactionCount
          combine
          period
          countedSales
          countsMarketplaceSales
          otherConditions
          uncertainty
          validFrom
          validThrough
          sources { title url readOn }
        }
        declaration {
          version
          physicalNexus { validFrom validThrough note }
          economicNexus { validFrom validThrough }
          registrations { scheme number filingFrequency filingDueDay hasFixedEstablishment validFrom validThrough }
        }
        notices { code message }
      }
    }
  }
  fragment placePeriod on NexusPeriod {
    from
    to
    endsOn
    countries
    currency
    salesAmount
    notConverted { currency salesAmount }
    transactionCount
    salesShare
    transactionShare
    reachedOn
    excludedSales { reason currency salesAmount transactionCount }
  }
`);

export const placeExposureOperation = graphql(`
  query nexusPlaceExposure($period: PeriodInput!, $states: [String!], $collectFrom: ExposureStart) {
    exposure(period: $period, states: $states, collectFrom: $collectFrom) {
      to
      places {
        currency
        basis
        collectFrom
        taxAmount
        taxableAmount
        transactionCount
        months { month taxAmount }
      }
      notices { code message }
    }
  }
`);

export const declareOperation = graphql(`
  mutation declareNexus($input: UpsertNexusInput!) {
    upsertNexus(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);

export const endOperation = graphql(`
  mutation endNexus($input: EndNexusInput!) {
    endNexus(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);
