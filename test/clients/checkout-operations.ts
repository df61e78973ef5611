import { graphql } from './tada.ts';

export const quoteOperation = graphql(`
  query Quote($input: QuoteInput!) {
    calculateTax(input: $input) {
      __typename
      ... on Quote {
        salesTax { amount }
        finalTransactionAmount
        items { name taxAmount reason }
        notices { code message }
      }
      ... on InvalidInput { message issues { path code message suggestions } }
      ... on NotFound { message }
      ... on Conflict { message }
      ... on OverRefund { message }
      ... on InsufficientCoverage { message }
    }
  }
`);

export const storeOperation = graphql(`
  mutation Store($input: TransactionInput!) {
    upsertTransaction(input: $input) {
      __typename
      ... on Transaction { externalId version salesTax { amount } finalTransactionAmount }
      ... on InvalidInput { message issues { path code message suggestions } }
      ... on NotFound { message }
      ... on Conflict { message }
      ... on VersionMismatch { message }
      ... on PeriodClosed { message }
      ... on TransactionFiled { message }
      ... on OverRefund { message }
      ... on InsufficientCoverage { message }
    }
  }
`);

export const convertOperation = graphql(`
  mutation Convert($input: ConvertTransactionInput!) {
    convertTransaction(input: $input) {
      __typename
      ... on Transaction { externalId version salesTax { amount } finalTransactionAmount }
      ... on InvalidInput { message issues { path code message suggestions } }
      ... on NotFound { message }
      ... on InsufficientCoverage { message }
      ... on Conflict { code message }
      ... on VersionMismatch { message }
      ... on PeriodClosed { message }
      ... on TransactionFiled { message }
    }
  }
`);
