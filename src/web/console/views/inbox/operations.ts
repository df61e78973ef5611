import { graphql } from '../../base/graphql.ts';

export const dueOperation = graphql(`
  query inboxDue {
    dueTaxReturns(first: 40) {
      nodes {
        dueOn
        frequency
        amounts { currency taxAmount transactionCount }
        taxReturn { place country state period from to status scheme }
      }
      pageInfo { hasNextPage }
    }
  }
`);

export const monthOperation = graphql(`
  query inboxMonth($period: PeriodInput!) {
    liability(period: $period, groupBy: [DAY]) {
      rows {
        key { reportedOn }
        transactionCount
        amounts { currency grossSalesAmount taxAmount refundsAmount }
      }
    }
  }
`);

export const uncoveredOperation = graphql(`
  query inboxUncovered($period: PeriodInput!) {
    liability(period: $period, groupBy: [REASON]) {
      rows { key { reason } transactionCount amounts { currency uncollectedAmount } }
      unassignedTax { place country state currency taxAmount }
    }
  }
`);

export const decisionsOperation = graphql(`
  query inboxDecisions($utcToday: Date!) {
    submitted: certificateRequests(first: 5, filter: { status: { in: [PENDING] } }) {
      nodes { ...request }
      pageInfo { hasNextPage }
    }
    unanswered: certificateRequests(first: 5, filter: { status: { in: [REQUESTED] }, expiresOn: { lt: $utcToday } }) {
      nodes { ...request }
      pageInfo { hasNextPage }
    }
    exemptions(first: 5, filter: { certificateStatus: { eq: EXPIRING_SOON } }, orderBy: { field: VALID_THROUGH, direction: ASC }) {
      nodes { serviceId place validThrough customer { name externalId } }
      pageInfo { hasNextPage }
    }
    webhookDeliveries(first: 5, filter: { status: { eq: FAILED } }) {
      nodes { serviceId eventType occurredAt attempts { statusCode failure } }
      pageInfo { hasNextPage }
    }
    refusals(first: 5) {
      nodes { serviceId source externalId code message pointer refusedAt refusalCount }
      pageInfo { hasNextPage }
    }
    nexusTrackers(first: 25, filter: { status: { in: [APPROACHING, REACHED] } }) { nodes { ...tracker } }
  }
  fragment request on CertificateRequest {
    serviceId
    customerId
    states
    expiresOn
    submittedAt
    customer { name externalId }
  }
  fragment tracker on NexusTracker {
    place
    name
    isCollecting
    reachedOn
    runningPeriod { currency salesAmount salesShare transactionShare }
    projection { reachedOn }
    threshold { salesAmount currency }
  }
`);

export const updatesOperation = graphql(`
  query inboxUpdates {
    rateUpdates { checkedAt hasCheckFailed updates { number version activatesAt changeCount } }
  }
`);

export const anyDocumentOperation = graphql(`
  query inboxAnyDocument { transactions(first: 1) { nodes { serviceId } } }
`);

export const changesOperation = graphql(`
  query inboxChanges($filter: RateChangeFilter!, $period: PeriodInput!) {
    rateChanges(first: 50, filter: $filter) {
      nodes { effectiveOn kind taxCodes jurisdiction { name country state } before { rate } after { rate } }
    }
    liability(period: $period) { rows { key { country state } } }
  }
`);
